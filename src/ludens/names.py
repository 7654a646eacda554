"""Names with parameters, as users type them: ``connect_four(columns=8, suicide=true)``."""

from __future__ import annotations

import re

from ludens.game import ParameterError

FORM = re.compile(r"\s*([A-Za-z][A-Za-z0-9_]*)\s*(?:\(([^()]*)\))?\s*")


def split_name(text: str) -> tuple[str, dict[str, str]] | None:
    """The name in lower case and the parameters as written; ``None`` when the text has another form."""
    match = FORM.fullmatch(text)
    if match is None:
        return None
    given: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in (match[2] or "").split(","))):
        key, sign, value = (piece.strip() for piece in part.partition("="))
        if not sign or not key or not value:
            raise ParameterError(f"{text.strip()}: {part!r} should have the form name=value.")
        if key in given:
            raise ParameterError(f"{text.strip()}: {key} is given twice.")
        given[key] = value
    return match[1].lower(), given


def join_name(name: str, given: dict[str, str]) -> str:
    """The text that ``split_name`` reads as this name with these parameters."""
    inside = ", ".join(f"{key}={value}" for key, value in given.items())
    return f"{name}({inside})" if given else name
