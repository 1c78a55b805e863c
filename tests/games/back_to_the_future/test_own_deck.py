"""Decks of one's own: the rules work with other numbers of copies, and the check says which cannot be."""

from __future__ import annotations

import pytest

from timebooth.bots.bot import Budget, Decision
from timebooth.bots.roster import make_bot
from timebooth.kernel.chance import FastRng
from timebooth.kernel.errors import BadEdition
from timebooth.kernel.match import Match
from timebooth.registry import find_game
from timebooth.testing import CONTRACT, Check

CARDS = [str(table["key"]) for table in find_game("back-to-the-future").edition.files["deck"]["card"]]


def deck(**copies: int) -> str:
    """Return the name of the standard edition with these copies."""
    changes = [f"#deck.card.{CARDS.index(title) + 1}.copies={many}" for title, many in copies.items()]
    return "standard" + "".join(changes)


SEVENTH_TIME_MACHINE = deck(time_train=2, hitch_a_ride=2)
DECKS = {
    "a seventh time machine": SEVENTH_TIME_MACHINE,
    "twins": deck(time_car_v1=2, almanac=2, guitar=2, newspaper=2, hitch_a_ride=1, so_gullible=1),
    "many memos": deck(memo=9, hitch_a_ride=1, so_gullible=1, not_yourself=1, lucky_day=1),
    "few cards": deck(hitch_a_ride=1, so_gullible=1, not_yourself=1, erased=1, memo=1, rewind=1, quick_trip=1),
}


@pytest.mark.parametrize("check", CONTRACT, ids=lambda check: check.__name__)
@pytest.mark.parametrize("edition", DECKS.values(), ids=list(DECKS))
def test_the_rules_work_with_other_numbers_of_copies(edition: str, check: Check) -> None:
    """§CONTENTS"""
    check(find_game("back-to-the-future", edition), 4, 1)


def test_bots_play_with_other_numbers_of_copies() -> None:
    game = find_game("back-to-the-future", DECKS["twins"])
    match = Match.new(game, 3, game.read_options({"b1_cards": 2}), seed=1, journal=False)
    bots = [make_bot(name, Budget(playouts=8)) for name in ("regular", "expert", "greedy")]
    rng = FastRng(1)
    while not match.over:
        match.play([bots[seat].choose(Decision(game, match.state, seat), rng) for seat in match.state.asked()])

    assert match.state.outcome() is not None


@pytest.mark.parametrize(
    ("copies", "said"),
    [
        ({"memo": 4}, "1 … 62"),
        ({"memo": 0}, "0 is not between 1 and 9"),
        ({"memo": 10}, "10 is not"),
        ({"doubleback_1": 2}, "1 and 1"),
    ],
)
def test_what_cannot_be_is_said(copies: dict[str, int], said: str) -> None:
    with pytest.raises(BadEdition) as refusal:
        find_game("back-to-the-future", deck(**copies))

    assert said in str(refusal.value)
