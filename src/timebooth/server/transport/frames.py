"""Frames of a WebSocket: the few lines that nearly every message needs; the library does the rest."""

from __future__ import annotations

from struct import pack

TEXT = 0x81  # one frame, the first and the last of its message
MASKED = 0x80
MASK = 4  # bytes
WIDE = {126: 2, 127: 8}  # bytes that tell the size, where seven bits do not


def framed(text: bytes) -> bytes:
    """A whole text as one frame of a server: neither masked nor compressed."""
    size = len(text)
    if size < 126:
        return pack("!BB", TEXT, size) + text
    if size < 65_536:
        return pack("!BBH", TEXT, 126, size) + text
    return pack("!BBQ", TEXT, 127, size) + text


def frame_at(data: bytes | bytearray, at: int) -> tuple[int, int] | None:
    """Where the payload of the frame that begins here begins and ends, once its head is here."""
    start = at + 2
    if len(data) < start:
        return None
    size = data[at + 1] & ~MASKED
    if size in WIDE:
        start += WIDE[size]
        if len(data) < start:
            return None
        size = int.from_bytes(data[at + 2 : start])
    if data[at + 1] & MASKED:
        start += MASK
    return start, start + size
