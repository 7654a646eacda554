"""Who may ask: the right host, the right origin, the token where one is needed; and what browsers may do with answers.

A page of another site can make a browser send requests here. It cannot choose the ``Origin`` that the browser adds, and
a name that it has pointed at this machine (DNS rebinding) shows in ``Host``.
"""

from __future__ import annotations

import hmac
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludens.studio.frames.writing import json_text
from ludens.studio.settings import Settings, is_any, is_loopback
from ludens.studio.web.rate_limits import RateLimits, TooManyError
from ludens.studio.work.workers import CLIENT

COOKIE = "ludens_token"
"""How the name of the cookie begins; the port follows, as cookies of one machine are sent to all of its ports."""

COOKIE_SECONDS = 30 * 24 * 3600

POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}

NEEDS_TOKEN = "This studio needs its token: open the address that it printed in the terminal when it was started."

FREE = ("/static/", "/favicon")
"""What anybody may have: it holds nothing of anybody."""


class TooLargeError(Exception):
    """A request whose body is longer than is allowed."""


class Safety:
    """The application behind all checks."""

    def __init__(self, app: ASGIApp, settings: Settings, limits: RateLimits) -> None:
        self._app, self._settings, self._limits = app, settings, limits
        self._cookie = f"{COOKIE}_{settings.port}"
        self._ticket = settings.ticket

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        CLIENT.set(client_of(scope))
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await refuse(scope, receive, send, *refusal)
        elif self._brings_token(scope):
            await _redirect_with_cookie(scope, send, f"{self._cookie}={self._settings.token}")
        elif scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            await self._app(scope, self._limited(receive), _with_headers(send))

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        """Why a request is not answered, if it is not."""
        host = headers.get("host", "")
        if not self._is_host(host):
            return 403, "This address is not one of the studio's."
        origin = headers.get("origin")
        asks_only = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if origin is not None and not asks_only and not _same(origin, host):
            return 403, "Requests from other sites are refused."
        if self._settings.token and not scope["path"].startswith(FREE) and not self._has_token(scope, headers):
            return 403, NEEDS_TOKEN
        if scope["type"] == "http" and not asks_only:
            try:
                self._limits.request(client_of(scope))
            except TooManyError as error:
                return 429, str(error)
        return None

    def _is_host(self, given: str) -> bool:
        try:
            name = urlsplit(f"//{given}").hostname
        except ValueError:
            return False
        bound = self._settings.host
        return name is not None and (is_loopback(name) or name == bound.strip("[]") or is_any(bound))

    def _has_token(self, scope: Scope, headers: Headers) -> bool:
        asked = _query(scope).get("token", "")
        given = [_cookie(headers, self._cookie), headers.get("authorization", "").removeprefix("Bearer "), asked]
        if any(_are_same(each, self._settings.token) for each in given):
            return True
        if self._ticket and _are_same(asked, self._ticket) and self._brings_token(scope):
            self._ticket = ""
            return True
        return False

    def _brings_token(self, scope: Scope) -> bool:
        """Whether a page is opened with the token in its address, which then becomes a cookie."""
        page = scope["type"] == "http" and scope["method"] == "GET" and not scope["path"].startswith("/api/")
        return bool(self._settings.token) and page and "token" in _query(scope)

    def _limited(self, receive: Receive) -> Receive:
        """The same, with bodies that are too long broken off."""
        most, size = self._settings.caps.body_bytes, 0

        async def limited() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > most:
                raise TooLargeError(f"The request is longer than {most:,} bytes.")
            return message

        return limited


def client_of(scope: Scope) -> str:
    """The address that a request comes from."""
    return str((scope.get("client") or ("?",))[0])


def _same(origin: str, host: str) -> bool:
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


def _query(scope: Scope) -> dict[str, str]:
    return dict(parse_qsl(scope.get("query_string", b"").decode("latin-1")))


def _are_same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode())


def _cookie(headers: Headers, name: str) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(name)
    except CookieError:
        return ""
    return found.value if found else ""


def _with_headers(send: Send) -> Send:
    """The same, with the headers that keep browsers from doing more than they should; a route may set its own."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending


async def refuse(scope: Scope, receive: Receive, send: Send, status: int, message: str) -> None:
    """Answers a request, or a socket before it is opened, with an error."""
    if scope["type"] == "websocket":
        await receive()
        if "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1008, "reason": message[:120]})
            return
    kind = "websocket.http.response" if scope["type"] == "websocket" else "http.response"
    form, body = "application/json", json_text({"error": {"message": message}})
    if "text/html" in Headers(scope=scope).get("accept", ""):
        form, body = "text/plain; charset=utf-8", message
    headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
    headers += [(b"content-type", form.encode()), (b"content-length", str(len(body.encode())).encode())]
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body.encode()})


async def _redirect_with_cookie(scope: Scope, send: Send, cookie: str) -> None:
    """Sends the browser to the same page without the token in the address, and lets it keep the token."""
    rest = urlencode(
        [(key, value) for key, value in parse_qsl(scope["query_string"].decode("latin-1")) if key != "token"]
    )
    place = "/" + scope["path"].lstrip("/") + (f"?{rest}" if rest else "")
    # Lax, so that links to a game work wherever they stand; whatever changes something asks for the origin as well.
    cookie = f"{cookie}; Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Lax"
    headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
    headers += [
        (b"location", place.encode("latin-1", "replace")),
        (b"set-cookie", cookie.encode()),
        (b"content-length", b"0"),
    ]
    await send({"type": "http.response.start", "status": 303, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
