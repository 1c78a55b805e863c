"""Undo: only one's own answers, and only while nobody learnt anything and no chance was used."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tables import fixtures
from tests.tables.fixtures import ADA, BEN, CLEO, PEOPLE, TableWithoutStore
from tests.tables.games import find_game
from timebooth.bots.roster import BOTS
from timebooth.kernel.chance import FastRng
from timebooth.tables import facts
from timebooth.tables.authorisation import NotAllowed, decide
from timebooth.tables.table import Table
from timebooth.tables.undo import UndoRefused, somebody_learnt, undo_target
from timebooth.tables.wire import AnswerUndo, AskUndo, Place, Settings, TakeBack, UndoRequest

OBJECTION = fixtures.settings("objection")


def test_an_open_move_can_be_undone_until_somebody_else_was_asked() -> None:
    table = TableWithoutStore(OBJECTION)
    before = table.state.numbers()
    table.answer(0, type="wait")

    table.act(ADA, TakeBack(0))

    assert table.state.numbers() == before
    for audience in (0, 1, 2, None):
        told = table.last(audience)
        assert told.took_back == 0
        assert told.scene is not None
        assert told.scene.moment == 0
    with pytest.raises(UndoRefused, match="nothing"):
        table.act(ADA, TakeBack(0))


def test_a_claim_can_be_undone_while_its_window_is_open() -> None:
    table = TableWithoutStore(OBJECTION)
    table.answer(0, type="claim")
    table.answer(1, type="pass")

    table.act(ADA, TakeBack(0))
    table.answer(0, type="claim")

    assert table.table.owes() == (1, 2)


def test_an_answer_that_others_reacted_to_stays() -> None:
    table = TableWithoutStore(OBJECTION)
    table.answer(0, type="claim")
    for seat in (1, 2):
        table.answer(seat, type="pass")
    with pytest.raises(UndoRefused, match="others_answered"):
        table.act(ADA, TakeBack(0))
    table.answer(1, type="wait")
    with pytest.raises(UndoRefused, match="others_answered"):
        table.act(ADA, TakeBack(0))
    table.act(BEN, TakeBack(1))
    assert table.table.asked() == (1,)


def drawn_out(number: int) -> TableWithoutStore:
    """Play Back to the Future up to a turn: everybody keeps their identity and passes."""
    table = TableWithoutStore(fixtures.settings("back-to-the-future"), number)
    while table.table.question() is not None:
        question = table.table.question()
        assert question is not None
        if question.prompt == "play_one":
            return table
        for seat in table.table.asked():
            table.answer_code(seat, table.state.options(seat)[0])
    raise AssertionError("nobody came to play")


def test_a_card_shown_from_a_hand_stays_and_so_does_a_draw() -> None:
    for number in range(3):
        table = drawn_out(number)
        (seat,) = table.table.asked()
        shown = [code for code in table.state.options(seat) if table.table.game.answers.names(code)["type"] == "play"]
        table.answer_code(seat, shown[0])
        with pytest.raises(UndoRefused, match=r"somebody_learnt|chance_was_used"):
            table.act(PEOPLE[seat], TakeBack(seat))

        table = drawn_out(number)
        table.answer(seat, type="draw")
        with pytest.raises(UndoRefused, match="chance_was_used"):
            table.act(PEOPLE[seat], TakeBack(seat))


def test_showing_what_another_seat_could_not_know_cannot_be_undone() -> None:
    """Objecting shows an objection card, which is missing in some of the worlds that the others consider possible."""
    table = TableWithoutStore(OBJECTION)
    table.answer(0, type="claim")
    before = table.state.copy()
    before.held = [1, 1, 0]
    before.aside = 4
    table.answer(1, type="pass")
    table.answer(2, type="pass")
    assert table.table.match is not None
    last = table.table.match.rounds[-1]

    assert somebody_learnt(before, last._replace(asked=(1,), codes=(1, 0)), 1, FastRng(0))


def test_a_forced_answer_is_undone_like_any_other() -> None:
    """Whether a pass was forced depends on a hand, so neither a refusal nor the distance back may show it."""
    reached = []
    for held in (0, 2):
        table = TableWithoutStore(fixtures.settings("objection", seats=2))
        table.state.held = [1, held]
        table.answer(0, type="claim")
        assert len(table.state.options(1)) == (2 if held else 1)
        playing = table.table.match
        assert playing is not None
        playing.play((table.state.options(1)[0],))
        reached.append(undo_target(playing, 1, table.table.seed))
    assert reached == [1, 1]


@settings(max_examples=60, deadline=None, derandomize=True)
@given(number=st.integers(0, 10_000))
def test_after_an_undo_the_game_is_as_if_the_answer_had_never_been_given(number: int) -> None:
    """In random play with random undos, each one restores an earlier state, from which play continues alike."""
    dice = FastRng(number)
    table = TableWithoutStore(OBJECTION, number)
    been = [table.state.numbers()]
    while table.state.outcome() is None and table.table.version < 120:
        if dice.below(3) == 0:
            seat = dice.below(3)
            rounds = [] if table.table.match is None else table.table.match.rounds
            own = bool(rounds) and rounds[-1].asked == (seat,)
            if own:
                table.act(PEOPLE[seat], TakeBack(seat))
                been.pop()
                assert table.state.numbers() == been[-1]
            else:
                with pytest.raises(UndoRefused):
                    table.act(PEOPLE[seat], TakeBack(seat))
            continue
        moment = table.moment
        seat = table.table.owes()[0]
        options = table.state.options(seat)
        table.answer_code(seat, options[dice.below(len(options))])
        if table.moment > moment:
            been.append(table.state.numbers())
    again = TableWithoutStore(OBJECTION, number)
    assert table.table.match is not None
    for each in table.table.match.rounds:
        for seat, code in zip(each.asked, each.codes, strict=True):
            again.answer_code(seat, code)
    assert again.state.numbers() == table.state.numbers()


# Offers and requests.


def offered(table: TableWithoutStore, seat: int) -> str | None:
    """Return the undo that the last message with the seat's own things offers it."""
    owns = [heard.own for heard in table.heard[seat] if heard.own is not None]
    return owns[-1].undo


def reacted_to() -> TableWithoutStore:
    """Return a table at which Ada claimed, the others passed, and Ben is asked."""
    table = TableWithoutStore(OBJECTION)
    table.answer(0, type="claim")
    for seat in (1, 2):
        table.answer(seat, type="pass")
    return table


@settings(max_examples=30, deadline=None, derandomize=True)
@given(number=st.integers(0, 10_000))
def test_an_undo_is_offered_exactly_if_it_is_granted(number: int) -> None:
    dice = FastRng(number)
    table = TableWithoutStore(OBJECTION, number)
    while table.state.outcome() is None and table.table.version < 80:
        for seat in range(3):
            try:
                decide(table.table, PEOPLE[seat], TakeBack(seat), BOTS)
                granted = True
            except UndoRefused:
                granted = False
            assert (offered(table, seat) == "free") == granted
        seat = table.table.owes()[0]
        options = table.state.options(seat)
        table.answer_code(seat, options[dice.below(len(options))])


def test_whoever_cannot_undo_at_once_can_ask_and_all_others_have_to_agree() -> None:
    table = reacted_to()
    assert [offered(table, seat) for seat in range(3)] == ["ask", None, None]

    table.act(ADA, AskUndo(0))
    for audience in (0, 1, 2, None):
        told = table.last(audience).waiting
        assert told is not None
        assert told.undo == UndoRequest(0, (1, 2))
    table.act(BEN, AnswerUndo(1, 0, grant=True))
    told = table.last(2).waiting
    assert told is not None
    assert told.undo == UndoRequest(0, (2,))
    assert table.moment == 2
    table.act(CLEO, AnswerUndo(2, 0, grant=True))

    assert table.moment == 0
    assert table.table.asked() == (0,)
    told = table.last(None).waiting
    assert told is not None
    assert told.undo is None
    assert table.last(None).took_back == 0


def test_a_declined_request_cannot_be_repeated_until_somebody_played_on() -> None:
    table = reacted_to()
    table.act(ADA, AskUndo(0))
    with pytest.raises(NotAllowed, match="asked_already"):
        table.act(ADA, AskUndo(0))

    table.act(CLEO, AnswerUndo(2, 0, grant=False))

    assert table.table.undo_asked is None
    assert offered(table, 0) is None
    with pytest.raises(NotAllowed, match="declined"):
        table.act(ADA, AskUndo(0))
    table.answer(1, type="wait")
    table.answer(2, type="wait")
    assert offered(table, 0) == "ask"


def test_a_request_lapses_when_a_person_plays_on_or_is_replaced_and_can_be_withdrawn() -> None:
    lapses: tuple[Callable[[TableWithoutStore], object], ...] = (
        lambda table: table.answer(1, type="wait"),
        lambda table: table.append(facts.TakenOver(2)),
        lambda table: table.act(ADA, AnswerUndo(0, 0, grant=False)),
    )
    for lapse in lapses:
        table = reacted_to()
        table.act(ADA, AskUndo(0))
        table.act(BEN, AnswerUndo(1, 0, grant=True))
        lapse(table)
        told = table.last(None).waiting
        assert told is not None
        assert told.undo is None
        with pytest.raises(NotAllowed, match="not_asked"):
            table.act(CLEO, AnswerUndo(2, 0, grant=True))


def test_nobody_grants_their_own_request_or_one_that_is_not_theirs_to_grant() -> None:
    table = reacted_to()
    table.append(facts.TakenOver(2))
    table.act(ADA, AskUndo(0))
    for person, seat, of in ((ADA, 0, 0), (CLEO, 2, 0), (BEN, 1, 2)):
        with pytest.raises(NotAllowed, match="not_asked"):
            table.act(person, AnswerUndo(seat, of, grant=True))

    table.act(BEN, AnswerUndo(1, 0, grant=True))

    assert table.moment == 0


def test_no_request_is_offered_where_bots_play_for_all_others() -> None:
    """They are people all the same: nobody may go back behind the back of somebody who is away."""
    table = reacted_to()
    for seat in (1, 2):
        table.append(facts.TakenOver(seat))
    assert offered(table, 0) is None
    for action in (TakeBack(0), AskUndo(0)):
        with pytest.raises(UndoRefused):
            table.act(ADA, action)


def test_against_bots_a_player_can_always_go_back_to_their_last_choice() -> None:
    """Over the answers of bots, over chance, as often as they like; and dice and cards fall as they did."""
    table = TableWithoutStore(
        Settings("back-to-the-future", (Place("host"), Place("bot", bot="random"), Place("bot", bot="random")))
    )
    assert offered(table, 0) is None
    seen: list[tuple[int, object]] = []
    while len(seen) < 4:
        seat = table.table.owes()[0]
        options = table.state.options(seat)
        if seat == 0:
            if len(options) > 1:
                seen.append((table.moment, table.state.numbers()))
            table.answer_code(0, options[-1])
        else:
            table.append(facts.Answered(seat, table.table.game.answers.names(options[0]), by="bot"))
    assert any(played.chance for played in table.table.match.rounds)  # type: ignore[union-attr]

    for moment, numbers in reversed(seen):
        assert offered(table, 0) == "free"
        table.act(ADA, TakeBack(0))
        assert (table.moment, table.state.numbers()) == (moment, numbers)
    assert offered(table, 0) is None

    again = Table("t", find_game)
    for version, body in enumerate(table.log, start=1):
        again.apply(version, facts.read(body))
    assert again.match is not None
    assert again.match.state.numbers() == table.state.numbers()
