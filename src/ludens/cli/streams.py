"""Standard streams for people: they show any text on any terminal, and tell why when they cannot be written.

What a terminal has no characters for is written with those it has. Control characters, which names in rulesheets and
files may contain, are shown, not obeyed: otherwise they could rewrite the screen. Styles come from our own consoles.
"""

from __future__ import annotations

import codecs
import contextlib
import errno
import io
import re
import sys
import unicodedata
from collections.abc import Iterator
from typing import IO, Any, cast

from ludens.game import LudensError

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""All but tabs and ends of lines; those that turn the direction of writing too."""

PLAIN = str.maketrans({
    "…": "...", "·": ".", "•": "*", "—": "-", "–": "-", "−": "-", "×": "x", "±": "+-", "∞": "inf", "½": "1/2",
    "»": ">", "«": "<", "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "≤": "<=", "≥": ">=", "√": "sqrt", "⊕": "^",
    "│": "|", "─": "-", "┼": "+", "━": "-", "╸": "-", "╺": "-", "█": "#", "●": "o", "○": "o", "◆": "o", "★": "*",
    "✱": "*", "⚑": "!", "→": ">", "←": "<", "↑": "^", "↓": "v", "↖": "\\", "↗": "/", "↘": "\\", "↙": "/",
})  # fmt: skip
"""For characters of our own texts and boards."""

ERRORS = "ludens.plain"


class OutputError(LudensError):
    """Standard output that cannot be written. ``closed``: its reader has gone, as ``head`` does when it has enough."""

    def __init__(self, error: OSError) -> None:
        self.closed = error.errno == errno.EPIPE
        super().__init__(f"Cannot write to standard output: {(error.strerror or str(error)).lower()}.")


def escaped(text: str) -> str:
    """A text without control characters: they are written as in Python, such as ``\\x1b``."""
    return CONTROL.sub(lambda found: ascii(found[0])[1:-1], text)


def as_plain(text: str) -> str:
    """The text in ASCII, as near as can be."""
    near = unicodedata.normalize("NFKD", text.translate(PLAIN)).translate(PLAIN)
    kept = "".join(letter for letter in near if not unicodedata.combining(letter))
    return kept.encode("ascii", "backslashreplace").decode("ascii")


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return as_plain(error.object[error.start : error.end]), error.end


codecs.register_error(ERRORS, _replace)


class Stream(io.TextIOWrapper):
    """Standard output, whose failure is an OutputError, or standard error, whose failure is ignored."""

    def __init__(self, like: io.TextIOWrapper, *, quiet: bool) -> None:
        super().__init__(
            cast(Any, like.buffer), encoding=like.encoding, errors=ERRORS, line_buffering=like.line_buffering,
            write_through=like.write_through,
        )  # fmt: skip
        self._quiet = quiet

    def write(self, text: str, /) -> int:
        return self.write_styled(escaped(text))

    def write_styled(self, text: str) -> int:
        """Writes a text whose control characters are meant."""
        try:
            return super().write(text)
        except OSError as error:
            self._fail(error)
            return len(text)

    def flush(self) -> None:
        try:
            super().flush()
        except OSError as error:
            self._fail(error)

    def _fail(self, error: OSError) -> None:
        if not self._quiet:
            raise OutputError(error) from None


class Styled:
    """A stream as our consoles write to it, with styles."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return self._stream.write_styled(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def styled(stream: IO[str]) -> IO[str]:
    """The stream for what may hold styles."""
    return cast(IO[str], Styled(stream)) if isinstance(stream, Stream) else stream


@contextlib.contextmanager
def safe_streams() -> Iterator[None]:
    """Makes standard output and standard error such streams, where they are streams of text at all."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (_safe(each, quiet=each is before[1]) for each in before)
    made = sys.stdout, sys.stderr
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
        for stream in made:
            if isinstance(stream, Stream):
                with contextlib.suppress(OutputError, ValueError):
                    stream.detach()


def _safe(stream: IO[str], *, quiet: bool) -> Any:
    return Stream(stream, quiet=quiet) if isinstance(stream, io.TextIOWrapper) else stream
