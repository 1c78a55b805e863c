"""Write scenes of bot games for the client's gallery: `npm run dev`, then /gallery.html?game=riff-in-time.

    python tools/gallery.py [GAME] [--seats K] [--seed N] [--bots regular]

Each file holds what a browser would receive for every seat, moment by moment. The files are not committed.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import msgspec

from timebooth.bots.bot import Decision
from timebooth.bots.roster import make_bot
from timebooth.kernel.chance import FastRng, KeyedRng
from timebooth.kernel.journal import Journal
from timebooth.registry import find_game, game_types
from timebooth.tables.messages import events_for, scene
from timebooth.words import LANGUAGES, catalogue

OUT = Path(__file__).parent.parent / "client/gallery/fixtures"


def scenes(key: str, seats: int, seed: int, bots: str, most: int) -> dict[str, Any]:
    game = find_game(key)
    rng, journal = KeyedRng(bytes([seed % 256]) * 32), Journal()
    state = game.start(seats, None, rng, journal)
    players = [make_bot(bots) for _ in range(seats)]
    found, moment, before = [], 0, 0
    while True:
        events = journal.events[before:]
        before = len(journal)
        entry = {}
        for audience in (*range(seats), None):
            name = "none" if audience is None else str(audience)
            projected = []
            if audience is not None and audience in state.asked() and len(state.options(audience)) <= 40:
                for code in state.options(audience):
                    line = game.project(state, audience, code)
                    look = game.preview(state, audience, game.answers.names(code))
                    projected.append({"events": events_for(game, line, audience), "preview": look})
            entry[name] = {
                "events": events_for(game, events, audience),
                "scene": scene(game, state, audience, moment),
                "projected": projected,
            }
        found.append(entry)
        asked = state.asked()
        if not asked or moment >= most:
            break
        bot_rng = FastRng(seed + moment)
        answers = [players[seat].choose(Decision(game, state, seat), bot_rng) for seat in asked]
        state.play(answers, rng, journal)
        moment += 1
    kind = type(game)
    info = {
        "key": key, "rules": kind.rules, "least_seats": kind.seats[0], "most_seats": kind.seats[-1],
        "cooperative": kind.cooperative, "editions": ["standard"], "options": [], "bots": [],
        "seat_fields": sorted(kind.seat_fields), "word_fields": dict(kind.word_fields),
    }  # fmt: skip
    return {
        "info": info,
        "printed": game.edition.files,
        "words": {lang: catalogue(lang, game) for lang in LANGUAGES},
        "seats": seats,
        "moments": found,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--bots", default="greedy")
    parser.add_argument("--most", type=int, default=400)
    chosen = parser.parse_args()
    OUT.mkdir(parents=True, exist_ok=True)
    for key in [chosen.game] if chosen.game else game_types():
        whole = scenes(key, chosen.seats, chosen.seed, chosen.bots, chosen.most)
        (OUT / f"{key}.json").write_bytes(msgspec.json.encode(whole))
        print(key, len(whole["moments"]), "moments")


if __name__ == "__main__":
    main()
