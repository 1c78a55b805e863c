"""WebSocket frames: a fast path for whole text messages. The `websockets` library handles everything else."""

from __future__ import annotations

from struct import pack

TEXT = 0x81  # a text message in one frame
MASKED = 0x80
MASK = 4  # bytes
EXTENDED = {126: 2, 127: 8}  # bytes of the extended payload length, by what the seven bits say


def framed(text: bytes) -> bytes:
    """Return a text as one frame from a server: neither masked nor compressed."""
    size = len(text)
    if size < 126:
        return pack("!BB", TEXT, size) + text
    if size < 65_536:
        return pack("!BBH", TEXT, 126, size) + text
    return pack("!BBQ", TEXT, 127, size) + text


def frame_at(data: bytes | bytearray, at: int) -> tuple[int, int] | None:
    """Return where the payload of the frame at `at` starts and ends, or None if its header is incomplete."""
    start = at + 2
    if len(data) < start:
        return None
    size = data[at + 1] & ~MASKED
    if size in EXTENDED:
        start += EXTENDED[size]
        if len(data) < start:
            return None
        size = int.from_bytes(data[at + 2 : start])
    if data[at + 1] & MASKED:
        start += MASK
    return start, start + size
