"""What can stand for a letter, in words: ``1 to 8``, or the names."""

from __future__ import annotations

from collections.abc import Collection

from ludens.gdl.domains import Value

MOST_NAMES = 6


def values_text(values: Collection[Value]) -> str:
    """The values in short; nothing where there are none, or too many names."""
    names = [value for value in values if isinstance(value, str)]
    if len(names) < len(values) or not names:
        return ""
    if all(name.isdecimal() for name in names):
        numbers = sorted(map(int, names))
        if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
            return f"from {numbers[0]} to {numbers[-1]}"
        names = [str(number) for number in numbers]
    return f"one of {', '.join(sorted(names))}" if 1 < len(names) <= MOST_NAMES else ""
