"""Errors, as data: a message for people, and places in rules where it is about rules."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict


class Error(TypedDict):
    """The frame ``error``: what a page asked for has not been done."""

    type: Literal["error"]
    message: str


class Failure(TypedDict):
    """What went wrong with a request; ``places`` are lines and columns."""

    message: str
    places: NotRequired[list[list[int]]]


class ErrorAnswer(TypedDict):
    """The answer to a request that failed."""

    error: Failure
