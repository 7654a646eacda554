"""The list of pages, as the shell tells it to the browser."""

from __future__ import annotations

from typing import TypedDict


class PageData(TypedDict):
    """A page: its module, its addresses with the names of their parts in braces, and what is marked in the header."""

    name: str
    paths: list[str]
    section: str
