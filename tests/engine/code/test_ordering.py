"""The order of instructions: each comes after what it uses, fewer values are there at a time, nothing else changes."""

from __future__ import annotations

import random

import pytest

from ludens.engine.code.bulk import Variant, Way, bulk_function
from ludens.engine.code.ordering import ordered
from ludens.engine.code.spilling import NAME, most_live
from ludens.engine.layout import Layout
from ludens.engine.target import Target
from ludens.games.loading import load_rulesheet
from tests.engine.circuits import reachability

HALF = Target(1, 32)

BY_HAND = """define void @f() nounwind {
entry:
  br label %step
step:
  %x = phi i32 [ 1, %entry ], [ %o, %step ]
  %a = add i32 %x, 1
  %b = add i32 %x, 2
  %c = add i32 %x, 3
  %d = add i32 %x, 4
  %m = or i32 %a, %b
  %n = or i32 %c, %d
  %o = or i32 %m, %n
  %more = icmp ne i32 %o, 0
  br i1 %more, label %step, label %finished
finished:
  ret void
}"""


def test_terms_are_taken_up_as_they_are_made() -> None:
    lines = BY_HAND.split("\n")
    assert most_live(lines, "i32") == 4
    found = ordered(lines, "i32", 1)
    assert len(found) == len(lines)
    assert most_live(found, "i32") == 3
    assert {line.split(" = ")[1] for line in lines if " add " in line} == {
        line.split(" = ")[1] for line in found if " add " in line
    }


@pytest.mark.parametrize("shared", [1, 2])
@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "reversi(size=4)", "pentago"])
def test_everything_is_made_before_it_is_used(name: str, shared: int) -> None:
    layout = Layout(load_rulesheet(name).compiled.circuit)
    lines = bulk_function(layout, HALF, Variant(8), Way(thrifty=True, again=True)).split("\n")
    found = ordered(lines, HALF.plane, shared)
    begin = found.index("step:")
    made = {name for line in found[: begin + 1] for name in NAME.findall(line)}
    for line in found[begin + 1 :]:
        if " = phi " not in line and line.startswith("  %"):
            result, _, code = line.strip().partition(" = ")
            assert set(NAME.findall(code)) <= made
            assert result not in made or result in NAME.findall(" ".join(line for line in found if " = phi " in line))
            made.add(result)
        elif " = phi " in line:
            made.add(line.split()[0])


@pytest.mark.parametrize("seed", range(60))
def test_terms_that_come_up_again_change_nothing(seed: int) -> None:
    """Few names and many conjunctions and disjunctions, so that what is joined holds the same term twice."""
    draw = random.Random(seed)
    names, body = ["%x", "%y"], []
    for number in range(draw.randint(3, 25)):
        kind = draw.choice(["and", "or", "and", "or", "xor"])
        body.append(f"  %t{number} = {kind} i32 {draw.choice(names[-4:])}, {draw.choice(names)}")
        names.append(f"%t{number}")
    carried = [f"  %x = phi i32 [ 1, %entry ], [ {names[-1]}, %step ]"]
    carried.append(f"  %y = phi i32 [ 2, %entry ], [ {draw.choice(names[2:])}, %step ]")
    text = BY_HAND.replace("%o, 0", f"{names[-1]}, 0").split("\n")
    lines = [*text[: text.index("step:") + 1], *carried, *body, *text[-5:]]
    for shared in (1, 2):
        found = ordered(lines, "i32", shared)
        assert carried[0] in found
        assert carried[1] in found
        for x, y in ((0b0011, 0b0101), (0b0110, 0b1110)):
            wanted, seen = (values(each, x, y) for each in (lines, found))
            for phi in carried:
                after = phi.split("[ ")[2].split(",")[0]
                assert seen[after] == wanted[after]


def values(lines: list[str], x: int, y: int) -> dict[str, int]:
    """What a round of a loop makes of two numbers. Raises KeyError where something is used before it is made."""
    found = {"%x": x, "%y": y}
    for line in lines:
        result, _, code = line.strip().partition(" = ")
        kind, *rest = code.split() or [""]
        if kind in {"and", "or", "xor"}:
            a, b = (found[name.strip(",")] for name in rest[1:])
            found[result] = {"and": a & b, "or": a | b, "xor": a ^ b}[kind]
    return found


def test_loops_inside_stay_as_they_are() -> None:
    lines = bulk_function(Layout(reachability(9)), HALF, Variant(8), Way(thrifty=True)).split("\n")
    if any(line.endswith(":") for line in lines[lines.index("step:") + 1 : lines.index("finished:")]):
        assert ordered(lines, HALF.plane, 1) == lines
