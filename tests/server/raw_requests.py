"""Raw requests, as no browser would send them."""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

import msgspec

TIMEOUT = 30.0
HOST = b"Host: localhost"
JSON = b"Content-Type: application/json"
UPGRADE = (
    b"Upgrade: websocket",
    b"Connection: Upgrade",
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    b"Sec-WebSocket-Version: 13",
)


class Answer(NamedTuple):
    """The first response on a connection."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def key(self) -> str:
        """The key of the refusal, or an empty string if it is not one."""
        try:
            found: Any = msgspec.json.decode(self.body)
        except msgspec.DecodeError:
            return ""
        return str(found.get("key", "")) if isinstance(found, dict) else ""


def request(
    method: bytes = b"GET",
    target: bytes = b"/",
    *headers: bytes,
    body: bytes = b"",
    version: bytes = b"1.1",
    close: bool = True,
) -> bytes:
    lines = [method + b" " + target + b" HTTP/" + version, *headers]
    if close:
        lines.append(b"Connection: close")
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


def posted(target: bytes, body: bytes, *headers: bytes, method: bytes = b"POST") -> bytes:
    length = b"Content-Length: %d" % len(body)
    return request(method, target, HOST, JSON, length, *headers, body=body)


async def ask(port: int, data: bytes, *, whole: bool = True) -> Answer | None:
    """Send bytes; return the response, read until the server closes or only its head, or None if there is none."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(data)
        async with asyncio.timeout(TIMEOUT):
            try:
                said = await (reader.read() if whole else reader.readuntil(b"\r\n\r\n"))
            except (ConnectionError, asyncio.IncompleteReadError):
                return None
    finally:
        writer.close()
    return answer_of(said) if said else None


def answer_of(said: bytes) -> Answer:
    head, _, body = said.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    if first.startswith("HTTP/1.1 100"):
        return answer_of(body)
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return Answer(int(first.split(" ")[1]), headers, body)
