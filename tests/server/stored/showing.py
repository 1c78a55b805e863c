"""Collects what tables show to a guest, and compares it with what they show later."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from tests.server.light_client import LightSocket
from tests.server.stored.guest import Guest
from tests.server.stored.messages import Known
from timebooth.tables.table import MAX_BEHIND

TIMEOUT = 120.0

Shown = dict[str, Any]


class Looking:
    """A socket that only subscribes."""

    def __init__(self) -> None:
        self.told: dict[tuple[str, int | None], list[Any]] = {}
        self.replies: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.line: LightSocket

    async def call(self, number: int, **call: Any) -> dict[str, Any]:
        self.replies[number] = asyncio.get_running_loop().create_future()
        self.line.send(msgspec.json.encode({"id": number, **call}))
        return await asyncio.wait_for(self.replies[number], TIMEOUT)

    def hear(self, text: bytes) -> None:
        said = msgspec.json.decode(text)
        if said["type"] == "tell":
            self.told.setdefault((said["table"], said["seat"]), []).append(said["message"])
        elif said.get("id") in self.replies:
            reply = self.replies.pop(said["id"])
            if not reply.done():
                reply.set_result(said)

    def ended(self) -> None:
        for reply in self.replies.values():
            if not reply.done():
                reply.set_result({"type": "closed", "code": self.line.close_code})


async def shown_to(guest: Guest) -> dict[str, Shown]:
    """Return every table of a guest: its summary; for each of their seats and for spectators, stream, scene, story."""
    found = {}
    for known in guest.tables:
        looking = Looking()
        looking.line = await LightSocket.open(guest.port, guest.cookie, looking.hear, ended=looking.ended)
        try:
            found[known.table] = await _shown(guest, known, looking)
        finally:
            looking.line.abort()
    lobby = await guest.http.get("/api/lobby")
    found["lobby"] = {"status": lobby.status, "body": lobby.body.decode()[:500] if lobby.status != 200 else ""}
    return found


async def _shown(guest: Guest, known: Known, looking: Looking) -> Shown:
    info = await guest.http.get(f"/api/tables/{known.table}")
    shown: Shown = {"info": (info.status, msgspec.json.decode(info.body))}
    number = 0
    for audience in (None, *known.seats[:2]):
        key = known.table, audience
        for after in (0, None):
            number += 2
            looking.told.pop(key, None)
            call = {"type": "listen", "table": known.table, "seat": audience, "after": after}
            call["invitation"] = known.invitation
            reply = await looking.call(number, **call)
            if reply["type"] == "done":
                reply = await looking.call(number + 1, type="ping")  # missed messages come before the next reply
            if reply["type"] != "done":
                shown[f"listen {audience} {after}"] = reply
            else:
                shown[f"listen {audience} {after}"] = looking.told.get(key, [])
        seat = "" if audience is None else f"&seat={audience}"
        story = await guest.http.get(f"/api/tables/{known.table}/story?invitation={known.invitation}{seat}")
        shown[f"story {audience}"] = (story.status, msgspec.json.decode(story.body))
    return shown


def differences(before: Shown, after: Shown) -> list[str]:
    """Return what is missing or different; bots and clocks may have gone on meanwhile."""
    found = []
    for name, was in before.items():
        now = after.get(name)
        if _refusal(was) and _refusal(was) == _refusal(now):
            continue
        if name.startswith("listen") and name.endswith(" 0"):
            if not isinstance(now, list):
                if not _went_far_on(now, after[f"{name.removesuffix(' 0')} None"]):
                    found.append(f"{name}: {now}")
            elif isinstance(was, list) and now[: len(was)] != was:
                at = next((i for i, (one, two) in enumerate(zip(was, now, strict=False)) if one != two), len(now))
                found.append(f"{name}: stream differs at {at} of {len(was)}: {_short(was, at)} / {_short(now, at)}")
        elif name.startswith("listen"):
            if not isinstance(now, list) or not now or not isinstance(was, list):
                found.append(f"{name}: {now}")
            elif was and was[0]["number"] == now[0]["number"] and _still(was[0]) != _still(now[0]):
                found.append(f"{name}: snapshot differs: {was[0]} / {now[0]}"[:600])
            elif was and was[0]["number"] > now[0]["number"]:
                found.append(f"{name}: number {was[0]['number']} became {now[0]['number']}")
        elif name.startswith("story"):
            if _status(before) == _status(after):  # the story of a finished game reveals what was secret
                found += _story_differs(name, was, now)
        elif now is None or now[0] != 200 or now[1]["summary"]["table"] != was[1].get("summary", {}).get("table"):
            found.append(f"{name}: {str(now)[:300]}")
    return found


def _went_far_on(reply: Any, snapshot: Any) -> bool:
    """Return whether bots played on for so long that the stream from its start is rightly refused."""
    refused = reply is not None and reply.get("key") == "call.too_far_behind"
    return refused and bool(snapshot) and isinstance(snapshot, list) and snapshot[0]["number"] > MAX_BEHIND


def _status(shown: Shown) -> str:
    return str(shown["info"][1].get("summary", {}).get("status", ""))


def _story_differs(name: str, was: Any, now: Any) -> list[str]:
    if now is None or now[0] != 200:
        return [f"{name}: {str(now)[:300]}"]
    before, after = was[1], now[1]
    if was[0] == 200 and after.get("lines", [])[: len(before.get("lines", []))] != before.get("lines", []):
        return [f"{name}: the chat differs"]
    moments = len(before["moments"]) - 1  # the last may have grown
    if after["moments"][: max(moments, 0)] != before["moments"][: max(moments, 0)] and len(after["moments"]) >= moments:
        return [f"{name}: the story differs"]
    return []


def _refusal(shown: Any) -> str:
    """Return the key of a refusal, if the guest left that seat or has no invitation."""
    reply = shown[1] if isinstance(shown, tuple) else shown
    key = str(reply.get("key", "")) if isinstance(reply, dict) else ""
    return key if key.startswith("table.") else ""


def _still(message: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in message.items() if name != "at"}


def _short(messages: list[Any], at: int) -> str:
    return str(messages[at] if at < len(messages) else None)[:200]
