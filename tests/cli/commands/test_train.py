"""``train`` as a user runs it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from ludens.cli import app
from ludens.game import ParameterError
from ludens.games.loading import load
from ludens.learning.arithmetic import device_of
from ludens.learning.checkpoints import checkpoint_path
from ludens.learning.checkpoints import load as load_training
from ludens.learning.ways import LEAST_SCORE, plan_without
from ludens.search.networks.store import own_path
from ludens.search.networks.trained import read_trained

NAME = "nim(heaps=2-3)"
SHORT = ("--minutes", "0.001", "--width", "8", "--json")


@pytest.fixture(autouse=True)
def own_networks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LUDENS_NETWORKS", str(tmp_path / "networks"))
    return tmp_path / "networks"


def ludens(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, env={"COLUMNS": "200"})


def lines(result: Result) -> list[dict[str, Any]]:
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_training_tells_what_it_measured_and_is_kept(own_networks: Path) -> None:
    *measured, last = lines(ludens("train", NAME, *SHORT))
    assert measured[-1]["whole"]
    assert measured[-1]["random"]["positions"] > 0
    assert 0 <= measured[-1]["random"]["ahead"] <= measured[-1]["random"]["positions"]
    assert measured[-1]["scores"][0]["low"] <= measured[-1]["scores"][0]["score"] <= measured[-1]["scores"][0]["high"]
    assert last["generations"] == measured[-1]["generation"]
    assert Path(last["file"]) == own_path(load(NAME))
    assert read_trained(own_path(load(NAME))).training["measured"] == measured[-1]


def test_a_training_is_not_begun_again_by_mistake() -> None:
    first = lines(ludens("train", NAME, *SHORT))[-1]
    refused = ludens("train", NAME, *SHORT)
    assert refused.exit_code
    assert "--resume" in refused.output
    assert lines(ludens("train", NAME, *SHORT, "--resume"))[-1]["positions"] > first["positions"]
    again = lines(ludens("train", NAME, *SHORT, "--anew", "--seed", "2"))[-1]
    assert read_trained(own_path(load(NAME))).training["seed"] == again["seed"] == 2


def test_there_must_be_something_to_resume() -> None:
    refused = ludens("train", NAME, *SHORT, "--resume")
    assert "no training" in refused.output


def test_a_teacher_is_refused_without_searches() -> None:
    refused = ludens("train", NAME, *SHORT, "--teacher", "16")
    assert refused.exit_code == 2
    assert "--method gumbel" in refused.output


def test_a_training_goes_on_as_it_was_begun() -> None:
    lines(ludens("train", NAME, *SHORT))
    width = str(read_trained(own_path(load(NAME))).width)
    assert lines(ludens("train", NAME, *SHORT, "--resume", "--width", width, "--form", "dense", "--method", "ahead"))
    for option, value, said in (
        ("--width", "24", f"begun with --width {width}"),
        ("--layers", "7", "begun with --layers"),
        ("--form", "grid", "begun with --form dense"),
        ("--teacher", "64", "begun without --teacher"),
    ):
        refused = ludens("train", NAME, *SHORT, "--resume", option, value)
        assert refused.exit_code == 2
        assert said in " ".join(refused.output.split())


def test_a_network_on_a_board_is_trained_and_goes_on() -> None:
    board = ("tic_tac_toe", "--minutes", "0.001", "--form", "grid", "--json")
    first = lines(ludens("train", *board))[-1]
    assert (first["plan"]["form"], first["plan"]["width"]) == ("grid", 32)
    assert read_trained(own_path(load("tic_tac_toe"))).form == "grid"
    assert lines(ludens("train", *board, "--resume"))[-1]["positions"] > first["positions"]


def test_a_game_without_a_board_has_no_network_on_one() -> None:
    refused = ludens("train", NAME, *SHORT, "--form", "grid")
    assert refused.exit_code == 2
    assert "speak of a board" in refused.output


def test_networks_are_given_away_and_taken(tmp_path: Path, own_networks: Path) -> None:
    lines(ludens("train", NAME, *SHORT, "--export", str(tmp_path / "mine")))
    kept = own_path(load(NAME)).read_bytes()
    assert (tmp_path / "mine").read_bytes() == kept
    own_path(load(NAME)).unlink()
    assert ludens("train", NAME, "--import", str(tmp_path / "mine")).exit_code == 0
    assert own_path(load(NAME)).read_bytes() == kept
    refused = ludens("train", "nim", "--import", str(tmp_path / "mine"))
    assert "nim has other rules" in refused.output


def test_games_with_secrets_or_chance_are_refused() -> None:
    assert "without chance and secrets" in ludens("train", "kuhn_poker", *SHORT).output


def test_a_training_by_searches(own_networks: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is an extra")
    first = lines(ludens("train", NAME, *SHORT, "--method", "gumbel"))[-1]
    assert first["method"] == "gumbel"
    again = lines(ludens("train", NAME, *SHORT, "--resume"))[-1]
    assert again["positions"] > first["positions"]
    assert again["method"] == "gumbel"
    refused = ludens("train", "rock_paper_scissors", *SHORT, "--method", "gumbel")
    assert "several roles choose at once" in refused.output


def test_searches_need_pytorch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    refused = ludens("train", NAME, *SHORT, "--method", "gumbel")
    assert refused.exit_code
    assert "ludens[learn]" in refused.output


def test_a_graphics_card_must_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ParameterError, match=r"ludens\[learn\]"):
        device_of("cuda")


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_an_end_at_any_moment_leaves_a_whole_checkpoint(number: int, own_networks: Path) -> None:
    command = [
        sys.executable,
        "-c",
        "import ludens.cli; ludens.cli.main()",
        "train",
        NAME,
        "--minutes",
        "60",
        "--width",
        "8",
    ]
    game = load(NAME)
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=dict(os.environ)) as process:
        while not checkpoint_path(game).exists():
            assert process.poll() is None, process.stderr.read() if process.stderr else ""
            time.sleep(0.2)
        process.send_signal(number)
        _, said = process.communicate(timeout=120)
    assert b"Traceback" not in said
    training = load_training(checkpoint_path(game), game, device_of("cpu"))
    assert training.state.generation > 0
    training.generation()


def test_a_network_is_measured_and_the_match_is_kept_with_it(tmp_path: Path) -> None:
    lines(ludens("train", NAME, *SHORT))
    assert not read_trained(own_path(load(NAME))).matches
    found = lines(ludens("train", NAME, "--measure", "--pairs", "2", "--json"))[-1]
    (match,) = read_trained(own_path(load(NAME))).matches
    assert (match.opponent, match.pairs, match.score) == (plan_without(load(NAME)), 2, found["match"]["score"])
    assert found["helps"] == (match.score >= LEAST_SCORE)
    lines(ludens("train", NAME, "--measure", "--pairs", "1", "--json", "--export", str(tmp_path / "given")))
    assert read_trained(tmp_path / "given").matches[0].pairs == 1, "it travels with the network"
    assert [match.pairs for match in read_trained(own_path(load(NAME))).matches] == [1], "in place of the earlier one"


def test_what_nobody_has_trained_cannot_be_measured() -> None:
    refused = ludens("train", NAME, "--measure")
    assert refused.exit_code
    assert "ludens train" in refused.output
