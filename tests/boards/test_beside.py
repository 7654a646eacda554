"""What lies beside boards, read off the rules: in sheets of a few lines that nobody has described."""

from __future__ import annotations

import pytest

import ludens
from ludens.boards import clicks, draw, picture
from ludens.boards.clicks import OnPlace
from ludens.boards.inference.infer import infer
from ludens.boards.picture import Grid, Hand, Look, Part, Seats, Shape
from ludens.gdl import Reasoner, Source, load_rules

GAME = "(role you) (role me) (<= terminal (true over)) (goal you 1) (goal me 1) (legal me wait)"


def game(rules: str) -> Reasoner:
    return load_rules(Source(f"{GAME} {rules}"))


def text(rules: str) -> list[str]:
    loaded = game(rules)
    return draw(loaded, loaded.initial_state()).splitlines()


PURSE = """
    (init (money you 3)) (init (money me 2)) (less 0 1) (less 0 2) (less 0 3) (less 1 2) (less 1 3) (less 2 3)
    (<= (legal you (offer ?n)) (true (money you ?m)) (less ?n ?m))
    (<= (next (money ?r ?n)) (true (money ?r ?m)) (less ?n ?m))
"""


def test_whatever_limits_a_bid_is_a_purse_whose_coins_are_clicked() -> None:
    loaded = game(PURSE)
    assert [purse.name for purse in infer(loaded).purses] == ["money"]
    (seats,) = picture(loaded, loaded.initial_state()).panels
    assert isinstance(seats, Seats)
    assert [item.label for item in seats.seats[0].items] == ["0", "1", "2", "3"]
    assert all(item.look is Look.COIN for item in seats.seats[0].items)
    assert clicks(loaded, loaded.initial_state(), 0).clicks("(offer 2)") == (OnPlace(("money", "2", "you")),)
    assert text(PURSE)[:2] == ["you: money 3", "me: money 2"]


def test_a_counter_that_limits_nothing_is_a_number() -> None:
    assert not infer(game(PURSE.replace("(true (money you ?m)) (less ?n ?m)", "(less ?n ?m)"))).purses


DOORS = """
    (gate a) (gate b) (gate c) (init (locked a)) (init (seen b))
    (<= (legal you (enter ?g)) (gate ?g)) (<= (next (seen ?g)) (does you (enter ?g)))
    (<= (next (locked ?g)) (true (locked ?g))) (<= (next (seen ?g)) (gate ?g) (true (seen ?g)))
    (<= (next (locked ?g)) (does you (enter ?g)))
"""


def test_things_of_which_facts_say_something_lie_in_a_row() -> None:
    loaded = game(DOORS)
    hand = picture(loaded, loaded.initial_state()).panels[0]
    assert isinstance(hand, Hand)
    assert hand.title == "gate"
    assert {item.label: item.notes for item in hand.items} == {"a": ("locked",), "b": ("seen",), "c": ()}
    assert all(item.look is Look.DOOR and item.target for item in hand.items)


PRIZES = """
    (init (turn 1)) (then 1 2) (then 2 3) (worth 1 9) (worth 2 4) (worth 3 7) (<= (legal you wait) (true (turn ?t)))
    (<= (next (turn ?b)) (true (turn ?a)) (then ?a ?b))
    (<= (next (won ?w)) (true (turn ?t)) (worth ?t ?w))
"""


def test_a_number_that_stands_for_something_shows_it() -> None:
    loaded = game(PRIZES)
    assert [(lookup.name, lookup.title) for lookup in infer(loaded).lookups] == [("turn", "worth")]
    assert text(PRIZES)[0] == "worth: [9] 4 7"
    state = loaded.next_state(loaded.initial_state(), ("wait", "wait"))
    hand = picture(loaded, state).panels[0]
    assert isinstance(hand, Hand)
    assert [(item.label, item.gone, item.now) for item in hand.items] == [
        ("9", True, False), ("4", False, True), ("7", False, False),
    ]  # fmt: skip


TRACK = """
    (init (ball 2)) (up 0 1) (up 1 2) (up 2 3) (up 3 4) (legal you push) (legal you pull)
    (<= (next (ball ?b)) (does you push) (true (ball ?a)) (up ?a ?b))
    (<= (next (ball ?a)) (does you pull) (true (ball ?b)) (up ?a ?b))
"""


def test_what_goes_to_and_fro_is_on_a_track_and_a_clock_is_not() -> None:
    assert text(TRACK)[:2] == ["    · · b · ·", "    0 1 2 3 4"]
    assert not infer(game(TRACK.replace("(does you pull) (true (ball ?b)) (up ?a ?b)", "(true (ball ?a))"))).boards


HALVES = """
    (n 1) (n 2) (n 3) (n 4) (half west 1) (half west 2) (half east 3) (half east 4)
    (<= (lies ?h ?x ?y) (half ?h ?x) (n ?y)) (<= (init (cell ?x ?y b)) (n ?x) (n ?y)) (init (cell 1 1 red))
    (<= (legal you (spin ?h ?d)) (half ?h ?x) (way ?d)) (way clockwise) (way counterclockwise)
    (<= (next (cell ?x ?y ?p)) (true (cell ?x ?y ?p)) (does you (spin ?h ?d)) (lies ?h ?x ?y))
"""


def test_parts_of_a_board_that_moves_name_have_handles() -> None:
    loaded = game(HALVES.replace("(init (cell 1 1 red))", ""))
    board = picture(loaded, loaded.initial_state(), ("(spin east clockwise)", "wait")).panels[0]
    assert isinstance(board, Grid)
    assert board.parts == (Part("west", -0.5, -0.5, 1.5, 3.5), Part("east", 1.5, -0.5, 3.5, 3.5, turned=1))
    assert {(handle.place[1], handle.place[2], handle.turns) for handle in board.handles} == {
        ("west", "clockwise", 1), ("west", "counterclockwise", -1),
        ("east", "clockwise", 1), ("east", "counterclockwise", -1),
    }  # fmt: skip
    made = clicks(loaded, loaded.initial_state(), 0).clicks("(spin west clockwise)")
    assert made == (OnPlace(("handle", "west", "clockwise")),)


def test_a_stone_is_marked_where_the_exchange_took_it() -> None:
    loaded = ludens.load("pentago_swap")
    joint = ("(play 0 1 tl br)", "noop")
    board = picture(loaded, loaded.next_state(loaded.initial_state(), joint), joint).panels[0]
    assert isinstance(board, Grid)
    assert [(cell.place[1:], bool(cell.pieces)) for cell in board.cells if cell.last] == [(("4", "3"), True)]
    assert {part.name: part.came for part in board.parts} == {"tl": "br", "tr": "", "bl": "", "br": "tl"}


def test_walls_are_in_the_colour_of_whoever_stood_there() -> None:
    loaded = ludens.load("tron")
    states = [loaded.initial_state()]
    for _ in range(3):
        states.append(loaded.next_state(states[-1], ("north", "south")))
    board = picture(loaded, states[-1], past=states[:-1]).panels[0]
    assert isinstance(board, Grid)
    walls = [piece.colour for cell in board.cells for piece in cell.pieces if piece.shape is Shape.BLOCK]
    assert sorted(walls) == ["blue"] * 4 + ["red"] * 4
    plain = picture(loaded, states[-1]).panels[0]
    assert isinstance(plain, Grid)
    assert {piece.colour for cell in plain.cells for piece in cell.pieces if piece.shape is Shape.BLOCK} == {""}


@pytest.mark.parametrize(
    ("name", "moves", "lines"),
    [
        ("goofspiel(cards=3)", ["bid 2, bid 3"],
         ["prize: 3 [2] 1", "row: hand 1 3, points 0", "column: hand 1 2, points 3"]),
        ("liars_dice", ["roll 2 4", "claim 2 4"], ["claim: 4 4", "first: die 2", "second: die 4"]),
        ("kuhn_poker", ["deal k j", "bet"], ["first: holds k, bet", "second: holds j"]),
        ("monty_hall", ["hide 2", "choose 1"], ["door: 1 (chosen) 2 (car) 3"]),
        ("oshi_zumo", ["bid 3, bid 2"], ["    · · · · w · ·", "w = wrestler", "row: coins 5", "column: coins 6"]),
    ],
)  # fmt: skip
def test_in_words(name: str, moves: list[str], lines: list[str]) -> None:
    position = ludens.show(name)
    for move in moves:
        position = position.play(move)
    assert [line for line in lines if line not in str(position).splitlines()] == []
