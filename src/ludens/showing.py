"""What results show of themselves: lines and tables, as text in a terminal and as HTML in a notebook.

A command prints the same ones, on whatever terminal it has.
"""

from __future__ import annotations

import html
import io
import os
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table

WIDTH = 100
"""Columns, where there is no terminal."""


@dataclass(frozen=True, slots=True)
class TextTable:
    """Texts in columns. ``right``: the numbers of the columns, from 0, that are figures and stand on the right."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: frozenset[int] = frozenset()

    def grid(self) -> Table:
        """The table for a terminal."""
        from rich.table import Table as RichTable  # noqa: PLC0415  (it takes long to import)

        grid = RichTable(box=None, header_style="bold", pad_edge=False)
        for number, heading in enumerate(self.headings):
            if number in self.right:
                grid.add_column(heading, justify="right", no_wrap=True)
            else:
                grid.add_column(heading, overflow="fold")
        for row in self.rows:
            grid.add_row(*row)
        return grid

    def text(self, width: int) -> str:
        """The table in lines of at most this many characters."""
        from rich.console import Console  # noqa: PLC0415

        file = io.StringIO()
        Console(file=file, width=width, color_system=None, markup=False, highlight=False).print(self.grid())
        return "\n".join(line.rstrip() for line in file.getvalue().splitlines())

    def html(self) -> str:
        """The table for a notebook."""
        head = "".join(f"<th{self._aligned(number)}>{_safe(text)}</th>" for number, text in enumerate(self.headings))
        rows = "".join(
            f"<tr>{''.join(f'<td{self._aligned(number)}>{_safe(text)}</td>' for number, text in enumerate(row))}</tr>"
            for row in self.rows
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"

    def _aligned(self, number: int) -> str:
        return f' style="text-align: {"right" if number in self.right else "left"}"'


Block = str | TextTable
"""A line, or several, or a table."""


class Shown(ABC):
    """A result that shows itself wherever it is looked at: in a terminal, by ``print``, in a notebook."""

    @abstractmethod
    def blocks(self) -> Sequence[Block]:
        """What there is to show, from top to bottom."""

    def __str__(self) -> str:
        width = _width()
        return "\n".join(block if isinstance(block, str) else block.text(width) for block in self.blocks())

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return as_html(self.blocks())


def as_html(blocks: Iterable[Block]) -> str:
    """Lines as paragraphs, and tables."""
    return "".join(block.html() if isinstance(block, TextTable) else f"<p>{_safe(block)}</p>" for block in blocks)


def columns(heading: Sequence[str], cells: Iterable[Sequence[str]], right: Iterable[int] = ()) -> TextTable:
    """A table from rows of any kind of sequence."""
    return TextTable(tuple(heading), tuple(tuple(row) for row in cells), frozenset(right))


def _safe(text: str) -> str:
    return html.escape(text).replace("\n", "<br>")


def _width() -> int:
    try:
        return os.get_terminal_size().columns or WIDTH
    except OSError:
        return WIDTH
