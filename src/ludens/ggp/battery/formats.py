"""Forms of requests and replies: spacing, case, methods and versions of HTTP."""

from __future__ import annotations

import asyncio
from urllib.parse import quote

from ludens.ggp.battery.examiner import QUICKLY, Check, DoubtError, Examiner, FailedError, Level
from ludens.ggp.client import HttpReply, NoAnswerError, read_reply
from ludens.ggp.messages import MessageError, read_info

ORIGIN = "http://localhost"
"""Of a page on the player's own machine."""

BROWSER_HEADERS = ("access-control-allow-origin", "access-control-allow-methods", "access-control-allow-headers")


async def _info(examiner: Examiner) -> str:
    info = await examiner.info()
    if info.status != "available":
        raise FailedError(f"The player says it is {info.status!r}; one without a match is 'available'.")
    if not info.name:
        raise DoubtError("The player gives no name.")
    return f"It is {info.name}, and available."


async def _spacing(examiner: Examiner) -> str:
    for text in ("(info)", "( Info )", "(  iNFO\t)", "\n(\nINFO\r\n)\n"):
        _understood(await examiner.text(text), text)
    return "INFO is understood in any case and with any spacing."


async def _get(examiner: Examiner) -> str:
    for text in ("( INFO )", "(info)"):
        request = f"GET /{quote(text)} HTTP/1.0\r\nAccept: text/delim\r\n\r\n".encode()
        _understood((await _answered(examiner, request, "GET", doubtful=True)).body, text, doubtful=True)
    return "A message in the URL of a GET is answered."


async def _http_1_1(examiner: Examiner) -> str:
    head = "POST / HTTP/1.1\r\nHost: player\r\nContent-Type: text/acl\r\nContent-Length: 8\r\nConnection: close\r\n\r\n"
    reply = await _answered(examiner, head.encode() + b"( INFO )", "HTTP/1.1")
    _understood(reply.body, "( INFO )")
    return "A request of HTTP/1.1 is answered."


async def _header_names(examiner: Examiner) -> str:
    head = "POST / HTTP/1.0\r\ncontent-length:8\r\nCONTENT-TYPE:text/acl\r\nx-unknown: 1\r\n\r\n"
    reply = await _answered(examiner, head.encode() + b"( INFO )", "A request with other header names")
    _understood(reply.body, "( INFO )")
    return "Names of headers may be written in either case."


async def _options(examiner: Examiner) -> str:
    request = f"OPTIONS / HTTP/1.1\r\nHost: player\r\nOrigin: {ORIGIN}\r\nContent-Length: 0\r\n\r\n".encode()
    reply = await _answered(examiner, request, "OPTIONS", doubtful=True)
    if reply.status != 200 or "access-control-allow-origin" not in reply.headers:
        raise DoubtError(f"OPTIONS is answered by {reply.status} without permission for browsers.")
    return "Browsers that ask first are admitted."


async def _reply_head(examiner: Examiner) -> str:
    request = examiner.post("( INFO )").replace(b"Sender:", f"Origin: {ORIGIN}\r\nSender:".encode(), 1)
    reply = await _answered(examiner, request, "INFO")
    if "transfer-encoding" in reply.headers:
        raise FailedError("The reply is chunked, which the reference server cannot read.")
    if "content-length" not in reply.headers:
        raise FailedError("The reply has no Content-Length, which the reference server needs.")
    if reply.status != 200:
        raise DoubtError(f"The reply has the status {reply.status}, not 200.")
    if reply.headers.get("content-type", "").split(";")[0] != "text/acl":
        raise DoubtError(f"The reply is of type {reply.headers.get('content-type')!r}, not text/acl.")
    missing = [name for name in BROWSER_HEADERS if name not in reply.headers]
    if missing:
        raise DoubtError(f"A page in a browser cannot read the reply; it lacks {', '.join(missing)}.")
    return "Replies have a length, a type and permission for browsers."


async def _pieces(examiner: Examiner) -> str:
    """A request in several packets, as slow networks deliver it."""
    request = examiner.post("( INFO )")
    reader, writer = await asyncio.open_connection(examiner.address.host, examiner.address.port)
    try:
        async with asyncio.timeout(2 * QUICKLY):
            for start in range(0, len(request), 40):
                writer.write(request[start : start + 40])
                await writer.drain()
                await asyncio.sleep(0.05)
            _understood(read_reply(await reader.read(1 << 16)).body, "( INFO )")
    except TimeoutError:
        raise FailedError("A request that comes in pieces is not answered.") from None
    except (OSError, NoAnswerError) as error:
        raise FailedError(f"A request that comes in pieces is not answered: {error}.") from None
    finally:
        writer.close()
    return "A request may come in pieces."


async def _answered(examiner: Examiner, request: bytes, what: str, *, doubtful: bool = False) -> HttpReply:
    try:
        return await examiner.raw(request)
    except NoAnswerError as error:
        sentence = f"{what} is not answered: {error.detail}."
        raise (DoubtError(sentence) if doubtful else FailedError(sentence)) from None


def _understood(reply: str, text: str, *, doubtful: bool = False) -> None:
    try:
        read_info(reply)
    except MessageError:
        sentence = f"{text!r} is answered by {reply[:60]!r}."
        raise (DoubtError(sentence) if doubtful else FailedError(sentence)) from None


MUST, SHOULD = Level.MUST, Level.SHOULD

CHECKS = (
    Check("info", "INFO", MUST, _info),
    Check("spacing", "case and spacing", MUST, _spacing),
    Check("http_1_1", "HTTP/1.1", SHOULD, _http_1_1),
    Check("header_names", "case of headers", MUST, _header_names),
    Check("pieces", "a request in pieces", MUST, _pieces),
    Check("reply_head", "head of a reply", MUST, _reply_head),
    Check("get", "GET", SHOULD, _get),
    Check("options", "OPTIONS", SHOULD, _options),
)
