"""Drawing rulesheets that nobody has described: each way in which rules speak of boards, in a sheet of a few lines."""

from __future__ import annotations

import pytest

from ludens.boards import draw, picture
from ludens.boards.inference.infer import infer
from ludens.boards.orders import Orders, are_grid_names, axis, is_counting, number_of, ordered, successor_chains
from ludens.boards.picture import Facts, Grid, Line, Outline, Seats, Stacks, Stroke
from ludens.gdl import Reasoner, Source, load_rules
from ludens.gdl.domains import FLUENT, MOVE, infer_domains
from ludens.gdl.parser import parse

GAME = "(role you) (role me) (legal you wait) (legal me wait) (<= terminal (true over)) (goal you 1) (goal me 1)"


def game(*rules: str) -> Reasoner:
    return load_rules(Source(f"{GAME} {' '.join(rules)}"))


def facts(name: str, *lines: str) -> str:
    return " ".join(f"({name} {line})" for line in lines)


def start(*lines: str) -> str:
    return " ".join(f"(init ({line}))" for line in lines)


def drawn(*rules: str) -> list[str]:
    loaded = game(*rules)
    return draw(loaded, loaded.initial_state()).splitlines()


def only_grid(*rules: str) -> Grid:
    loaded = game(*rules)
    grids = [panel for panel in picture(loaded, loaded.initial_state()).panels if isinstance(panel, Grid)]
    assert len(grids) == 1
    return grids[0]


def test_letters_are_columns_and_numbers_rows_from_the_bottom() -> None:
    board = start("at a 1 rook", "at c 3 king", "at a 2 b", "at b 1 b", "at a 3 b", "at b 3 b", "at c 2 b")
    assert drawn(board, start("step 1")) == [
        " 3  · · k", " 2  ·   ·", " 1  r ·", "    a b c", "k = king, r = rook", "step: 1",
    ]  # fmt: skip


def test_places_that_the_start_does_not_list_are_found_in_the_rules() -> None:
    rules = (
        "(index 1) (index 2) (index 3) (<= (legal you (put ?x ?y)) (index ?x) (index ?y))",
        "(<= (next (stone ?x ?y ?r)) (does ?r (put ?x ?y)))",
    )
    assert drawn(*rules) == [" 3  · · ·", " 2  · · ·", " 1  · · ·", "    1 2 3"]


def test_rows_are_named_first_if_variables_say_so() -> None:
    rule = "(<= (next (cell ?row ?col ?p)) (true (cell ?row ?col ?p)))"
    board = start("cell 1 1 x", "cell 1 2 b", "cell 2 1 b", "cell 2 2 b", "cell 1 3 o", "cell 2 3 b")
    assert drawn(rule, board)[:3] == [" 1  x · o", " 2  · · ·", "    1 2 3"]


def test_coordinates_are_ordered_by_successor_facts() -> None:
    chain = facts("after", "low mid", "mid high")
    board = start("cell low low x", "cell mid low b", "cell high low o", "cell low mid b", "cell low high b",
                  "cell mid mid b", "cell high high b", "cell mid high b", "cell high mid b")  # fmt: skip
    assert [line.split()[0] for line in drawn(chain, board)[:3]] == ["high", "mid", "low"]


def test_several_boards_by_a_third_coordinate() -> None:
    cells = [f"cell {z} {x} {y} {'x' if z == x == y else 'b'}" for z in "12" for x in "123" for y in "123"]
    loaded = game(start(*cells))
    grids = picture(loaded, loaded.initial_state()).panels
    assert [grid.title for grid in grids if isinstance(grid, Grid)] == ["1", "2"]


def test_a_board_of_boards() -> None:
    cells = [f"cell {a} {b} {x} {y} b" for a in "12" for b in "12" for x in "12" for y in "12"]
    board = only_grid(start(*cells))
    assert len(board.cells) == 16
    assert {line.stroke for line in board.lines} == {Stroke.BORDER}
    assert len(board.lines) == 2


def test_cells_with_names_lie_in_a_hexagon() -> None:
    rows = {"a": 2, "b": 3, "c": 2}
    cells = [f"cell {letter}{number} blank" for letter, length in rows.items() for number in range(1, length + 1)]
    board = only_grid(start(*cells, "cell b4 red"), "(init (cell a3 blank)) (init (cell c3 blank))")
    assert board.outline is Outline.HEXAGON
    assert {cell.place[2]: cell.x for cell in board.cells if cell.place[1] == "1"} == {"a": -1, "b": -1.5, "c": -1}


def test_six_neighbours_make_a_hexagonal_board() -> None:
    rules = (
        facts("next_to", "1 2", "2 3"),
        "(index 1) (index 2) (index 3)",
        "(<= (adjacent ?x ?y ?x ?z) (index ?x) (next_to ?y ?z))",
        "(<= (adjacent ?x ?y ?z ?y) (next_to ?x ?z) (index ?y))",
        "(<= (adjacent ?x ?y ?u ?v) (next_to ?x ?u) (next_to ?v ?y))",
        "(<= (legal you (put ?x ?y)) (index ?x) (index ?y))",
        "(<= (next (stone ?x ?y ?r)) (does ?r (put ?x ?y)))",
    )
    board = only_grid(*rules)
    assert board.outline is Outline.HEXAGON
    centres = {cell.place[1:]: (cell.x, cell.y) for cell in board.cells}
    (x, y), (to_x, to_y) = centres["1", "2"], centres["2", "1"]  # neighbours by the last rule
    assert (to_x - x) ** 2 + (to_y - y) ** 2 == pytest.approx(1)
    (x, y), (to_x, to_y) = centres["1", "1"], centres["2", "2"]  # no neighbours
    assert (to_x - x) ** 2 + (to_y - y) ** 2 > 1.1


def test_walls_and_ties() -> None:
    rules = start("at king 1 1", "at queen 2 2", "wall 1 1 1 2", "wall 2 1 3 3", "blockedeast 1 1")
    index = facts("index", "1", "2", "3") + "(<= (legal you (go ?x ?y)) (index ?x) (index ?y))"
    moves = "(<= (next (at king ?x ?y)) (does you (go ?x ?y)))"
    every = (
        "(<= (next (wall ?x ?y ?u ?v)) (true (wall ?x ?y ?u ?v))) (<= (next (wall ?x ?y ?x ?y)) (index ?x) (index ?y))"
    )
    loaded = game(rules, index, moves, every)
    board, *rest = picture(loaded, loaded.initial_state()).panels
    assert isinstance(board, Grid)
    assert Line(0.5, 1.5, 0.5, 2.5, Stroke.WALL) in board.lines  # east of (1, 1), which is at the bottom
    assert Line(-0.5, 1.5, 0.5, 1.5, Stroke.WALL) in [_ascending(line) for line in board.lines]
    assert rest == [Facts((("wall", "2 1 3 3"),))]  # these two cells are no neighbours


def _ascending(line: Line) -> Line:
    (x1, y1), (x2, y2) = sorted([(line.x1, line.y1), (line.x2, line.y2)])
    return Line(x1, y1, x2, y2, line.stroke)


def test_a_row_of_places() -> None:
    assert drawn(start("lamp 1 on", "lamp 2 none", "lamp 3 none")) == ["    on ·  ·", "    1  2  3"]


def test_heaps_but_not_the_counters_of_roles() -> None:
    numbers = start("heap a 3", "heap b 0", "score you 2", "score me 1")
    assert drawn(numbers) == ["a  ●●● 3", "b   0", "you: score 2", "me: score 1"]


@pytest.mark.parametrize("swapped", [False, True])
def test_stacks(swapped: bool) -> None:
    pairs = [("a", "table"), ("b", "a"), ("c", "table")]
    lines = [f"on {lower} {upper}" if swapped else f"on {upper} {lower}" for upper, lower in pairs]
    things = " ".join(f"(thing {name})" for name in ("a", "b", "c", "table"))
    rule = "(<= (next (on ?x ?y)) (thing ?x) (thing ?y) (true (on ?y ?x)))"
    loaded = game(start(*lines), things, rule)
    stacks = picture(loaded, loaded.initial_state()).panels[0]
    assert isinstance(stacks, Stacks)
    assert [[piece.name for piece in stack] for stack in stacks.stacks] == [["a", "b"], ["c"]]


def test_a_term_that_lists_things_in_order() -> None:
    rule = "(<= (next (order ?a ?b ?c)) (true (order ?c ?b ?a)))"
    more = "(<= (next (order ?b ?a ?c)) (true (order ?a ?b ?c)))"
    assert drawn(start("order p3 p1 p2"), rule, more) == ["order:", "    p3 p1 p2", "    1  2  3"]


def test_what_can_be_chosen_is_a_hand() -> None:
    cards = start("holds you ace", "holds you king", "holds me ten", "holds me king")
    loaded = game(cards, "(<= (legal ?r (play ?c)) (true (holds ?r ?c)))")
    (seats,) = picture(loaded, loaded.initial_state()).panels
    assert isinstance(seats, Seats)
    assert {seat.role.name: [item.label for item in seat.items] for seat in seats.seats} == {
        "you": ["ace", "king"], "me": ["king", "ten"],
    }  # fmt: skip


def test_what_is_true_of_nobody_and_no_place_is_a_table() -> None:
    loaded = game(start("score you 3", "score me 4"), "(init ready)")
    seats, *rest = picture(loaded, loaded.initial_state()).panels
    assert isinstance(seats, Seats)
    assert [(seat.role.name, seat.counts) for seat in seats.seats] == [
        ("you", (("score", "3"),)), ("me", (("score", "4"),)),
    ]  # fmt: skip
    assert rest == [Facts((("ready", "yes"),))]
    assert not infer(loaded).boards


def test_a_name_of_a_built_in_game_does_not_fool_the_drawing() -> None:
    loaded = load_rules(Source(f"{GAME} (init (cell left 1 2))", "tic_tac_toe"))
    assert draw(loaded, frozenset({("cell", "left")})) == "cell: left"


def test_domains_follow_moves_that_are_passed_on_as_a_whole() -> None:
    rules = (
        "(<= (legal you ?move) (possible ?move)) (<= (possible (go ?x)) (index ?x)) (index 1) (index 2)",
        "(<= (next (at ?x)) (does you (go ?x)))",
    )
    domains = infer_domains(game(*rules).sheet.rules)
    assert domains.of(MOVE, ("go", 1)) == (frozenset({"1", "2"}),)
    assert domains.of(FLUENT, ("at", 1)) == (frozenset({"1", "2"}),)


def test_domains_take_only_what_all_conditions_allow() -> None:
    rules = "(small 1) (small 2) (odd 1) (odd 3) (<= (next (at ?x)) (small ?x) (odd ?x))"
    assert infer_domains(game(rules).sheet.rules).of(FLUENT, ("at", 1)) == (frozenset({"1"}),)


def rules_of(text: str) -> Orders:
    return Orders(parse(Source(text))[0].rules)


def test_orders() -> None:
    assert rules_of("").axis(["10", "9", "1"]) == ("1", "9", "10")
    assert rules_of("").axis(["c2", "c10", "c1"]) == ("c1", "c2", "c10")
    assert rules_of("").axis(["b", "a", "c"]) == ("a", "b", "c")
    assert rules_of("").axis(["b", "o", "x"]) is None
    assert rules_of("").axis(["two", "one"]) == ("one", "two")
    assert rules_of(facts("n", "south mid", "mid north")).axis(["north", "south"]) == ("south", "north")
    assert rules_of(facts("pred", "c3 c2", "c2 c1")).axis(["c1", "c2", "c3"]) == ("c1", "c2", "c3")
    assert successor_chains(parse(Source(facts("tree", "a b", "a c")))[0].rules) == []
    ring = successor_chains(parse(Source(facts("ring", "1 2", "2 3", "3 1")))[0].rules)
    assert ring == [{"1": 0, "2": 1, "3": 2}]


def test_names_in_the_order_people_count() -> None:
    assert ordered(["10", "9", "b2", "b10", "a"]) == ["9", "10", "a", "b2", "b10"]
    assert axis(["1", "4"]) == ["1", "2", "3", "4"]
    assert axis(["c", "a"]) == ["a", "c"]
    assert is_counting({"s1", "s2"})
    assert not is_counting({"s1", "t2"})
    assert are_grid_names([f"{letter}{number}" for letter in "abc" for number in "123"])
    assert not are_grid_names([f"{letter}{number}" for letter in "np" for number in "1234"])
    assert [number_of(name) for name in ("7", "s7", "seven", "p12", "piece7", "x")] == [7, 7, 7, 12, None, None]
