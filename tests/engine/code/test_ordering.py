"""The order of instructions: each comes after what it uses, fewer values are there at a time, nothing else changes."""

from __future__ import annotations

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


def test_loops_inside_stay_as_they_are() -> None:
    lines = bulk_function(Layout(reachability(9)), HALF, Variant(8), Way(thrifty=True)).split("\n")
    if any(line.endswith(":") for line in lines[lines.index("step:") + 1 : lines.index("finished:")]):
        assert ordered(lines, HALF.plane, 1) == lines
