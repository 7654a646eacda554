"""Numbers of a rulesheet that a designer wants to turn: marked in comments, so that the sheet stays plain GDL.

::

    ; slider stones = 15 from 5 to 30
    (init (stones 15))                     ; = (init (stones {stones}))
    (after 0 1) (after 1 2) …              ; = (after {n-1} {n}) for n from 1 to stones

A line that ends with ``; =`` and a template is written anew when a slider moves: what stands in braces is worked out,
and with ``for … from … to …`` the template is repeated, once for each value; loops may be nested.
"""

from __future__ import annotations

import ast
import itertools
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ludens.game import ParameterError

SLIDER = re.compile(r"^\s*;+\s*slider\s+(\w+)\s*=\s*(-?\d+)\s+from\s+(-?\d+)\s+to\s+(-?\d+)\s*$", re.IGNORECASE)
FIRST_LOOP = re.compile(r"\sfor\s+\w+\s+from\s")
LOOP = re.compile(r"for\s+(\w+)\s+from\s+(.+?)\s+to\s+(.+?)(?=\s+for\s|\s*$)")
BRACES = re.compile(r"\{([^{}]*)\}")

MOST = 5_000
"""Times that one template is repeated at most, and rounds of all its loops together."""

LONGEST = 500
"""Characters of a template with its loops."""

OPERATORS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}


@dataclass(frozen=True, slots=True)
class Slider:
    """A number with a name, and between which values it may be."""

    name: str
    value: int
    low: int
    high: int


def sliders(text: str) -> list[Slider]:
    """The sliders that a sheet declares."""
    found: dict[str, Slider] = {}
    for line in text.splitlines():
        match = SLIDER.match(line)
        if match is not None:
            name, value, low, high = match[1], *map(int, match.groups()[1:])
            if low <= value <= high:
                found.setdefault(name, Slider(name, value, low, high))
    return list(found.values())


def with_values(text: str, values: Mapping[str, int]) -> str:
    """The sheet with other values of its sliders; raises ParameterError for what is no slider or beyond its ends."""
    known = {slider.name: slider for slider in sliders(text)}
    for name, value in values.items():
        slider = known.get(name)
        if slider is None:
            raise ParameterError(f"There is no slider {name}.")
        if not slider.low <= value <= slider.high:
            raise ParameterError(f"{name} may be from {slider.low} to {slider.high}, not {value}.")
    now = {name: values.get(name, slider.value) for name, slider in known.items()}
    return "\n".join(_line(line, number, now) for number, line in enumerate(text.split("\n"), 1))


def _line(line: str, number: int, values: Mapping[str, int]) -> str:
    match = SLIDER.match(line)
    if match is not None and match[1] in values:
        start, end = match.span(2)
        return f"{line[:start]}{values[match[1]]}{line[end:]}"
    code, _, comment = line.partition(";")
    mark = comment.lstrip()
    if not mark.startswith("=") or len(mark) > LONGEST or not values:
        return line
    first = FIRST_LOOP.search(mark)
    template, loops = (mark[1:], "") if first is None else (mark[1 : first.start()], mark[first.start() :])
    try:
        written = " ".join(_written(template.strip(), loops, values))
    except (ValueError, SyntaxError, KeyError) as error:
        raise ParameterError(f"Line {number}: the template cannot be filled in ({error}).") from None
    indent = code[: len(code) - len(code.lstrip())]
    return f"{indent}{written} {line[len(code) :]}"


def _written(template: str, loops: str, values: Mapping[str, int]) -> Iterator[str]:
    """The template for each value of its loops; raises ValueError where these are too many."""
    rounds = itertools.count()

    def looped(left: Sequence[tuple[str, str, str]], known: Mapping[str, int]) -> Iterator[str]:
        if not left:
            yield _filled(template, known)
            return
        (name, first, last), *inner = left
        for number in range(_worked_out(first, known), _worked_out(last, known) + 1):
            if next(rounds) >= MOST:
                raise ValueError(f"it would be repeated more than {MOST:,} times")
            yield from looped(inner, {**known, name: number})

    return looped(LOOP.findall(loops), values)


def _filled(template: str, values: Mapping[str, int]) -> str:
    return BRACES.sub(lambda match: str(_worked_out(match[1], values)), template)


def _worked_out(text: str, values: Mapping[str, int]) -> int:
    """A sum, difference or product of numbers and names."""
    return _value(ast.parse(text.strip(), mode="eval").body, values)


def _value(node: ast.expr, values: Mapping[str, int]) -> int:
    match node:
        case ast.Constant(value=int(number)):
            return number
        case ast.Name(id=name):
            if name not in values:
                raise ValueError(f"there is no {name}")
            return values[name]
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in OPERATORS:
            return OPERATORS[type(sign)](_value(left, values), _value(right, values))
    raise ValueError(f"{ast.unparse(node)} is not a sum, difference or product")
