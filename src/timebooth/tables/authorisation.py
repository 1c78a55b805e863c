"""Who may do what at a table: turns an action of a person into a fact, or refuses it with the reason."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from timebooth.kernel.errors import Refused, TimeboothError
from timebooth.kernel.match import Match
from timebooth.names import clean_name
from timebooth.tables import clocks, facts, wire
from timebooth.tables.facts import AnyFact, Person
from timebooth.tables.table import Table
from timebooth.tables.undo import UndoRefused, undo_target
from timebooth.tables.undo_offers import consenting, last_choice, last_decision, plays_alone, undo_offer

MAX_FACTS = 50_000
"""Facts in one table's log. The longest of 550 games of bots (five random ones) took 20,223 answers."""
MAX_FACTS_WITHOUT_ANSWERS = 40_000
"""Facts after which only answers are taken, so that chat, notes and orders cannot use up what a game needs."""


class NotAllowed(TimeboothError):
    """Raised for something that this person may not do at this table now; nothing was changed."""


def decide(table: Table, person: Person, action: wire.Action, bots: Collection[str]) -> AnyFact:
    """Return the fact that an action becomes; raise `NotAllowed` or `Refused` otherwise."""
    if table.closed is not None and not isinstance(action, wire.Say | wire.React | wire.Note):
        raise NotAllowed("table.closed")
    if table.version >= (MAX_FACTS if isinstance(action, wire.Answer) else MAX_FACTS_WITHOUT_ANSWERS):
        raise NotAllowed("table.log_full")
    match action:
        case wire.Sit():
            return _sit(table, person, action)
        case wire.Fill():
            return _fill(table, person, action, bots)
        case wire.Close():
            return _close(table, person)
        case wire.Say(seat=None):
            check_entry(table, person, action.invitation)
            _check_chat(table, person)
            return facts.Said(person.name, action.text, person=person.id)
        case wire.Say():
            own = _own_seat(table, person, action.seat)
            _check_chat(table, person)
            return facts.Said(own.name, action.text, action.seat, person.id)
        case wire.React():
            own = _own_seat(table, person, action.seat)
            _check_chat(table, person)
            return facts.Said(own.name, "", action.seat, person.id, action.reaction)
        case wire.Mute() | wire.Unmute() | wire.Remove():
            check_host(table, person)
            return _moderate(table, action)
        case _:
            _own_seat(table, person, action.seat)
            return _seat_action(table, action)


def _seat_action(
    table: Table,
    action: wire.Leave
    | wire.HandOver
    | wire.ComeBack
    | wire.Answer
    | wire.TakeBack
    | wire.AskUndo
    | wire.AnswerUndo
    | wire.GiveOrders
    | wire.Note
    | wire.SetSleep,
) -> AnyFact:
    seat_state = table.seats[action.seat]
    match action:
        case wire.Leave():
            if table.match is None:
                return facts.StoodUp(action.seat)
            _running_game(table)
            if seat_state.away_since is not None:
                raise NotAllowed("table.away_already")
            return facts.WentAway(action.seat)
        case wire.HandOver():
            _running_game(table)
            if seat_state.bot:
                raise NotAllowed("table.away_already")
            return facts.TakenOver(action.seat)
        case wire.ComeBack():
            if not seat_state.bot and seat_state.away_since is None:
                raise NotAllowed("table.never_left")
            return facts.CameBack(action.seat)
        case wire.Answer():
            return _answer(table, action)
        case wire.TakeBack():
            return _take_back(table, action.seat)
        case wire.AskUndo():
            return _ask_undo(table, action.seat)
        case wire.AnswerUndo():
            return _answer_undo(table, action)
        case wire.GiveOrders():
            _running_game(table)
            return facts.Ordered(action.seat, action.orders)
        case wire.Note():
            return facts.Noted(action.seat, action.text)
        case wire.SetSleep():
            if sum(end - start for start, end in clocks.asleep(action.sleep)) > clocks.MAX_SLEEP:
                raise NotAllowed("table.sleep_too_long", most=clocks.MAX_SLEEP // 3600)
            return facts.SleepSet(action.seat, action.sleep)


def _take_back(table: Table, seat: int) -> facts.TookBack:
    match = _running_game(table)
    if not plays_alone(table, seat):
        return facts.TookBack(seat, undo_target(match, seat, table.seed, table.before_last))
    if table.seats[seat].bot:
        raise NotAllowed("table.bot_plays")
    moment = last_choice(table, seat)
    if moment is None:
        raise UndoRefused("table.take_back.nothing")
    return facts.TookBack(seat, moment, agreed=True)


def _ask_undo(table: Table, seat: int) -> facts.UndoAsked:
    _running_game(table)
    if table.undo_asked is not None:
        raise NotAllowed("table.take_back.asked_already")
    if seat in table.undo_declined:
        raise NotAllowed("table.take_back.declined")
    moment = last_decision(table, seat)
    if moment is None or undo_offer(table, seat) != "ask":
        raise UndoRefused("table.take_back.nothing")
    return facts.UndoAsked(seat, moment)


def _answer_undo(table: Table, action: wire.AnswerUndo) -> facts.UndoAnswered | facts.TookBack:
    """Return the answer to a request; the last consent grants it."""
    _running_game(table)
    asked = table.undo_asked
    if asked is None or asked.seat != action.of:
        raise NotAllowed("table.take_back.not_asked")
    everybody = consenting(table, asked.seat)
    if action.seat not in everybody and (action.seat != asked.seat or action.grant):
        raise NotAllowed("table.take_back.not_asked")
    if action.grant and asked.granted | {action.seat} >= set(everybody):
        return facts.TookBack(asked.seat, asked.moment, agreed=True)
    return facts.UndoAnswered(action.seat, action.grant)


def _sit(table: Table, person: Person, action: wire.Sit) -> facts.SatDown:
    check_entry(table, person, action.invitation)
    if table.match is not None:
        raise NotAllowed("table.begun")
    free = [i for i, seat_state in enumerate(table.seats) if not seat_state.taken]
    if not free:
        raise NotAllowed("table.full")
    seat = free[0] if action.seat is None else action.seat
    if seat not in free:
        raise NotAllowed("table.seat_taken", seat=seat)
    return facts.SatDown(
        seat, msgspec.structs.replace(person, name=clean_name(action.name) or table.default_name(person))
    )


def _check_chat(table: Table, person: Person) -> None:
    if person.id in table.muted:
        raise NotAllowed("table.muted")


def _moderate(table: Table, action: wire.Moderation) -> facts.Muted | facts.Removed:
    """Return the fact of a moderation; players of a finished game cannot be removed."""
    target = _target(table, action)
    if target.id == table.host.id:
        raise NotAllowed("table.not_the_host")
    muted = target.id in table.muted
    match action:
        case wire.Mute():
            if muted:
                raise NotAllowed("table.muted_already")
            return facts.Muted(target.id)
        case wire.Unmute():
            if not muted:
                raise NotAllowed("table.not_muted")
            return facts.Muted(target.id, muted=False)
        case wire.Remove():
            if target.id in table.removed:
                raise NotAllowed("table.removed_already")
            if table.status == "over" and table.seats_of(target):
                raise Refused("refused.game_is_over")
            return facts.Removed(target.id)


def _target(table: Table, action: wire.Moderation) -> Person:
    if action.seat is not None:
        found = table.seats[action.seat].person if action.seat < len(table.seats) else None
    else:
        found = table.chat.speakers.get(action.handle)
    if found is None:
        raise NotAllowed("table.nobody_there")
    return found


def check_host(table: Table, person: Person) -> None:
    """Raise `NotAllowed` unless this person is the host."""
    if person.id != table.host.id:
        raise NotAllowed("table.host_only")


def _fill(table: Table, person: Person, action: wire.Fill, bots: Collection[str]) -> facts.Filled:
    check_host(table, person)
    if table.match is not None:
        raise NotAllowed("table.begun")
    check_bot(action.bot, bots)
    return facts.Filled(action.bot)


def _close(table: Table, person: Person) -> facts.Closed:
    check_host(table, person)
    if table.status != "open":
        _running_game(table)
        if any(seat.person is not None and seat.person.id != person.id for seat in table.seats):
            raise NotAllowed("table.others_play")
    return facts.Closed("by_host")


def close_unused(table: Table, quiet_since: float) -> facts.Closed:
    """Return the fact that closes an unused table; refuse if something happened that its listing does not show yet."""
    if table.ended or table.changed_at > quiet_since:
        raise NotAllowed("table.too_late")
    return facts.Closed("nobody_came" if table.match is None else "nobody_visited")


def close_by_operator(table: Table) -> facts.Closed:
    """Return the fact with which the operator closes a table, whoever plays there."""
    if table.ended:
        raise NotAllowed("admin.ended", table=table.id)
    return facts.Closed("by_operator")


def give_up_seat(table: Table, seat: int) -> facts.StoodUp | facts.TakenOver:
    """Return the fact that frees the seat of somebody who is banned, or gives it to a bot if the game is running."""
    seat_state = table.seats[seat]
    if table.ended or seat_state.person is None or seat_state.bot:
        raise NotAllowed("table.too_late")
    return facts.StoodUp(seat) if table.match is None else facts.TakenOver(seat)


def _answer(table: Table, action: wire.Answer) -> facts.Answered:
    code = _legal_answer(table, action.seat, action.moment, action.answer)
    return facts.Answered(action.seat, table.game.answers.names(code))


def _legal_answer(table: Table, seat: int, moment: int, answer: dict[str, object]) -> int:
    """Return the code of an answer that this seat may give now."""
    match = _running_game(table)
    if moment != match.moment:
        raise NotAllowed("table.too_late")
    if table.seats[seat].bot:
        raise NotAllowed("table.bot_plays")
    state = match.state
    if seat not in state.asked():
        raise Refused("refused.not_asked", seat=seat)
    code = table.game.answers.read(answer)
    if not state.allows(seat, code):
        raise Refused("refused.not_an_option", seat=seat, code=code)
    return code


def check_coaching(table: Table, person: Person, seat: int, moment: int, answer: dict[str, object]) -> int:
    """Return the code of an answer that the coach may judge before it is given; refuse it wherever people play
    together, at one screen or apart, even while a bot plays for one of them."""
    _own_seat(table, person, seat)
    if sum(seat_state.person is not None for seat_state in table.seats) > 1:
        raise NotAllowed("coach.among_people")
    return _legal_answer(table, seat, moment, answer)


def mark_lost(table: Table, seat: int) -> facts.WentAway:
    """Return the fact that a player's connection broke; it counts only in a running live game."""
    _running_game(table)
    seat_state = table.seats[seat]
    if isinstance(table.settings.pace, wire.Days) or seat_state.person is None:
        raise NotAllowed("table.never_left")
    if seat_state.away_since is not None or seat_state.bot:
        raise NotAllowed("table.away_already")
    return facts.WentAway(seat, lost=True)


def mark_found(table: Table, seat: int) -> facts.CameBack:
    """Return the fact that a player whose connection broke is back."""
    if table.closed is not None or not table.seats[seat].lost:
        raise NotAllowed("table.never_left")
    return facts.CameBack(seat)


def check_entry(table: Table, person: Person, invitation: str) -> None:
    """Raise `NotAllowed` unless this person may enter.

    A public table is open to all, others to those who hold the invitation or sit there; never to those removed.
    """
    if person.id in table.removed:
        raise NotAllowed("table.removed")
    if table.public or invitation == table.invitation:
        return
    if person.id != table.host.id and not table.seats_of(person):
        raise NotAllowed("table.by_invitation")


def check_bot(bot: str, bots: Collection[str]) -> None:
    if bot not in bots:
        raise NotAllowed("setup.bot", bot=bot, known=", ".join(bots))


def _own_seat(table: Table, person: Person, seat: int | None) -> Person:
    seat_state = table.seats[seat] if seat is not None and seat < len(table.seats) else None
    if seat_state is None or seat_state.person is None or seat_state.person.id != person.id:
        raise NotAllowed("table.not_your_seat", seat=seat)
    return seat_state.person


def _running_game(table: Table) -> Match:
    if table.match is None:
        raise NotAllowed("table.not_begun")
    if table.closed is not None:
        raise NotAllowed("table.closed")
    if table.match.over:
        raise Refused("refused.game_is_over")
    return table.match
