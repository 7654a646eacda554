"""Rulesheets by address: ``https://example.org/ticTacToe.kif``, fetched once and kept.

Addresses are for whoever sits at the command line or writes Python. A process that takes names from strangers
(``ludens.own.references.restrict``) fetches nothing.
"""

from __future__ import annotations

import http.client
import json
import re
import threading
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import IO, Any
from urllib.parse import urldefrag, urljoin, urlsplit, urlunsplit

import ludens
from ludens import cache
from ludens.game import SourceError
from ludens.gdl.reader import MAX_CHARACTERS
from ludens.own.references import allowed_references
from ludens.rules.source import Source

SCHEMES = ("http", "https")

SECONDS = 20.0
"""For everything together: finding the machine, redirects, the whole text."""

MOST_BYTES = MAX_CHARACTERS
MOST_REDIRECTS = 5
PART = 1 << 16

KIND = "rulesheet"
"""Of what is kept in the cache."""

PAGES = (
    (re.compile(r"(?:www\.)?github\.com"), re.compile(r"/([^/]+/[^/]+)/(?:blob|raw)/(.+)"),
     "raw.githubusercontent.com", r"/\1/\2"),
    (re.compile(r"gist\.github\.com"), re.compile(r"(/[^/]+/[0-9a-f]+).*"), "gist.githubusercontent.com", r"\1/raw"),
    (re.compile(r"bitbucket\.org"), re.compile(r"(/[^/]+/[^/]+)/src/(.+)"), "bitbucket.org", r"\1/raw/\2"),
    (re.compile(r".*"), re.compile(r"(.*)/-/blob/(.+)"), "", r"\1/-/raw/\2"),  # GitLab, wherever it runs
    (re.compile(r".*"), re.compile(r"(.*)/src/(branch|commit|tag)/(.+)"), "", r"\1/raw/\2/\3"),  # Gitea, Forgejo
)  # fmt: skip
"""Sites that show a file in a page: by host and path, the host and the path of the file itself."""


def fetched_source(address: str, *, again: bool = False, seconds: float = SECONDS) -> Source:
    """The rulesheet at an address, from the cache if it was fetched before; ``again`` fetches it anew.

    The address may also be that of a game's description in a repository of ggp.org, a JSON object that names the
    rulesheet. Raises SourceError, with what to do, when there is no rulesheet to be had.
    """
    address = _checked(address.strip())
    kept = None if again else cache.fetch(KIND, address)
    if kept is not None:
        return Source(kept.decode("utf-8"), address)
    if allowed_references() is not None:
        raise SourceError(f"{address}: rules are not fetched from addresses here.")
    text = _in_time(lambda: _rules_at(address), address, seconds)
    cache.keep(KIND, address, text.encode("utf-8"))
    return Source(text, address)


def is_kept(address: str) -> bool:
    """Whether the rulesheet at an address was fetched before, so that nobody is asked for it again."""
    return cache.fetch(KIND, _checked(address.strip())) is not None


def raw_address(address: str) -> str | None:
    """The address of the file itself that a page of GitHub or another site shows; None where that is not known."""
    parts = urlsplit(address)
    for host, path, raw_host, raw_path in PAGES:
        if host.fullmatch(parts.netloc.lower()) and path.fullmatch(parts.path):
            return urlunsplit((parts.scheme, raw_host or parts.netloc, path.sub(raw_path, parts.path), "", ""))
    return None


def _checked(address: str) -> str:
    """The address without the part after #; raises SourceError when it is not one of the web."""
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise SourceError(f"{address} is not an address: {str(error).lower()}.") from None
    if parts.scheme.lower() not in SCHEMES:
        raise SourceError(f"{address}: rules can be fetched from http:// and https:// addresses only.")
    if not host or parts.username is not None or re.search(r"[\s\x00-\x1f\x7f]", address):
        raise SourceError(f"{address} is not an address: it should look like https://example.org/ticTacToe.kif.")
    return urldefrag(address).url


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows few redirects, to the web only, and none that gives up encryption."""

    max_redirections = MOST_REDIRECTS

    def redirect_request(  # noqa: PLR0917 (as the base class has it)
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Any, newurl: str
    ) -> urllib.request.Request | None:
        there = urlsplit(newurl).scheme.lower()
        if there not in SCHEMES or (urlsplit(req.full_url).scheme.lower() == "https" and there != "https"):
            fp.close()
            raise SourceError(f"{req.full_url} leads to {newurl[:200]}, which is not followed.")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _rules_at(address: str) -> str:
    text = _text_at(address)
    rulesheet = _named_rulesheet(text)
    if rulesheet is not None:
        address = _checked(urljoin(address if address.endswith("/") else f"{address}/", rulesheet))
        text = _text_at(address)
    _check_is_rulesheet(text, address)
    return text


def _text_at(address: str) -> str:
    request = urllib.request.Request(address, headers={"User-Agent": f"ludens/{ludens.__version__}", "Accept": "*/*"})
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler, urllib.request.HTTPHandler, urllib.request.HTTPSHandler, _Redirects,
        urllib.request.HTTPDefaultErrorHandler, urllib.request.HTTPErrorProcessor,
    ):  # fmt: skip
        opener.add_handler(handler())
    try:
        with opener.open(request, timeout=SECONDS) as response:
            data = _body(response, address)
    except urllib.error.HTTPError as error:
        error.close()
        raise SourceError(_refusal(address, error)) from None
    except urllib.error.URLError as error:
        raise SourceError(f"{address} cannot be reached: {_in_words(error.reason)}.") from None
    except (OSError, http.client.HTTPException) as error:
        raise SourceError(f"{address} cannot be fetched: {_in_words(error)}.") from None
    if b"\0" in data:
        raise SourceError(f"{address} is not a rulesheet: it is not text.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _body(response: Any, address: str) -> bytes:
    data = bytearray()
    while part := response.read(PART):
        data += part
        if len(data) > MOST_BYTES:
            raise SourceError(f"{address} is not a rulesheet: it is longer than {MOST_BYTES:,} bytes.")
    return bytes(data)


def _refusal(address: str, error: urllib.error.HTTPError) -> str:
    if error.code in (404, 410):
        return f"There is nothing at {address} (status {error.code}). Check the address, and its upper and lower case."
    if error.code in (401, 403):
        return f"{address} is not public (status {error.code}). Save the file, and give its path instead."
    if 300 <= error.code < 400 and "not allowed" in str(error.reason):
        return f"{address} leads out of the web, which is not followed."
    if 300 <= error.code < 400:
        return f"{address} leads on and on: more than {MOST_REDIRECTS} redirects are not followed."
    return f"{address} cannot be fetched: its server answered with status {error.code} {error.reason}.".replace(
        " .", "."
    )


def _in_words(error: object) -> str:
    if isinstance(error, TimeoutError):
        return "there was no answer in time"
    reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return str(reason).rstrip(".").lower()


def _named_rulesheet(text: str) -> str | None:
    """The rulesheet that a game's description of ggp.org names: ``{"rulesheet": "ticTacToe.kif", …}``."""
    if not text.lstrip().startswith("{"):
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    name = found.get("rulesheet") if isinstance(found, dict) else None
    return name if isinstance(name, str) else None


def _check_is_rulesheet(text: str, address: str) -> None:
    """Raises SourceError for a page, or anything else in which there can be no rules. Mistakes are found later."""
    begin = text.lstrip()[:200].lower()
    if begin.startswith(("<!doctype", "<html", "<?xml", "<head")):
        raw = raw_address(address)
        remedy = f"The file itself is at {raw}" if raw else "Look for a link such as 'raw' there, and give its address"
        raise SourceError(f"{address} is a page for browsers, not the rulesheet itself. {remedy}.")
    if "(" not in text and not begin.startswith("#"):
        raise SourceError(f"{address} is not a rulesheet: no rule in GDL is without parentheses.")


def _in_time(fetch: Callable[[], str], address: str, seconds: float) -> str:
    """What a function returns or raises; a server that sends a byte now and then is given up, too."""
    found: list[str | Exception] = []

    def work() -> None:
        try:
            found.append(fetch())
        except Exception as error:
            found.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(seconds)
    if not found:
        raise SourceError(f"{address} cannot be fetched: it took longer than {seconds:g} seconds.")
    if isinstance(found[0], Exception):
        raise found[0]
    return found[0]
