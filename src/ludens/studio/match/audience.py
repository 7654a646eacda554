"""The pages that look at a match: what all of them are told, and what one has missed that comes back."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from ludens.studio.frames.writing import MatchFrame, frame_text
from ludens.studio.memory import text_bytes
from ludens.studio.web.outbox import Outbox

FRAMES_KEPT = 64
"""Frames that a page can have missed; one that has missed more gets the whole state."""


class Audience:
    """All pages of a match. While there are any, the latest frames are kept, up to so many bytes."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._pages: set[Outbox] = set()
        self._frames: deque[tuple[int, str]] = deque()
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._pages)

    def enter(self, page: Outbox, since: int | None, latest: int, snapshot: Callable[[], MatchFrame]) -> None:
        """Lets a page in: it gets all that came after the frame it names, or else the whole state."""
        self._pages.add(page)
        missed = [text for number, text in self._frames if since is not None and number > since]
        if since is not None and since + len(missed) == latest:
            for text in missed:
                page.push(text)
        else:
            page.push(frame_text(snapshot()))
        self._tell_number()

    def leave(self, page: Outbox) -> None:
        """Lets a page go."""
        self._pages.discard(page)
        self._tell_number()
        if not self._pages:
            self._drop(keep=0)

    def clear(self) -> None:
        """Lets all pages go."""
        self._pages.clear()
        self._drop(keep=0)

    def push(self, number: int, frame: MatchFrame) -> None:
        """Tells everybody something that nobody may miss, with its number."""
        if self._pages:
            text = frame_text(frame)
            self._frames.append((number, text))
            self.bytes += text_bytes(text)
            self._drop(keep=FRAMES_KEPT)
            self._tell(text)

    def tell(self, frame: MatchFrame) -> None:
        """Tells everybody who is there now."""
        self._tell(frame_text(frame))

    def _tell(self, text: str) -> None:
        for page in list(self._pages):
            page.push(text)

    def show(self, kind: str, frame: MatchFrame) -> None:
        """Shows everybody the newest of a kind."""
        text = frame_text(frame)
        for page in list(self._pages):
            page.show(kind, text)

    def _drop(self, keep: int) -> None:
        """Drops the oldest frames beyond a number and beyond what there is room for."""
        while self._frames and (len(self._frames) > keep or self.bytes > self._most_bytes):
            self.bytes -= text_bytes(self._frames.popleft()[1])

    def _tell_number(self) -> None:
        self.show("seated", {"type": "seated", "connected": len(self._pages)})
