"""Whole runs: a log that is continued, refused or mended, and the same result however a run was interrupted."""

from __future__ import annotations

import dataclasses
import json
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ludens import Limit
from ludens.arena.statistics import Estimate, Interval
from ludens.arena.tuning import Evaluation, Method, Task, Tuned, default_log, tune
from ludens.arena.tuning.parameters import read_space
from ludens.arena.tuning.plot import picture, ticks
from ludens.arena.tuning.run import begin_pairs
from ludens.arena.tuning.trials import FRESH, Job
from ludens.game import LudensError, ParameterError, SourceError
from ludens.processes.parallel import in_parallel

TASK = Task(
    game="nim(heaps=2-3)",
    agent="zero_original(trials=20)",
    parameters=("exploration=0.1..10",),
    against="random",
    pairs=16,
    candidates=4,
    confirm=3,
    limit=Limit(playouts=10),
    opening=1,
)


class Enough(Exception):  # noqa: N818
    """Stands for whatever ends a run too early."""


def interrupted(task: Task, log: Path, pairs: int) -> None:
    """Runs until this many pairs are known, and breaks off."""
    left = iter(range(pairs))

    def count() -> None:
        if next(left, None) is None:
            raise Enough

    with pytest.raises(Enough):
        tune(task, log, on_pair=count)


def lines(log: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in log.read_text("utf-8").splitlines()]


def untimed(log: Path) -> list[dict[str, object]]:
    return [{key: value for key, value in line.items() if key != "seconds"} for line in lines(log)]


def test_the_log_has_every_pair_with_all_that_is_needed(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    tuned = tune(TASK, log)
    head, *pairs = lines(log)
    assert head == {"ludens_tune": 1, "task": TASK.identity()}
    assert len(pairs) == 16 + 3
    assert set(pairs[0]) == {"agent", "values", "pair", "score", "opening", "games", "seconds"}
    counted = [line for line in pairs if line["values"] == tuned.best.values]
    searched = [float(str(line["score"])) for line in counted if int(str(line["pair"])) < FRESH]
    fresh = [float(str(line["score"])) for line in counted if int(str(line["pair"])) >= FRESH]
    assert tuned.best.estimate.mean == pytest.approx(sum(searched) / len(searched))
    assert tuned.confirmed is not None
    assert tuned.confirmed.pairs == len(fresh) == 3
    assert tuned.confirmed.mean == pytest.approx(sum(fresh) / 3)
    assert tuned.best.agent == counted[0]["agent"]
    assert tuned.even == 0.5


def test_every_pair_is_in_the_file_as_soon_as_it_is_played(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    sizes: list[int] = []
    tune(TASK, log, on_pair=lambda: sizes.append(len(lines(log))))
    assert sizes == list(range(2, 21))


@pytest.mark.parametrize("method", Method)
def test_an_interrupted_run_goes_on_as_if_nothing_had_happened(tmp_path: Path, method: Method) -> None:
    task = dataclasses.replace(TASK, method=method, pairs=64)
    whole, broken = tmp_path / "whole.jsonl", tmp_path / "broken.jsonl"
    expected = tune(task, whole)
    for pairs in (0, 1, 7, 30):
        interrupted(task, broken, pairs)
    assert tune(task, broken) == expected
    assert untimed(broken) == untimed(whole)


def test_a_run_that_is_complete_plays_nothing(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    first = tune(TASK, log)
    before = log.read_bytes()
    assert tune(TASK, log) == first
    assert log.read_bytes() == before


@pytest.mark.parametrize("cut", [1, 20, 100_000])
def test_a_half_written_line_is_ignored(tmp_path: Path, cut: int) -> None:
    log = tmp_path / "log.jsonl"
    expected = tune(TASK, log)
    text = log.read_text("utf-8")
    last = text.splitlines()[-1]
    # The longest cut leaves the beginning of the first line alone.
    log.write_text(text[:9] if cut > len(last) else text[: -cut - 1], "utf-8")
    assert tune(TASK, log) == expected
    assert [line.get("pair") for line in lines(log)][1:] != []
    assert len(lines(log)) == 20


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": 1}, "seed is 0 there and 1 here"),
        ({"against": "legal"}, "against is random there and legal here"),
        (
            {"parameters": ("exploration=0.1..9",)},
            "parameters is exploration=0.1..10 there and exploration=0.1..9 here",
        ),
        ({"limit": Limit(seconds=0.1)}, "playouts is 10 there and not given here"),
    ],
)
def test_the_log_of_another_command_is_refused(tmp_path: Path, change: dict[str, object], message: str) -> None:
    log = tmp_path / "log.jsonl"
    tune(TASK, log)
    before = log.read_bytes()
    with pytest.raises(SourceError) as caught:
        tune(dataclasses.replace(TASK, **change), log)  # type: ignore[arg-type]
    assert f"{log} is the log of another command: {message}." in str(caught.value)
    assert log.read_bytes() == before


def test_changed_rules_are_another_command(tmp_path: Path) -> None:
    sheet, log = tmp_path / "mine.kif", tmp_path / "log.jsonl"
    rules = (
        "(role a) (role b) (init start) (legal a x) (legal a y) (legal b x) (<= (next end) (true start))"
        "(<= (next won) (does a x)) (<= terminal (true end))"
        "(<= (goal a 100) (true won)) (<= (goal a 0) (not (true won)))"
        "(<= (goal b 0) (true won)) (<= (goal b 100) (not (true won)))"
    )
    sheet.write_text(rules)
    task = dataclasses.replace(TASK, game=str(sheet))
    tune(task, log)
    sheet.write_text(rules + "\n; changed")
    with pytest.raises(SourceError, match="is the log of another command: rules is"):
        tune(task, log)


@pytest.mark.parametrize("content", [b"my diary\n", b"my diary", b'{"a": 1}\n', b"\xff\xfe\n", b"[1]\nhalf"])
def test_other_files_are_left_alone(tmp_path: Path, content: bytes) -> None:
    log = tmp_path / "diary.txt"
    log.write_bytes(content)
    with pytest.raises(SourceError, match=r"diary.txt (is not a log of ludens tune|as a log: it is not text)"):
        tune(TASK, log)
    assert log.read_bytes() == content


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    tune(TASK, log)
    kept = log.read_text("utf-8").splitlines()
    kept[3] = '{"pair": 1}'
    log.write_text("\n".join(kept) + "\n", "utf-8")
    with pytest.raises(SourceError, match="line 4 does not describe a pair"):
        tune(TASK, log)


def test_processes_give_the_same_result(tmp_path: Path) -> None:
    expected = tune(TASK, tmp_path / "one.jsonl")
    assert tune(TASK, tmp_path / "two.jsonl", workers=2) == expected
    both = [sorted(map(str, untimed(tmp_path / name))) for name in ("one.jsonl", "two.jsonl")]
    assert both[0] == both[1]


def test_a_better_value_is_found_in_a_real_game(tmp_path: Path) -> None:
    """With 128 playouts a move, 128 in one leaf make no tree, and one in each of 128 leaves do."""
    task = Task(game="connect_four(columns=5, rows=4)", agent="uct(lanes=8)", parameters=("playouts=1|128",),
                pairs=24, against="uct(lanes=8, playouts=128)", confirm=10, limit=Limit(playouts=128))  # fmt: skip
    tuned = tune(task, tmp_path / "log.jsonl")
    assert tuned.best.values == {"playouts": 1}
    assert tuned.is_better
    assert {each.estimate.mean for each in tuned.evaluations if each != tuned.best} == {0.5}  # the opponent itself


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"against": "randum"}, LudensError, "There is no agent called 'randum'"),
        ({"game": "nimm"}, LudensError, "There is no game called 'nimm'"),
        ({"pairs": 7}, ParameterError, "7 pairs are too few for 4 candidates: give 8 or more."),
        ({"game": "lights_on"}, ParameterError, "lights_on is a game for one player: there is nobody to play against."),
    ],
)
def test_bad_tasks_are_refused(
    tmp_path: Path, change: dict[str, object], error: type[LudensError], message: str
) -> None:
    with pytest.raises(error) as caught:
        tune(dataclasses.replace(TASK, **change), tmp_path / "log.jsonl")  # type: ignore[arg-type]
    assert message in str(caught.value)


def test_a_folder_that_does_not_exist_is_told(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="as a log: no such file or directory"):
        tune(TASK, tmp_path / "none" / "log.jsonl")


def test_a_name_for_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert default_log(TASK) == Path("tune-zero_original_trials_20_-nim_heaps_2-3_-exploration.jsonl")
    (tmp_path / "my game.kif").write_text("(role a)")
    monkeypatch.chdir(tmp_path)
    task = dataclasses.replace(TASK, game="my game.kif", agent="uct", parameters=("lanes=1..2", "solver=yes|no"))
    assert default_log(task) == Path("tune-uct-my_game-lanes-solver.jsonl")


def made_up() -> Tuned:
    space = read_space("uct", ["exploration=0.01..10", "choice=visits|mean"])
    found = [
        Evaluation(
            {"exploration": value, "choice": choice},
            space.named((value, choice)),
            Estimate(pairs, mean, Interval(mean - 0.1, mean + 0.1), Interval(0, 1)),
        )
        for value, choice, pairs, mean in ((0.01, "visits", 4, 0.3), (10.0, "mean", 16, 0.6))
    ]
    return Tuned(space, tuple(found), found[1], None, 0.5)


def test_the_picture_has_every_evaluation_at_its_place() -> None:
    task = Task(game="a<b", agent="uct", parameters=(), against="you & me")
    root = ElementTree.fromstring(picture(task, made_up()))
    name = "{http://www.w3.org/2000/svg}"
    dots = root.findall(f"{name}circle")
    assert len(dots) == 4  # two candidates in the panels of two parameters
    first, second = ({key: float(dot.attrib[key]) for key in ("cx", "cy", "r")} for dot in dots[:2])
    assert first["cx"] < second["cx"]
    assert first["cy"] > second["cy"]  # a higher score is higher up
    assert second["r"] > first["r"]
    # Scores from 0.2 to 0.7 fill the panel, so that 0.3 to 0.6 is three fifths of it.
    heights = [float(line.attrib["y1"]) for line in root.findall(f"{name}line") if line.attrib["stroke"] == "#e8e4dc"]
    first_panel = [height for height in heights if height < 300]
    assert first["cy"] - second["cy"] == pytest.approx(0.6 * (max(first_panel) - min(first_panel)), abs=0.1)
    words = ["".join(element.itertext()) for element in root.iter(f"{name}text")]
    assert {"exploration, logarithmic", "choice", "visits", "mean", "0.01", "10"} <= set(words)
    assert words[0] == "uct in a<b against you & me, 10,000 playouts a move"


def test_fresh_pairs_are_drawn_beside_the_best() -> None:
    fresh = Estimate(16, 0.55, Interval(0.4, 0.65), Interval(0, 1))
    tuned = dataclasses.replace(made_up(), confirmed=fresh)
    root = ElementTree.fromstring(picture(Task(game="g", agent="uct", parameters=()), tuned))
    best, ring = root.findall("{http://www.w3.org/2000/svg}circle")[1:3]
    assert float(best.attrib["cx"]) < float(ring.attrib["cx"]) < 720
    assert float(best.attrib["cy"]) < float(ring.attrib["cy"])  # 0.6 is higher up than 0.55


def test_a_long_title_gets_smaller_letters() -> None:
    sizes = [
        float(
            next(ElementTree.fromstring(picture(task, made_up())).iter("{http://www.w3.org/2000/svg}text")).attrib[
                "font-size"
            ]
        )
        for task in (Task(game=game, agent="uct", parameters=()) for game in ("g", "g" * 200))
    ]
    assert sizes[0] == 14
    assert sizes[1] < 6


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("exploration=0.05..2", [0.05, 0.1, 0.2, 0.5, 1, 2]),
        ("exploration=0.01..10", [0.01, 0.03, 0.1, 0.3, 1, 3, 10]),
        ("exploration=0..1", [0, 0.2, 0.4, 0.6, 0.8, 1]),
        ("lanes=1..4", [1, 2, 3, 4]),
        ("lanes=1..4096", [1, 3, 10, 30, 100, 300, 1000, 3000]),
    ],
)
def test_round_numbers_along_the_axis(text: str, expected: list[float]) -> None:
    assert list(ticks(read_space("uct", [text]).parameters[0])) == pytest.approx(expected)


def test_very_wide_ranges_have_few_numbers() -> None:
    wide = read_space("uct_rave", ["equivalence=1e-9..1e9"]).parameters[0]
    assert 2 <= len(ticks(wide)) <= 8


def test_whether_the_best_one_is_better() -> None:
    assert not made_up().is_better  # 0.5 to 0.7 against 0.5
    best = dataclasses.replace(made_up().best, estimate=Estimate(9, 0.7, Interval(0.6, 0.8), Interval(0, 1)))
    assert dataclasses.replace(made_up(), best=best).is_better
    doubtful = Estimate(9, 0.5, Interval(0.4, 0.6), Interval(0, 1))
    assert not dataclasses.replace(made_up(), best=best, confirmed=doubtful).is_better


@pytest.mark.parametrize(
    ("task", "agent", "reason"),
    [
        (TASK, "nobody", "There is no agent called 'nobody'"),
        (dataclasses.replace(TASK, game="no_such_game"), "random", "There is no game called 'no_such_game'"),
    ],
)
def test_what_goes_wrong_in_a_process_that_plays_pairs_comes_back(task: Task, agent: str, reason: str) -> None:
    with in_parallel(partial(begin_pairs, task), 1) as play, pytest.raises(LudensError, match=reason):
        list(play([Job(agent, (), 0)]))
