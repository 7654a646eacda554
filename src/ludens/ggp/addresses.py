"""Where a player of the network is: ``http://host:port``, or shorter."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ludens.game import ParameterError

DEFAULT_PORT = 9147
"""Where players listen by convention."""

FORM = re.compile(r"(?:http://)?(\[[0-9A-Fa-f:.%]+\]|[^\s:/@?#()\[\]]+)(?::([0-9]{1,5}))?/?")
SHORT_FORM = re.compile(r"(?:\[[^\s\]]*\]|[^\s:/()]+):[0-9]+")


@dataclass(frozen=True, slots=True)
class Address:
    """A host and a port."""

    host: str
    port: int

    @property
    def url(self) -> str:
        """The address as it is shown and kept: the same for the same place."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"


def is_address(text: str) -> bool:
    """Whether a text means a player of the network rather than an agent: ``http://…`` or ``host:port``."""
    return "://" in text or SHORT_FORM.fullmatch(text) is not None


def read_address(text: str) -> Address:
    """The address that a user typed; raises ParameterError for another form or an impossible port."""
    if text.lower().startswith("https://"):
        raise ParameterError(f"{text}: players speak plain http, not https.")
    found = FORM.fullmatch(text)
    if found is None:
        raise ParameterError(f"{text[:80]!r} is not the address of a player; it may be http://host:port.")
    port = DEFAULT_PORT if found[2] is None else int(found[2])
    if not 1 <= port <= 65_535:
        raise ParameterError(f"{text}: there is no port {port}.")
    return Address(found[1].strip("[]"), port)
