"""The text of a card depends on its target."""

from __future__ import annotations

import pytest

from tests.games.back_to_the_future.builders import game
from timebooth.games.back_to_the_future import events
from timebooth.games.back_to_the_future.answers import Draw, FlipAnother, Pass, Play, Use
from timebooth.games.back_to_the_future.speech import answer_key, event_key
from timebooth.kernel.answer import Answer
from timebooth.kernel.journal import Event

ANNOUNCED = [
    (events.CardAnnounced(0, "time_vortex"), ""),
    (events.CardAnnounced(0, "hitch_a_ride", idle=True), ".idle"),
    (events.CardAnnounced(0, "time_train", linchpin="B-1"), ".linchpin"),
    (events.CardAnnounced(0, "time_car_v1", linchpin="B-1", spend="pellet"), ".linchpin_spend"),
    (events.CardAnnounced(0, "doubleback_1", side="original"), ".side"),
    (events.CardAnnounced(1, "so_gullible", item="fax", owner=0), ".item"),
    (events.CardAnnounced(1, "trade_hands", target=0), ".seat"),
    (events.CardAnnounced(0, "discontinuity", direction="left"), ".direction"),
    (events.CardAnnounced(0, "rewind", fetch="fax"), ".fetch"),
    (events.CardAnnounced(0, "lightning_prediction", spend="lightning_prediction"), ".use"),
    (events.CardAnnounced(1, "dust_jacket", owner=0, spend="dust_jacket"), ".use_owner"),
    (events.CardAnnounced(0, "mr_fusion", spend="fax"), ".use_feed"),
]

OFFERED = [
    (Pass(), "react", "pass.react"),
    (Pass(), "mulligan", "pass"),
    (Draw(), "draw_one", "draw"),
    (Draw(), "play_one", "draw.instead"),
    (Use("lightning_prediction"), "play_one", "use"),
    (Use("dust_jacket", owner=0), "play_one", "use.owner"),
    (Use("mr_fusion", feed="fax"), "play_one", "use.feed"),
    (FlipAnother("B-1"), "second_flip", "flip_another"),
    (FlipAnother("B-1", cash=True), "second_flip", "flip_another.cash"),
    (Play("time_vortex"), "play_one", "play"),
    (Play("hitch_a_ride"), "play_one", "play.idle"),
    (Play("time_train", linchpin="B-1"), "play_one", "play.linchpin"),
    (Play("time_car_v1", linchpin="B-1", spend="pellet"), "play_one", "play.linchpin_spend"),
    (Play("doubleback_1", side="original"), "play_one", "play.side"),
    (Play("erased", item="fax", owner=0), "play_one", "play.item"),
    (Play("trade_hands", seat=0), "play_one", "play.seat"),
    (Play("discontinuity", direction="left"), "play_one", "play.direction"),
    (Play("rewind", fetch="fax"), "play_one", "play.fetch"),
]


@pytest.mark.parametrize(("event", "variant"), ANNOUNCED, ids=lambda value: value if isinstance(value, str) else None)
def test_the_text_of_an_announcement_depends_on_its_target(event: Event, variant: str) -> None:
    assert event_key(event.seen_by(None)) == f"event.card_announced{variant}"


@pytest.mark.parametrize(("answer", "prompt", "key"), OFFERED)
def test_the_text_of_an_answer_depends_on_its_target(answer: Answer, prompt: str, key: str) -> None:
    named = game().answers.names(game().answers.code(answer))

    assert answer_key(named, prompt) == f"answer.{key}"


def test_a_reaction_without_a_card_beneath_it_is_the_truck() -> None:
    assert event_key(events.CardAnswered(1, "memo", "rewind").seen_by(None)) == "event.card_answered"
    assert event_key(events.CardAnswered(1, "truck").seen_by(None)) == "event.card_answered.truck"


def test_a_flip_without_ripples_is_told_without_them() -> None:
    rippling = events.HistoryChanged(0, "A-2", "A-2.altered", ("A-6.altered",))
    quiet = events.HistoryChanged(0, "A-2", "A-2.altered")

    assert event_key(rippling.seen_by(None)) == "event.history_changed"
    assert event_key(quiet.seen_by(None)) == "event.history_changed.quiet"


def test_a_drawn_card_is_named_to_its_player_only() -> None:
    drawn = events.CardDrawn(1, "fax")

    assert event_key(drawn.seen_by(1)) == "event.card_drawn"
    assert event_key(drawn.seen_by(0)) == "event.card_drawn.hidden"
    assert event_key(drawn.seen_by(None)) == "event.card_drawn.hidden"
    assert event_key(drawn.seen_by(None, over=True)) == "event.card_drawn"
