"""What was learnt of common games and comes with the package, by their rules; ``scripts/learnt.py`` makes it."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

PATH = Path(__file__).parent / "data" / "learnt.jsonl"


@dataclass(frozen=True, slots=True)
class Shipped:
    """A model as text, with the digest of the rules, that of the features whose weights it has, and the game's name.

    ``skill``: how good it is in new games, the numbers of ``skill.Skill`` in order, where that is known.
    """

    rules: str
    features: str
    name: str
    model: str
    skill: tuple[float, ...] = ()


@functools.cache
def shipped() -> dict[str, Shipped]:
    """All of them by the digest of the rules, read once."""
    return from_text(PATH.read_text("utf-8")) if PATH.exists() else {}


def from_text(text: str) -> dict[str, Shipped]:
    """What ``to_text`` has written."""
    lines = map(json.loads, text.splitlines())
    found = [Shipped(rules, features, name, model, tuple(skill)) for rules, features, name, model, skill in lines]
    return {entry.rules: entry for entry in found}


def to_text(entries: Iterable[Shipped]) -> str:
    """One game a line, by name."""
    listed = sorted(entries, key=lambda entry: entry.name)
    lines = [json.dumps([entry.rules, entry.features, entry.name, entry.model, entry.skill]) for entry in listed]
    return "".join(f"{line}\n" for line in lines)
