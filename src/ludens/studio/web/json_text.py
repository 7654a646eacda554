"""JSON from outside: an object, in text that can be written down again."""

from __future__ import annotations

import json

from ludens.game import ParameterError


def json_object(what: str, data: str | bytes) -> dict[str, object]:
    """The object in a JSON text; raises ParameterError, which names what the text is, when there is none."""
    try:
        text = data.decode() if isinstance(data, bytes) else data
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise ParameterError(f"{what} should be a JSON object.")
    if "\\u" in text and not _is_text(found):
        raise ParameterError(f"{what} has half of a character in it (a lone surrogate).")
    return found


def _is_text(value: object) -> bool:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True
