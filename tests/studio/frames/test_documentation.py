"""The interface as it is written down: every frame and every object in it has the fields that its type has."""

from __future__ import annotations

import dataclasses
import re
import typing
from pathlib import Path
from typing import Any

from ludens.studio.frames.match import StateAnswer
from ludens.studio.frames.train import TrainingAnswer
from ludens.studio.frames.watch import TableAnswer
from ludens.studio.frames.writing import Frame, RouteAnswer
from ludens.studio.match.commands import COMMANDS

TEXT = (Path(__file__).parents[3] / "docs" / "studio-api.md").read_text("utf-8")
STATIC = Path(__file__).parents[3] / "src" / "ludens" / "studio" / "static"


def fields(kind: Any) -> set[str]:
    """The fields of a type; those that may be missing end with a question mark."""
    if dataclasses.is_dataclass(kind):
        return {field.name for field in dataclasses.fields(kind)}
    hints = typing.get_type_hints(kind, include_extras=True)
    return {f"{name}?" if typing.get_origin(hint) is typing.NotRequired else name for name, hint in hints.items()}


def is_object(kind: Any) -> bool:
    return isinstance(kind, type) and (typing.is_typeddict(kind) or dataclasses.is_dataclass(kind))


def objects_in(kind: Any, found: dict[str, Any]) -> dict[str, Any]:
    """All objects that are reached from a type, by name."""
    if is_object(kind):
        if kind.__name__ in found:
            assert found[kind.__name__] is kind, f"two types are called {kind.__name__}"
        else:
            found[kind.__name__] = kind
            for inner in typing.get_type_hints(kind).values():
                objects_in(inner, found)
    else:
        for inner in typing.get_args(kind):
            objects_in(inner, found)
    return found


def table(heading: str) -> dict[str, set[str]]:
    """The rows of the first table below a heading: a name, and the fields in the second column."""
    section = TEXT.partition(f"\n{heading}\n")[2]
    assert section, heading
    rows = re.search(r"(?:^\|.*\n)+", section, re.MULTILINE)
    assert rows
    cells = [re.split(r"(?<!\\)\|", row)[1:-1] for row in rows[0].splitlines()[2:]]
    return {cell[0].strip(" `"): set(re.findall(r"`([\w?]+)`", cell[1])) for cell in cells}


FRAMES = {typing.get_args(typing.get_type_hints(kind)["type"])[0]: kind for kind in typing.get_args(Frame)}


def test_every_frame_is_written_down_with_its_fields() -> None:
    assert table("### Frames from the studio") == {name: fields(kind) - {"type"} for name, kind in FRAMES.items()}


def test_every_object_is_written_down_with_its_fields() -> None:
    found = objects_in(RouteAnswer, objects_in(Frame, {}))
    for kind in (*FRAMES.values(), StateAnswer, TableAnswer, TrainingAnswer):  # the last three are frames as answers
        del found[kind.__name__]
    assert table("## Objects") == {name: fields(kind) for name, kind in found.items()}


def test_every_frame_to_the_studio_is_written_down_with_its_fields() -> None:
    assert table("### Frames to the studio") == {
        **{name: {field.name for field in dataclasses.fields(kind)} for name, kind in COMMANDS.items()},
        "rules": {"number", "text", "brief"},
    }


def test_pages_know_the_frames_by_the_same_names() -> None:
    play = (STATIC / "pages" / "play.js").read_text("utf-8")
    handlers = re.search(r"const handlers = \{(.*?)\n    \};", play, re.DOTALL)
    assert handlers
    heard = set(re.findall(r"^      (\w+): ", handlers[1], re.MULTILINE))
    sent = set(re.findall(r"send\(\{ type: \"(\w+)\"|command\(\"(\w+)\"\)", play))
    for script in STATIC.rglob("*.js"):
        heard |= set(re.findall(r"\bframe\.type [!=]== \"(\w+)\"", script.read_text("utf-8")))
    assert heard <= set(FRAMES)
    assert set(FRAMES) - heard == {"seated"}
    assert {one or other for one, other in sent} <= set(COMMANDS)
