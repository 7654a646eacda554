"""Agents at the course's referee, and the course's players at ours, well behaved and not."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import ludens
from ludens.adapters.ropasci_course import (
    CourseAgent,
    CoursePlayer,
    child,
    course_player,
    load_course_player,
    play_course_game,
)
from ludens.adapters.ropasci_course.players import to_action, to_move
from ludens.game import (
    Decision,
    ForfeitError,
    IllegalMoveError,
    Limit,
    ParameterError,
    SourceError,
    UnsuitableGameError,
)
from ludens.games.ropasci import Ending, Ropasci, RopasciState
from ludens.players.game_clock import Clocked

GAME = Ropasci()

HONEST = '''
from honest.rows import FIRST

class Player:
    """Throws along its edge, then walks to and fro."""
    def __init__(self, player):
        print("what a player prints disturbs nobody")
        self.side, self.sign, self.seen = player, 1 if player == "upper" else -1, []
        self.step = 0

    def action(self):
        if self.step < 2:
            return ("THROW", "rp"[self.step], (4 * self.sign, -FIRST * self.sign))
        a, b = (4 * self.sign, -FIRST * self.sign), (4 * self.sign, -(FIRST + 1) * self.sign)
        return ("SLIDE", a, b) if self.step % 2 == 0 else ("SLIDE", b, a)

    def update(self, opponent_action, player_action):
        assert isinstance(opponent_action, tuple) and isinstance(opponent_action[-1], tuple)
        self.seen.append((opponent_action, player_action))
        self.step += 1
'''

STRANGERS = {
    "list": "    def action(self): return ['THROW', 'r', (4, 0)]",
    "inner_list": "    def action(self): return ('THROW', 'r', [4, 0])",
    "nothing": "    def action(self): return None",
    "illegal": "    def action(self): return ('THROW', 'r', (0, 0))",
    "crash": "    def action(self): raise RuntimeError('oh')",
    "early_crash": "    action = None\n    def __init__(self, player): raise ValueError('no')",
    "exit": "    def action(self): import os; os._exit(3)",
    "slow": "    def action(self):\n        while True: pass",
    "hungry": "    def action(self): self.x = bytearray(400_000_000); return ('THROW', 'r', (4, 0))",
    "late_crash": "    def action(self): return ('THROW', 'r', (4, 0))\n    def update(self, a, b): 1 / 0",
    "sleepy": "    def action(self):\n        import time; time.sleep(60)",
}
REASONS = {
    "list": "not an action", "inner_list": "not an action", "nothing": "not an action", "illegal": "not a legal move",
    "crash": "RuntimeError: oh", "early_crash": "ValueError: no", "exit": "has ended", "slow": "CPU|limit",
    "hungry": "more memory", "late_crash": "ZeroDivisionError", "sleepy": "in time",
}  # fmt: skip


class Chooser:
    """An agent that chooses at random, but soon throws all it has."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.asked: list[object] = []

    def __call__(self, game: Ropasci, role: int) -> Chooser:
        self.game, self.role = game, role
        return self

    def decide(self, state: RopasciState, limit: Limit) -> Decision:
        self.asked.append(state)
        return Decision(self.random.choice(self.game.legal_moves(state, self.role)))


@pytest.fixture
def honest(tmp_path: Path) -> Path:
    package = tmp_path / "honest"
    package.mkdir()
    (package / "__init__.py").write_text(HONEST)
    (package / "rows.py").write_text("FIRST = 0\n")
    return package


def stranger(tmp_path: Path, name: str) -> Path:
    path = tmp_path / f"{name}.py"
    begin = "class Player:\n    def __init__(self, player): pass\n    def update(self, a, b): pass\n"
    path.write_text(begin + STRANGERS[name] + "\n")
    return path


def test_every_move_is_translated_there_and_back() -> None:
    assert GAME.info.moves is not None
    for move in GAME.info.moves[0]:
        assert to_move(to_action(move)) == move
    assert to_action("(throw r 4 -2)") == ("THROW", "r", (4, -2))
    assert to_move(("SWING", (0, 0), (0, 2))) == "(swing 0 0 0 2)"


@pytest.mark.parametrize("action", [None, 3, [], ("THROW",), ["SLIDE", (0, 0), (0, 1)], ("SLIDE", [0, 0], (0, 1)), "x"])
def test_what_is_no_action(action: object) -> None:
    with pytest.raises(ParameterError, match="not an action"):
        to_move(action)
    with pytest.raises(ParameterError, match="not a move"):
        to_action("(throw k 4 -2)")


def test_two_agents_play_as_course_players() -> None:
    agents = Chooser(1), Chooser(2)
    result = play_course_game(CoursePlayer(agents[0]), CoursePlayer(agents[1]))
    assert result.forfeits == (None, None)
    state = GAME.initial_state()
    for number, moves in enumerate(result.moves):
        assert agents[0].asked[number] == agents[1].asked[number] == state
        state = GAME.next_state(state, moves)
    assert GAME.is_terminal(state)
    assert GAME.goals(state) == result.goals
    assert result.ending is not Ending.GOING_ON


@pytest.mark.parametrize("agent", ["uct(exploration=0.5)", "ropasci_document(playouts=2)"])
def test_any_agent_is_given_the_time_of_a_game(agent: str) -> None:
    """With a clock of its own or without one."""
    seat = course_player(agent, seconds=4.0)("upper")
    assert seat.action()[0] == "THROW"
    made: Any = seat._agent
    left = made.clock.left if isinstance(made, Clocked) else made.decide(seat.state, Limit()).notes["left"]
    assert isinstance(made, Clocked) == agent.startswith("uct")
    assert left < 2.0


def test_a_course_player_is_told_what_cannot_have_been() -> None:
    seat = CoursePlayer(Chooser(1))("lower")
    assert seat.action()[0] == "THROW"
    with pytest.raises(IllegalMoveError):
        seat.update(("THROW", "r", (-4, 0)), ("THROW", "r", (-4, 0)))
    seat.update(("THROW", "r", (4, 0)), ("THROW", "s", (-4, 0)))
    assert [token.symbol for token in (*seat.state.upper, *seat.state.lower)] == ["r", "s"]
    with pytest.raises(ParameterError, match="upper or lower"):
        CoursePlayer(Chooser(1))("left")


def test_a_loaded_player_plays_in_a_process_of_its_own(honest: Path) -> None:
    result = play_course_game(load_course_player(honest), load_course_player(honest))
    assert result.forfeits == (None, None)
    assert result.ending is Ending.REPEATED
    assert result.moves[0] == ("(throw r 4 0)", "(throw r -4 0)")
    mixed = play_course_game(CoursePlayer(Chooser(3)), load_course_player(honest))
    assert mixed.forfeits[0] is None


@pytest.mark.parametrize("name", [name for name in STRANGERS if name != "sleepy"])
def test_who_breaks_off_forfeits(name: str, tmp_path: Path) -> None:
    bad = load_course_player(stranger(tmp_path, name), seconds=0.5)
    result = play_course_game(bad, CoursePlayer(Chooser(4)))
    assert result.goals == (0, 100)
    assert result.forfeits[0] is not None
    assert result.forfeits[1] is None
    assert any(reason in result.forfeits[0] for reason in REASONS[name].split("|")), result.forfeits
    assert len(result.moves) == (1 if name == "late_crash" else 0)


def test_who_sleeps_forfeits_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = load_course_player(stranger(tmp_path, "sleepy"), seconds=0.5)("upper")
    monkeypatch.setattr(seat, "_deadline", 0.0)
    with pytest.raises(ForfeitError, match="in time"):
        seat.action()
    with pytest.raises(ForfeitError, match="has ended"):
        seat.action()


def test_two_forfeits_are_a_draw(tmp_path: Path) -> None:
    bad = load_course_player(stranger(tmp_path, "crash"))
    result = play_course_game(bad, bad)
    assert result.goals == (50, 50)
    assert None not in result.forfeits


def test_time_adds_up_over_the_game(honest: Path) -> None:
    with load_course_player(honest, seconds=60)("upper") as seat:
        before = seat.seconds_used
        seat.action()
        assert 0 <= before <= seat.seconds_used < 5


def test_a_course_player_is_an_agent(honest: Path) -> None:
    agent, other = CourseAgent(load_course_player(honest), GAME, 1), Chooser(5)(GAME, 0)
    state = GAME.initial_state()
    for _ in range(3):
        moves = (other.decide(state, Limit()).move, agent.decide(state, Limit()).move)
        state = GAME.next_state(state, moves)
    assert [token.r for token in state.lower] == [-4]
    with pytest.raises(ParameterError, match="every turn"):
        agent.decide(RopasciState(turn=7), Limit())
    agent.close()


def test_an_agent_that_forfeits_says_so(tmp_path: Path) -> None:
    agent = CourseAgent(load_course_player(stranger(tmp_path, "illegal")), GAME, 0)
    with pytest.raises(ForfeitError, match="upper forfeits the game"):
        agent.decide(GAME.initial_state(), Limit())
    agent.close()
    with pytest.raises(UnsuitableGameError, match="cannot play tic_tac_toe"):
        CourseAgent(load_course_player(stranger(tmp_path, "illegal")), ludens.load("tic_tac_toe"), 0)


def test_there_must_be_a_player(tmp_path: Path, honest: Path) -> None:
    with pytest.raises(SourceError, match="neither a Python file nor a package"):
        load_course_player(tmp_path / "nobody.py")
    with pytest.raises(ForfeitError, match="AttributeError"):
        load_course_player(honest, "Nobody")("upper")


def test_what_is_off_the_clock_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's limit counts garbage collection, too; so before every call it is set to what is left."""
    limits: list[float] = []
    monkeypatch.setattr(child, "limit_cpu_time", limits.append)
    clock = child.Clock(allowed=5.0)
    clock.run(sum, range(100_000))
    used = clock.seconds
    sum(range(100_000))
    clock.run(sum, range(100))
    assert limits == [5.0, pytest.approx(5.0 - used)]
    assert used > 0


def test_all_that_a_game_may_need_is_loaded_before_memory_is_counted() -> None:
    asked = "from ludens.adapters.ropasci_course import course_player; course_player(); import sys; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout.split()
    assert "scipy.optimize" in loaded
