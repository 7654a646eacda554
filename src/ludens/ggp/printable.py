"""Text from the network as it may be shown: names of a rulesheet or a reply can hold anything a terminal obeys."""

from __future__ import annotations

import logging


def printable(text: str) -> str:
    """The text with control characters, and all else that is not to be seen, as escapes; lines stay lines."""
    return "".join(c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode("ascii") for c in text)


class PrintableFormatter(logging.Formatter):
    """Writes records so that nothing in them reaches a terminal as more than text."""

    def format(self, record: logging.LogRecord) -> str:
        return printable(super().format(record))
