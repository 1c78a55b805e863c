"""A small grammar of messages at the limits of what is allowed, and mutations of them."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec

from tests.server.stored.values import Raw, Values, written
from tests.tables.games import find_game
from timebooth.kernel.chance import FastRng
from timebooth.kernel.match import Match

GAMES = {
    "fingers": (2, 4),
    "objection": (2, 4),
    "excellent-boardgame": (2, 4),
    "back-to-the-future": (2, 6),
    "riff-in-time": (1, 4),
}
BOTS = ("random", "random", "greedy", "novice", "nobody", "")
SIXTY_DAYS = 60 * 60 * 24 * 60
MUTATED = 0.3  # of all messages


@dataclass(slots=True)
class Known:
    """A table as its host knows it."""

    table: str
    invitation: str
    game: str
    seats: tuple[int, ...] = ()
    scenes: dict[int, dict[str, Any]] = field(default_factory=dict)
    over: bool = False


class Message(NamedTuple):
    """A text for the socket, or a request."""

    kind: str
    text: str = ""
    method: str = ""
    target: str = ""
    known: Known | None = None
    """The table that it is about."""

    def __str__(self) -> str:
        shown = self.text if len(self.text) < 400 else f"{self.text[:300]} … ({len(self.text)} characters)"
        return f"{self.kind}: {self.method} {self.target[:200]} {shown!a}"


class Grammar:
    """Draws messages of one guest from a seeded generator."""

    def __init__(self, dice: random.Random, tables: list[Known], others: list[Known], deepest: int) -> None:
        self.dice = dice
        self.values = Values(dice, deepest)
        self.tables = tables
        self.others = others
        self.numbers = 1000
        self.acts: dict[str, Callable[[Known], dict[str, Any]]] = {
            "sit": self._sit,
            "leave": lambda known: {"seat": self._seat(known)},
            "fill": lambda _: {"bot": self._bot()},
            "hand_over": lambda known: {"seat": self._seat(known)},
            "come_back": lambda known: {"seat": self._seat(known)},
            "answer": self._answer,
            "take_back": lambda known: {"seat": self._seat(known)},
            "ask_undo": lambda known: {"seat": self._seat(known)},
            "answer_undo": self._answer_undo,
            "give_orders": self._orders,
            "say": self._say,
            "react": lambda known: {"seat": self._seat(known), "reaction": self.dice.choice(("bravo", "wow", "boo"))},
            "note": lambda known: {"seat": self._seat(known), "text": self.values.good_text(4000, 0)},
            "set_sleep": self._sleep,
        }
        self.weights = (3, 2, 2, 2, 3, 25, 4, 3, 3, 20, 10, 4, 8, 6)
        self.calls: dict[str, Callable[[], dict[str, Any]]] = {
            "listen": self._listen,
            "stop": lambda: {"type": "stop", "table": self._table().table, "seat": self._seat(self._table())},
            "project": self._project,
            "ping": lambda: {"type": "ping"},
        }
        self.requests: dict[str, Callable[[], Message]] = {
            "open": self.open,
            "import": self.imported,
            "fork": self._fork,
            "rematch": self._rematch,
            "me": self._me,
            "passkey": self._passkey,
            "look": self._look,
            "path": self._path,
        }
        self.often = (8, 6, 4, 2, 3, 2, 5, 4)

    def message(self) -> Message:
        """Return the next message: usually an act, else another call or a request."""
        kind = self.dice.random()
        if kind < 0.72:
            return self.act()
        if kind < 0.8:
            name = self.dice.choice(tuple(self.calls))
            return Message(name, self._call(self.calls[name]()))
        name = self.dice.choices(tuple(self.requests), self.often)[0]
        return self.requests[name]()

    # Calls on the socket.

    def act(self) -> Message:
        known = self._table()
        name = self.dice.choices(tuple(self.acts), self.weights)[0]
        action = {"type": name, **self.acts[name](known)}
        self.numbers += 1
        command = f"c{self.numbers}" if self.dice.random() < 0.9 else self.values.text(64, 1)
        call = {"type": "act", "table": known.table, "command": command, "action": action}
        return Message(name, self._call(call), known=known)

    def _call(self, call: dict[str, Any]) -> str:
        self.numbers += 1
        return self._written({"id": self.numbers, **call})

    def _written(self, value: Any) -> str:
        if self.dice.random() < MUTATED:
            value = self._mutated(value)
        return written(value, self.dice)

    def _mutated(self, value: Any) -> Any:
        """Return a message with one change."""
        value = copy.deepcopy(value)
        where = value
        while True:
            inner = [each for each in (where.values() if isinstance(where, dict) else where) if _branches(each)]
            if not inner or self.dice.random() < 0.3:
                break
            where = self.dice.choice(inner)
        names = list(where) if isinstance(where, dict) else list(range(len(where)))
        name = self.dice.choice(names)
        kind = self.dice.randint(0, 3)
        if kind == 0 and isinstance(where, dict):
            where[self.values.text(20)] = self.values.value()
        elif kind == 1:
            del where[name]
        else:
            where[name] = self.values.value()
        return value

    def _table(self) -> Known:
        return self.dice.choice(self.others if self.dice.random() < 0.15 and self.others else self.tables)

    def _seat(self, known: Known) -> int:
        return self.dice.choice((*known.seats, *known.seats, 0, 15))

    def _bot(self) -> str:
        return self.dice.choice(BOTS) if self.dice.random() < 0.95 else self.values.text(100)

    def _sit(self, known: Known) -> dict[str, Any]:
        invitation = self.dice.choice((known.invitation, known.invitation, "", self.values.text(5000)))
        return {
            "seat": self.dice.choice((None, self._seat(known))),
            "invitation": invitation,
            "name": self.values.good_text(40, 0),
        }

    def _answer(self, known: Known) -> dict[str, Any]:
        asked = [seat for seat, scene in known.scenes.items() if scene.get("ask")]
        if not asked or self.dice.random() < 0.1:
            moment = self.dice.choice(
                (0, -1, Raw("9007199254740991"), Raw("-9223372036854775808"), self.values.number())
            )
            return {"seat": self._seat(known), "moment": moment, "answer": self.values.fields()}
        seat = self.dice.choice(asked)
        scene = known.scenes[seat]
        answer = dict(self.dice.choice(scene["ask"]["options"])["answer"])
        if self.dice.random() < 0.1:
            answer[self.dice.choice(tuple(answer))] = self.values.value()
        return {"seat": seat, "moment": scene["moment"], "answer": answer}

    def _answer_undo(self, known: Known) -> dict[str, Any]:
        return {"seat": self._seat(known), "of": self._seat(known), "grant": self.dice.random() < 0.8}

    def _orders(self, known: Known) -> dict[str, Any]:
        values, dice = self.values, self.dice
        orders: list[dict[str, Any]] = []
        for _ in range(dice.choice((0, 1, 1, 2, 4, 5))):
            if dice.random() < 0.2:
                orders.append({"type": "pass_until_my_turn"})
                continue
            case: Any = dice.choice((values.fields(), {"a": values.deep()}, {values.text(20): values.value()}))
            many = dice.choice((0, 1, 1, 1, 40, 41))
            size = len(written(case, random.Random(0))) + 1
            orders.append({"type": "pass_unless", "cases": [case] * min(many, max(1, 30_000 // size))})
        return {"seat": self._seat(known), "orders": orders}

    def _say(self, known: Known) -> dict[str, Any]:
        said: dict[str, Any] = {"text": self.values.good_text(500)}
        if self.dice.random() < 0.6:
            said["seat"] = self._seat(known)
        elif self.dice.random() < 0.5:
            said["invitation"] = known.invitation
        return said

    def _sleep(self, known: Known) -> dict[str, Any]:
        minutes = (0, 1, 719, 720, 1438, 1439, 1440, self.values.number())
        sleep = {"start": self.dice.choice(minutes), "end": self.dice.choice(minutes)}
        return {"seat": self._seat(known), "sleep": self.dice.choice((sleep, sleep, sleep, None))}

    def _listen(self) -> dict[str, Any]:
        known = self._table()
        after = self.dice.choice((None, 0, 1, 10**6, Raw("9007199254740991"), self.values.number()))
        table = known.table if self.dice.random() < 0.8 else self.values.text(64, 1)
        seat = self.dice.choice((None, self._seat(known)))
        return {"type": "listen", "table": table, "seat": seat, "after": after, "invitation": known.invitation}

    def _project(self) -> dict[str, Any]:
        known = self._table()
        return {"type": "project", "table": known.table, **self._answer(known)}

    # Requests.

    def settings(self, game: str | None = None) -> dict[str, Any]:
        """Return settings of a table at their limits."""
        dice, values = self.dice, self.values
        game = game or dice.choice(tuple(GAMES))
        least, most = GAMES.get(game, (2, 4))
        places: list[dict[str, Any]] = [{"kind": "host", "name": values.good_text(40, 0)}]
        for _ in range(dice.randint(max(least, 2), most) - 1 if most > 1 else 0):
            kind = dice.choice(("host", "host", "host", "open", "bot"))
            place: dict[str, Any] = {"kind": kind, "name": values.good_text(40, 0)}
            if kind == "bot":
                place["bot"] = self._bot()
            elif dice.random() < 0.1:
                place["bot"] = values.text(2000)
            places.append(place)
        settings: dict[str, Any] = {"game": game, "places": places, "pace": {"type": "days"}}
        if dice.random() < 0.3:
            window = dice.choice((1, 120, 8.5, Raw("1e0"), Raw("120.00000000000001")))
            settings["pace"] = {
                "type": "live",
                "window": window,
                "jitter": dice.choice((0, 30, Raw("-0.0"), Raw("5e-324"))),
            }
        if dice.random() < 0.4:
            each = (Raw("5e-324"), 1, 60, SIXTY_DAYS, Raw("5184000.0000000001"), Raw("1e308"))
            settings["clock"] = {"each": dice.choice(each), "reserve": dice.choice((0, SIXTY_DAYS, Raw("-0.0")))}
        if dice.random() < 0.3:
            settings["patience"] = dice.choice((0, SIXTY_DAYS, Raw("5e-324"), self.values.number()))
        if dice.random() < 0.2:
            settings["options"] = values.fields()
        if dice.random() < 0.3:
            settings["substitute"] = self._bot()
        if dice.random() < 0.3:
            settings["lang"] = values.text(10, 2)
        if dice.random() < 0.3:
            settings["visibility"] = "invitation"
        if dice.random() < 0.05:
            settings["edition"] = dice.choice(("standard", "-", "_" * 40, "con"))
        return settings

    def open(self) -> Message:
        return self._post("open", "/api/tables", {"command": self._command(), "settings": self.settings()})

    def imported(self) -> Message:
        return self._post("import", "/api/records", {"command": self._command(), "record": self._record()})

    def _fork(self) -> Message:
        known = self._table()
        scene = next(iter(known.scenes.values()), None)
        most = scene["moment"] if scene else 0
        body: dict[str, Any] = {
            "command": self._command(),
            "moment": self.dice.choice((0, most, most // 2, most + 1, Raw("9007199254740991"))),
            "seat": self._seat(known),
        }
        if self.dice.random() < 0.5:
            body["settings"] = self.settings(known.game)
        return self._post("fork", f"/api/tables/{known.table}/fork?invitation={known.invitation}", body, known)

    def _rematch(self) -> Message:
        known = self._table()
        return self._post("rematch", f"/api/tables/{known.table}/rematch", {"command": self._command()}, known)

    def _me(self) -> Message:
        change = {"name": self.values.good_text(40), "colour": self.dice.choice(("p1", "p6", "p7"))}
        if self.dice.random() < 0.5:
            change["lang"] = self.dice.choice(("en", "fr", self.values.text(10, 2)))
        return Message("me", self._written(change), "PATCH", "/api/me")

    def _passkey(self) -> Message:
        values = self.values
        path = self.dice.choice(
            (
                "register/options",
                "register/verify",
                "register/verify",
                "sign-in/options",
                "sign-in/verify",
                "sign-in/verify",
            )
        )
        response = {
            "clientDataJSON": self.dice.choice((values.text(50), "e30", "bnVsbA", "W10")),
            "attestationObject": self.dice.choice((values.text(50), "oA", "oWNmbXRkbm9uZQ", "n" * 3000)),
            "authenticatorData": values.text(50),
            "signature": values.text(50),
        }
        credential = {
            "id": self.dice.choice(("x", values.text(2100), values.leaf())),
            "rawId": self.dice.choice(("x", values.text(50))),
            "type": "public-key",
            "response": self.dice.choice((response, response, values.value())),
        }
        body = {"credential": self.dice.choice((credential, credential, credential, values.fields()))}
        return self._post("passkey", f"/api/passkey/{path}", body)

    def _look(self) -> Message:
        known = self._table()
        ends = (
            "", "/story", "/story?seat=0", "/story?seat=15", "/moments/0", "/moments/3?seat=0", "/moments/-1",
            "/moments/99999999999999999999", "/moments/0?seat=1e308", "/record", f"?invitation={'%00' * 5}",
            f"?invitation={quote(self.values.good_text(500))}", "/story?seat=%F0%9F%92%A5", "/moments/0?seat=",
        )  # fmt: skip
        return Message("look", "", "GET", f"/api/tables/{known.table}{self.dice.choice(ends)}", known)

    def _path(self) -> Message:
        odd = quote(self.values.good_text(60), safe="")
        paths = (
            "/%00", "/%2e%2e/%2e%2e/etc/passwd", "/%ff%fe", "//", "/?a=%", "/index.html%00.js", "/healthz?%00",
            f"/{odd}",
            "/x" * 3000, f"/{'a' * 255}", f"/{'a' * 256}.js", f"/{'b' * 4090}", f"/assets/{'c' * 300}",
            "/assets/%2e%2e%2fapp.py", "/api/tables/%00", "/api/tables/%ed%a0%80", f"/api/tables/{'x' * 5000}",
            f"/api/tables/{odd}", f"/api/tables/{odd}/story", f"/api/games/{odd}/rules/en",
            f"/api/games/riff-in-time/rules/{odd}", f"/api/games/riff-in-time/printed/{odd}",
            "/api/games/%00/rules/%00",
            f"/api/games/{odd}/printed/standard", f"/api/words/{odd}", f"/api/words/en?game={odd}", "/api/words/%00",
            f"/api/words/en?game=riff-in-time&edition={odd}", "/api/words/en?game=%00", "/api/games", "/api/lobby",
            "/api/qr.svg?path=%00", f"/api/qr.svg?path=/{'x' * 4000}", f"/api/qr.svg?path={odd}", "/api/openapi.json",
        )  # fmt: skip
        return Message("path", "", "GET", self.dice.choice(paths))

    def _post(self, kind: str, target: str, body: Any, known: Known | None = None) -> Message:
        return Message(kind, self._written(body), "POST", target, known)

    def _command(self) -> str:
        self.numbers += 1
        return f"r{self.numbers}" if self.dice.random() < 0.8 else self.values.good_text(50) + str(self.numbers)

    def _record(self) -> str:
        """Return a record, whole or truncated, with at most one change."""
        dice, values = self.dice, self.values
        game = dice.choice(tuple(GAMES))
        lines = [dict(line) for line in finished_game(game)]
        if dice.random() < 0.5:
            lines = lines[: dice.randint(1, len(lines))]
        header = lines[0]
        for _ in range(dice.randint(0, 2)):
            odd: tuple[tuple[str, Any], ...] = (
                ("names", [values.text(2000) for _ in range(dice.choice((0, 1, 4, 17)))]),
                ("names", ["x"] * 5000),
                ("bots", [dice.choice((*BOTS, values.text(50))) for _ in range(dice.choice((0, 1, 4, 17)))]),
                ("options", values.fields()),
                ("seed", dice.choice(("1" * 400, "9" * 5000, "-1", "0", "١٢", " 7 ", "1_000", values.text(64)))),
                ("chance", dice.choice(("keyed", "fast"))),
                ("forks", [{"after": dice.choice((0, 1, -1, 10**18)), "commitment": "00", "seed": "00" * 32}]),
                ("forks", [{"after": values.number(), "commitment": values.text(80), "seed": values.text(64)}] * 40),
                ("position", dice.choice((values.fields(), {"a": values.deep()}, None))),
                ("commitment", values.text(64)),
                ("seats", dice.choice((0, -1, 16, 17, values.number()))),
                ("rules", values.number()),
                ("edition", values.text(40)),
            )  # fmt: skip
            name, value = dice.choice(odd)
            header[name] = value
        if dice.random() < 0.2 and len(lines) > 1:
            lines[dice.randrange(1, len(lines))]["answer"] = dice.choice((values.fields(), {"type": values.deep()}))
        text = "\n".join(written(line, random.Random(0)) for line in lines) + "\n"
        kind = dice.random()
        if kind < 0.05:
            return text[: dice.randrange(len(text))]
        if kind < 0.1:
            return text + dice.choice(("\n", "\x85", "\u2028", "\0\n", "{}\n", "[" * 1500 + "\n", "null\n"))
        return text


@cache
def finished_game(game: str) -> tuple[dict[str, Any], ...]:
    """Return the record of a random finished game, line by line."""
    found = find_game(game)
    match = Match.new(found, max(GAMES[game][0], 2), seed=bytes(range(32)), names=("Ada", "Bob"))
    dice = FastRng(1)
    while not match.over:
        options = [match.state.options(seat) for seat in match.state.asked()]
        match.play([offered[dice.below(len(offered))] for offered in options])
    return tuple(msgspec.json.decode(line) for line in match.record.lines().splitlines())


def _branches(value: Any) -> bool:
    return isinstance(value, dict | list) and bool(value)
