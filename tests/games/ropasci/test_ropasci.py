"""RoPaSci 360: game and engine against plain Python, and the facts of its rules."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

import ludens
from ludens.game import GoalError, IllegalMoveError, ParameterError
from ludens.games.ropasci import Ending, Ropasci, RopasciState, ending, layout, position, symmetric
from tests.games.ropasci.twin import Twin

GAME = Ropasci()
ENDINGS = {
    None: Ending.GOING_ON, "upper": Ending.UPPER_WINS, "lower": Ending.LOWER_WINS, "nothing left": Ending.NOTHING_LEFT,
    "invincible": Ending.BOTH_INVINCIBLE, "repeated": Ending.REPEATED, "too long": Ending.TOO_LONG,
}  # fmt: skip
NUMBER_OF = {move: number for number, move in enumerate(layout.MOVE_TEXTS)}


def numbers(moves: tuple[str, ...]) -> list[int]:
    return [NUMBER_OF[move] for move in moves]


def lazy(twin: Twin, rng: random.Random) -> tuple[str, str]:
    """Moves that throw seldom and often go back and forth, so that there are long games, stacks and repetitions."""
    chosen = []
    for owner in (0, 1):
        moves = sorted(twin.legal(owner))
        slow = [move for move in moves if not move.startswith("(throw")]
        chosen.append(rng.choice(slow if slow and rng.random() < 0.9 else moves))
    return chosen[0], chosen[1]


def uniform(twin: Twin, rng: random.Random) -> tuple[str, str]:
    return rng.choice(sorted(twin.legal(0))), rng.choice(sorted(twin.legal(1)))


def shuffling(twin: Twin, rng: random.Random) -> tuple[str, str]:
    """Throws at first, then only the few first moves: back and forth until a position has come up three times."""
    chosen = []
    for owner in (0, 1):
        moves = [move for move in sorted(twin.legal(owner)) if not move.startswith("(throw")]
        chosen.append(rng.choice(moves[:2]) if moves and twin.turns > 2 else rng.choice(sorted(twin.legal(owner))))
    return chosen[0], chosen[1]


@pytest.mark.parametrize(
    ("style", "games", "seed"),
    [
        (uniform, 15, 1),
        (lazy, 12, 2),
        (shuffling, 60, 3),
        *(pytest.param(style, 60, 4, marks=pytest.mark.slow) for style in (uniform, lazy, shuffling)),
    ],
)
def test_game_and_engine_agree_with_the_twin(style: object, games: int, seed: int) -> None:
    rng, engine, positions = random.Random(seed), GAME.engine, 0
    results: Counter[str | None] = Counter()
    for _ in range(games):
        twin, state, row = Twin(), GAME.initial_state(), engine.initial()
        while True:
            positions += 1
            compare(twin, state, row)
            if twin.result() is not None:
                break
            moves = style(twin, rng)  # type: ignore[operator]
            twin.play(moves)
            state = GAME.next_state(state, moves)
            row = engine.step(row, np.array([numbers(moves)]))
        results[twin.result()] += 1
    assert positions > 1_000
    assert results["repeated"] > 0 if style is shuffling else len(results) >= 2


def compare(twin: Twin, state: RopasciState, row: np.typing.NDArray[np.uint64]) -> None:
    """Everything there is to know of one position."""
    assert GAME.pack([state]).tolist() == row.tolist()
    assert GAME.unpack(row) == [state]
    assert {term for term in GAME.text(state).replace(") (", ")|(").split("|") if "earlier" not in term} == twin.terms()
    assert ending(state) is ENDINGS[twin.result()]
    assert state.seen == twin.seen[twin.configuration()]
    terminal, goals = GAME.engine.outcome(row)
    assert terminal[0] == GAME.is_terminal(state) == (twin.result() is not None)
    if terminal[0]:
        assert tuple(goals[0]) == GAME.goals(state) == twin.goals()
    for role, table in enumerate(GAME.engine.legal(row)):
        expected = sorted(twin.legal(role))
        assert list(GAME.legal_moves(state, role)) == expected
        assert sorted(layout.MOVE_TEXTS[number] for number in np.flatnonzero(table[0])) == expected


def crowded(rng: random.Random) -> Twin:
    """Up to nine tokens a side on few hexes, so that there are stacks, pivots and battles."""
    places = rng.sample([(r, q) for r in range(-2, 3) for q in range(-2, 3) if -2 <= r + q <= 2], 12)
    symbols = {place: rng.choice("rps") for place in places}
    tokens = []
    for owner in (0, 1):
        tokens += [(owner, symbols[place], place) for place in rng.choices(places, k=rng.randrange(10))]
    most = [sum(who == owner for who, _, _ in tokens) for owner in (0, 1)]
    return Twin(tokens, [rng.randint(number, 9) for number in most], rng.choice([5, 100, 358, 359]))


def as_state(twin: Twin) -> RopasciState:
    sides = [", ".join(f"{symbol} {r} {q}" for symbol, (r, q) in twin.of(owner)) for owner in (0, 1)]
    return position(sides[0], sides[1], (twin.throws[0], twin.throws[1]), twin.turns)


@pytest.mark.slow
def test_crowded_positions_agree_with_the_twin() -> None:
    rng = random.Random(4)
    twins = [crowded(rng) for _ in range(8_000)]
    rows = GAME.pack([as_state(twin) for twin in twins])
    legal, (terminal, goals) = GAME.engine.legal(rows), GAME.engine.outcome(rows)
    joint = np.zeros((len(twins), 2), dtype=np.int64)
    for number, twin in enumerate(twins):
        assert terminal[number] == (twin.result() is not None)
        assert tuple(goals[number]) == (twin.goals() if terminal[number] else (-1, -1))
        choices = [sorted(twin.legal(role)) for role in (0, 1)]
        for role in (0, 1):
            found = sorted(layout.MOVE_TEXTS[move] for move in np.flatnonzero(legal[role][number]))
            assert found == choices[role]
        if not terminal[number]:
            moves = (rng.choice(choices[0]), rng.choice(choices[1]))
            joint[number] = numbers(moves)
            twin.play(moves)
    going = np.flatnonzero(~terminal)
    following = GAME.unpack(GAME.engine.step(rows[going], joint[going]))
    states = GAME.unpack(rows[going])
    for number, state, after in zip(going.tolist(), states, following, strict=True):
        assert GAME.next_state(state, [layout.MOVE_TEXTS[move] for move in joint[number]]) == after
        terms = GAME.text(after).replace(") (", ")|(").split("|")
        assert {term for term in terms if "earlier" not in term} == twins[number].terms()
        assert len(after.upper) + len(after.lower) == len(twins[number].tokens)
        assert ending(after) is ENDINGS[twins[number].result()]


def test_counts_of_the_first_turns() -> None:
    engine, start = GAME.engine, GAME.initial_state()
    assert [len(GAME.legal_moves(start, role)) for role in (0, 1)] == [15, 15]
    second: Counter[int] = Counter()
    third: Counter[int] = Counter()
    reached = set()
    lower = ("(throw r -4 0)", "(throw r -4 1)")
    for first in GAME.legal_moves(start, 0):
        after = GAME.next_state(start, (first, lower[0]))
        moves = GAME.legal_moves(after, 0)
        second[len(moves)] += 1
        row = GAME.pack([after] * len(moves))
        joint = np.array([numbers((move, lower[1])) for move in moves])
        rows = engine.step(row, joint)
        third.update(engine.legal(rows)[0].sum(axis=1).tolist())
        reached |= {(state.upper, state.throws[0]) for state in GAME.unpack(rows)}
    assert second == {36: 6, 37: 9}
    assert sum(second[n] * n for n in second) == 549
    assert third == {36: 6, 37: 24, 39: 24, 57: 18, 58: 27, 60: 18, 61: 90, 62: 72, 63: 54, 64: 108, 66: 54, 68: 54}
    assert sum(third[n] * n for n in third) == 33_216
    assert len(reached) == 423


def test_sequences_of_two_and_three_turns_by_the_engine() -> None:
    engine = GAME.engine
    first = engine.step(engine.initial(225), pairs(engine.legal(engine.initial())))
    two, three = 0, 0
    for row in first:
        choices = pairs(engine.legal(row[None]))
        two += len(choices)
        for part in np.array_split(choices, 4):
            counts = [
                table.sum(axis=1) for table in engine.legal(engine.step(np.repeat(row[None], len(part), 0), part))
            ]
            three += int((counts[0] * counts[1]).sum())
    assert (two, three) == (301_401, 1_103_302_656)


def pairs(legal: list[np.typing.NDArray[np.bool_]]) -> np.typing.NDArray[np.int64]:
    """All joint moves of one position."""
    upper, lower = (np.flatnonzero(table[0]) for table in legal)
    return np.stack([np.repeat(upper, len(lower)), np.tile(lower, len(upper))], axis=1)


@pytest.mark.parametrize(
    ("upper", "throws", "expected"),
    [
        ("", 8, 183), ("r 0 0", 9, 6), ("r 4 -4", 9, 3), ("r 0 0, r 0 1", 9, 18), ("r 0 0, r 0 0", 9, 6),
        ("r 0 0, r 0 1, r 1 0", 9, 33), ("r 0 0, r 0 1, r 0 2", 9, 30), ("r 4 -2", 1, 37),
        ("r 4 -2, r 3 -2, r 3 -1", 3, 105),
    ],
)  # fmt: skip
def test_numbers_of_actions(upper: str, throws: int, expected: int) -> None:
    state = position(upper, "", (throws, 0))
    assert len(GAME.legal_moves(state, 0)) == expected
    assert GAME.engine.legal(GAME.pack([state]))[0].sum() == expected


def test_slides_and_swings_are_told_apart() -> None:
    moves = GAME.legal_moves(position("r 0 0, r 0 1, r 1 0", "", (9, 0)), 0)
    assert Counter(move.split()[0] for move in moves) == {"(slide": 18, "(swing": 15}


@pytest.mark.parametrize(
    ("upper", "lower", "moves", "after"),
    [
        ("r 0 0", "s 0 1", ("(slide 0 0 0 1)", "(slide 0 1 0 0)"), ("r 0 1", "s 0 0")),
        ("r 0 0", "s 0 1", ("(slide 0 0 0 1)", "(slide 0 1 0 2)"), ("r 0 1", "s 0 2")),
        ("r 0 0", "s 0 2", ("(slide 0 0 0 1)", "(slide 0 2 0 1)"), ("r 0 1", "")),
        ("p 0 0, r 0 1", "s 0 2", ("(slide 0 0 0 1)", "(slide 0 2 0 1)"), ("", "")),
        ("p 0 0, r 0 1", "p 0 2", ("(slide 0 0 0 1)", "(slide 0 2 0 1)"), ("p 0 1", "p 0 1")),
        ("s 4 0", "r -4 0", ("(throw r 4 0)", "(slide -4 0 -4 1)"), ("r 4 0", "r -4 1")),
        ("r 0 0, p 0 1, p 0 1", "p 0 1, r 3 0", ("(swing 0 0 0 2)", "(slide 3 0 3 1)"),
         ("r 0 2, p 0 1, p 0 1", "p 0 1, r 3 1")),
    ],
)  # fmt: skip
def test_battles(upper: str, lower: str, moves: tuple[str, str], after: tuple[str, str]) -> None:
    state = position(upper, lower, (8, 8))
    expected = position(after[0], after[1], (9, 9)).tokens
    assert GAME.next_state(state, moves).tokens == expected
    assert GAME.unpack(GAME.engine.step(GAME.pack([state]), np.array([numbers(moves)])))[0].tokens == expected


@pytest.mark.parametrize(
    ("upper", "lower", "throws", "moves", "result"),
    [
        ("r 0 0, s 3 0", "", (9, 8), ("(slide 0 0 0 1)", "(throw s 0 1)"), Ending.UPPER_WINS),
        ("r 0 1, s 3 0", "", (9, 9), None, Ending.UPPER_WINS),
        ("p 0 0, r 0 1", "", (9, 8), ("(slide 0 0 0 1)", "(throw s 0 1)"), Ending.NOTHING_LEFT),
        ("p 0 0, r 0 1", "s 0 2", (8, 8), ("(slide 0 0 0 1)", "(slide 0 2 0 1)"), Ending.GOING_ON),
        ("p 0 0, r 0 1", "p 3 0, p 4 0", (9, 9), None, Ending.BOTH_INVINCIBLE),
        ("s 0 0, r 0 1", "p 3 0", (9, 9), None, Ending.UPPER_WINS),
        ("s 0 0", "p 3 0", (4, 9), None, Ending.UPPER_WINS),
        ("s 0 0", "p 3 0", (9, 4), None, Ending.GOING_ON),
        ("p 3 0", "s 0 0, r 0 1", (9, 9), None, Ending.LOWER_WINS),
        ("", "s 0 0", (9, 2), None, Ending.LOWER_WINS),
        ("", "", (9, 9), None, Ending.NOTHING_LEFT),
        ("", "", (9, 8), None, Ending.LOWER_WINS),
    ],
)
def test_ends(upper: str, lower: str, throws: tuple[int, int], moves: tuple[str, str] | None, result: Ending) -> None:
    state = position(upper, lower, throws)
    row = GAME.pack([state])
    if moves is not None:
        assert ending(state) is not result or result is Ending.GOING_ON
        row = GAME.engine.step(row, np.array([numbers(moves)]))
        state = GAME.next_state(state, moves)
    assert ending(state) is result
    terminal, goals = GAME.engine.outcome(row)
    assert terminal[0] == (result is not Ending.GOING_ON)
    if terminal[0]:
        assert tuple(goals[0]) == GAME.goals(state)
    else:
        with pytest.raises(GoalError):
            GAME.goals(state)


def test_turn_360_ends_the_game() -> None:
    state = position("r 0 0, p 2 2", "r 4 0, p 4 -1", (9, 8), 359)
    assert ending(state) is Ending.GOING_ON
    moves = ("(slide 0 0 0 1)", "(slide 4 0 3 0)")
    assert ending(GAME.next_state(state, moves)) is Ending.TOO_LONG
    assert ending(GAME.unpack(GAME.engine.step(GAME.pack([state]), np.array([numbers(moves)])))[0]) is Ending.TOO_LONG


def test_the_third_occurrence_ends_the_game_also_when_not_in_succession() -> None:
    state = position("r 0 0", "r 4 0", (1, 1), 1)
    row = GAME.pack([state])
    there, back = ("(slide 0 0 0 1)", "(slide 4 0 3 0)"), ("(slide 0 1 0 0)", "(slide 3 0 4 0)")
    away, home = ("(slide 0 0 1 0)", "(slide 4 0 3 1)"), ("(slide 1 0 0 0)", "(slide 3 1 4 0)")
    for moves, seen in ((there, 1), (back, 2), (away, 1), (home, 3)):
        state, row = GAME.next_state(state, moves), GAME.engine.step(row, np.array([numbers(moves)]))
        assert state.seen == seen
        assert GAME.unpack(row) == [state]
    assert ending(state) is Ending.REPEATED
    assert GAME.goals(state) == (50, 50)
    assert GAME.engine.outcome(row)[0][0]


def test_a_throw_starts_counting_anew_and_so_does_a_battle() -> None:
    state = position("r 0 0", "r 4 0, s -4 0", (2, 2), 2)
    state = GAME.next_state(state, ("(slide 0 0 0 1)", "(slide 4 0 3 0)"))
    assert len(state.earlier) == 1
    assert GAME.next_state(state, ("(throw s 4 -4)", "(slide 3 0 4 0)")).earlier == ()
    state = position("r 0 0", "s 0 2, r -4 0", (2, 2), 2)
    state = GAME.next_state(state, ("(slide 0 0 0 1)", "(slide -4 0 -4 1)"))
    assert len(state.earlier) == 1
    fought = GAME.next_state(state, ("(slide 0 1 0 2)", "(slide -4 1 -4 0)"))
    assert len(fought.lower) == 1
    assert fought.earlier == ()


def test_playouts_know_the_past_of_their_position() -> None:
    """One turn before a third occurrence: of all pairs of moves exactly one ends the game."""
    state = position("r 4 -4", "r -4 4", (1, 1), 1)
    there, back = ("(slide 4 -4 4 -3)", "(slide -4 4 -4 3)"), ("(slide 4 -3 4 -4)", "(slide -4 3 -4 4)")
    for moves in (there, back, there):
        state = GAME.next_state(state, moves)
    assert len(state.earlier) == 3
    found = GAME.engine.games(GAME.pack([state]), 100_000, 1, max_steps=1)
    ended = found.ended[0]
    assert (found.goals[0][ended] == 50).all()
    expected = 100_000 / (len(GAME.legal_moves(state, 0)) * len(GAME.legal_moves(state, 1)))
    assert abs(ended.sum() - expected) < 5 * expected**0.5


def test_symmetries_preserve_choices_and_results() -> None:
    rng = random.Random(5)
    twins = [crowded(rng) for _ in range(300)]
    states = [as_state(twin) for twin in twins]
    for state in states:
        images = symmetric(state)
        assert len(images) == 12
        assert images[0] == state
        for number, image in enumerate(images):
            order = (0, 1) if number < 6 else (1, 0)
            assert len(GAME.legal_moves(image, order[0])) == len(GAME.legal_moves(state, 0))
            assert len(GAME.legal_moves(image, order[1])) == len(GAME.legal_moves(state, 1))
            if GAME.is_terminal(state):
                assert GAME.goals(image) == tuple(GAME.goals(state)[role] for role in order)
    assert any(len(set(symmetric(state))) == 12 for state in states)


@pytest.mark.slow
def test_symmetries_commute_with_moves() -> None:
    rng, compared = random.Random(6), 0
    while compared < 8:
        twin = crowded(rng)
        twin.throws, twin.tokens = [9, 9], rng.sample(twin.tokens, min(7, len(twin.tokens)))
        state = as_state(twin)
        if GAME.is_terminal(state):
            continue
        compared += 1
        images, after = symmetric(state), successors(state)
        for number in (1, 3, 6, 10):
            assert successors(images[number]) == {symmetric(other)[number] for other in after}


def successors(state: RopasciState) -> set[RopasciState]:
    """All positions one turn later."""
    row = GAME.pack([state])
    joint = pairs(GAME.engine.legal(row))
    return set(GAME.unpack(np.unique(GAME.engine.step(np.repeat(row, len(joint), axis=0), joint), axis=0)))


def test_random_play_has_the_known_statistics() -> None:
    engine, number = GAME.engine, 20_000
    found = engine.games(engine.initial(), number, 11)
    assert found.ended.all()
    upper = (found.goals[0, :, 0] == 100).mean()
    lower = (found.goals[0, :, 1] == 100).mean()
    drawn = (found.goals[0, :, 0] == 50).mean()
    # The published values come from 1,000 games: three standard errors of theirs, and ours.
    for share, known in ((upper, 0.286), (lower, 0.294), (drawn, 0.407 + 0.011 + 0.002)):
        assert abs(share - known) < 3 * (known * (1 - known) / 1_000) ** 0.5
    assert abs(found.lengths.mean() - 108.7) < 3 * found.lengths.std() / 1_000**0.5
    assert abs(float(np.median(found.lengths)) - 93) < 8
    assert found.lengths.max() == 360
    assert found.lengths.min() >= 5


def test_all_kinds_of_ends_occur_in_random_play() -> None:
    rng, kinds = random.Random(12), Counter[Ending]()
    for _ in range(200):
        state = GAME.initial_state()
        row = GAME.pack([state])
        while not GAME.engine.outcome(row)[0][0]:
            legal = GAME.engine.legal(row)
            row = GAME.engine.step(row, np.array([[rng.choice(np.flatnonzero(t[0]).tolist()) for t in legal]]))
        kinds[ending(GAME.unpack(row)[0])] += 1
    assert abs(kinds[Ending.BOTH_INVINCIBLE] / 200 - 0.407) < 0.11
    assert kinds[Ending.UPPER_WINS] > 30
    assert kinds[Ending.LOWER_WINS] > 30


def test_the_playouts_choose_uniformly() -> None:
    engine = GAME.engine
    state = position("r 4 -2, r 3 -2, r 3 -1", "p -4 0", (3, 9))
    found = engine.playouts(GAME.pack([state]), 105_000, 3, max_steps=1, amaf=True)
    assert found.played is not None
    made = found.played[0][0][0]
    legal = engine.legal(GAME.pack([state]))[0][0]
    assert (made[~legal] == 0).all()
    expected = 1_000
    assert legal.sum() == 105
    chi_square = ((made[legal] - expected) ** 2 / expected).sum()
    assert 104 - 5 * 208**0.5 < chi_square < 104 + 5 * 208**0.5


def test_moves_are_counted_once_a_game() -> None:
    engine = GAME.engine
    found = engine.playouts(engine.initial(), 500, 4, amaf=True)
    assert found.played is not None
    for role in (0, 1):
        made, gained = (table[0] for table in found.played[role])
        assert made.max() <= 500
        assert made[: layout.FIRST_WALK].sum() > 500 * 5
        assert (gained <= 100 * made).all()
        assert made.sum() <= found.steps[0]


@pytest.mark.parametrize(
    ("moves", "named"),
    [
        (("(throw r 3 0)", "(throw r -4 0)"), "(throw r 3 0)"),
        (("(throw r 4 0)", "(throw r -3 0)"), "(throw r -3 0)"),
        (("(slide 4 0 3 0)", "(throw r -4 0)"), "(slide 4 0 3 0)"),
        (("(throw x 4 0)", "(throw r -4 0)"), "(throw x 4 0)"),
        (("noop", "(throw r -4 0)"), "noop"),
    ],
)
def test_illegal_moves_are_named(moves: tuple[str, str], named: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        GAME.next_state(GAME.initial_state(), moves)
    assert caught.value.move == named
    if all(move in NUMBER_OF for move in moves):
        with pytest.raises(IllegalMoveError) as caught:
            GAME.engine.step(GAME.engine.initial(), np.array([numbers(moves)]))
        assert caught.value.move == named


def test_nothing_is_legal_at_the_end() -> None:
    state = position("s 0 0, r 0 1", "p 3 0", (9, 9))
    moves = ("(slide 0 0 1 0)", "(slide 3 0 3 1)")
    with pytest.raises(IllegalMoveError, match="Legal: none"):
        GAME.next_state(state, moves)
    with pytest.raises(IllegalMoveError, match="Legal: none"):
        GAME.engine.step(GAME.pack([state]), np.array([numbers(moves)]))


@pytest.mark.parametrize(
    ("upper", "lower", "throws", "turn", "message"),
    [
        ("r 0", "", (9, 9), 0, "should have the form"), ("r 0 x", "", (9, 9), 0, "should have the form"),
        ("k 0 0", "", (9, 9), 0, "no token"), ("r 4 4", "", (9, 9), 0, "no token"),
        ("r 0 0, r 1 0", "", (1, 1), 0, "do not fit"), ("", "", (10, 0), 0, "do not fit"),
        ("r 0 0", "s 0 0", (9, 9), 0, "Different symbols"), ("", "", (0, 0), 361, "no turn 361"),
    ],
)  # fmt: skip
def test_positions_that_cannot_be(upper: str, lower: str, throws: tuple[int, int], turn: int, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        position(upper, lower, throws, turn)


def test_loading() -> None:
    assert isinstance(ludens.load("ropasci"), Ropasci)
    assert len(set(layout.MOVE_TEXTS)) == layout.MOVES == 183 + 312 + 522
