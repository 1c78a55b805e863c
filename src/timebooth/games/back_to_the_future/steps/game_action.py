"""Regarding Memos: a card as it is being played, and everybody's chance to cancel it.  §MEMO

Each game action is a frame on the stack: it is announced, every other player is asked, and it takes effect or not.
A reaction is a game action too, on top of the one that it responds to; so a Memo on a Memo needs no rule of its own.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.games.back_to_the_future.codes import (
    PASS,
    REACT_ENGINE_TROUBLE,
    REACT_FAX,
    REACT_MEMO,
    REACT_NEWSPAPER,
    REACT_SCIENCE_EXPERIMENT,
    REACT_STEAL_MY_STUFF,
    REACT_TELEGRAM,
    REACT_TRUCK,
    TAKE_ITEM,
    TAKE_ITEM_END,
)
from timebooth.games.back_to_the_future.deck.kinds import (
    ENGINE_TROUBLE,
    FAX,
    KEYS,
    MACHINES,
    NEWSPAPER,
    SCIENCE_EXPERIMENT,
    STEAL_MY_STUFF,
    TELEGRAM,
    TIME_TRAIN,
)
from timebooth.games.back_to_the_future.deck.time_machines import TimeMachine, TimeTrain
from timebooth.games.back_to_the_future.deck.titles import TITLES
from timebooth.games.back_to_the_future.effects import discard, take_from_hand
from timebooth.games.back_to_the_future.events import CardAnswered, CardCancelled, CardStands, ItemKept, TurnSkipped
from timebooth.games.back_to_the_future.state import BttfState, bttf
from timebooth.games.back_to_the_future.steps.announcing import ACTOR, CARD, CLOSED, CODE, KIND, OTHER, VERDICT, to_flip
from timebooth.games.back_to_the_future.turn import DISCARD_TWO, END_OF_TURN, GAME_ACTION
from timebooth.kernel.bits import bit
from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.journal import Journal
from timebooth.kernel.question import Question
from timebooth.kernel.state import FRAME, State, Step

STANDS: Final[i64] = 0
CANCELLED: Final[i64] = 1
STALLED: Final[i64] = 2  # by Engine Trouble
HIJACKED: Final[i64] = 3  # by a Science Experiment
KEPT: Final[i64] = 4  # You Steal My Stuff?

STOLEN_STUFF_COSTS: Final[i64] = 2  # §STEAL


class GameAction(Step):
    """Ask everybody else, whatever they hold, before an announced action takes effect.  §MEMO §J2 §J4 §B1.ANNOUNCE

    They can stop the action on top only (§MEMO.LAST), now or never (§MEMO.PUNCTUAL). If a reaction is cancelled, the
    card beneath takes effect (§MEMO.MEMO §J6). Whoever is on turn stays on turn (§MEMO.TURN).
    """

    def asked(self, state: State) -> i64:
        """Ask everybody but the player of the card on top, also the player of a card beneath it.  §J2"""
        s = bttf(state)
        if s.arg(CLOSED) == 1:
            return 0
        return s.others(s.arg(ACTOR))

    def options(self, state: State, seat: i64, out: Codes) -> None:
        s = bttf(state)
        out.add(PASS)
        hand = s.hand[seat]
        if hand & s.box.memos != 0:
            out.add(REACT_MEMO)
        items = s.table[seat] & s.box.memo_items  # §NEWSPAPER §TELEGRAM §FAX
        if items != 0:
            items &= ~own_theft(s, seat)
            if items & s.box.copies[NEWSPAPER] != 0:
                out.add(REACT_NEWSPAPER)
            if items & s.box.copies[TELEGRAM] != 0:
                out.add(REACT_TELEGRAM)
            if items & s.box.copies[FAX] != 0:
                out.add(REACT_FAX)
        if hand & s.box.reactions == 0:
            return
        kind = s.arg(KIND)
        code = s.arg(CODE)
        if kind < MACHINES and hand & s.box.copies[ENGINE_TROUBLE] != 0:  # §ENGINE_TROUBLE §J16
            out.add(REACT_ENGINE_TROUBLE)
        if kind == TIME_TRAIN and hand & s.box.copies[SCIENCE_EXPERIMENT] != 0:  # §SCIENCE.TRAIN
            out.add(REACT_SCIENCE_EXPERIMENT)
        if robs(s, code, seat) and hand & s.box.copies[STEAL_MY_STUFF] != 0:  # §STEAL §J18
            out.add(REACT_STEAL_MY_STUFF)

    def pick(self, state: State, seat: i64, rng: Rng, listed: Codes, answers: Codes) -> bool:
        s = bttf(state)
        if (s.hand[seat] & s.box.reactions) | (s.table[seat] & s.box.memo_items) != 0:
            return super().pick(state, seat, rng, listed, answers)
        answers.add(PASS)
        return False

    def skip(self, state: State) -> bool:
        s = bttf(state)
        actor = s.arg(ACTOR)
        for seat in range(s.seats):
            if seat != actor and (s.hand[seat] & s.box.reactions) | (s.table[seat] & s.box.memo_items) != 0:
                return False
        s.set_arg(CLOSED, 1)
        return True

    def answer(self, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        s = bttf(state)
        s.set_arg(CLOSED, 1)
        react(s, s.arg(ACTOR), answers, journal)

    def run(self, state: State, rng: Rng, journal: Journal | None) -> None:
        """Do what the action says, or what a reaction has turned it into."""
        s = bttf(state)
        code = s.arg(CODE)
        card = s.arg(CARD)
        seat = s.arg(ACTOR)
        verdict = s.arg(VERDICT)
        other = s.arg(OTHER)
        kind = s.arg(KIND)
        s.done()
        if is_reaction(code):
            if verdict == STANDS:
                take_effect(s, seat, code, journal)
            elif journal is not None:
                tell_cancelled_reaction(s, seat, kind, journal)
            return
        title = TITLES[kind]
        if verdict == STANDS:
            title.resolve(s, seat, code, card, other, rng, journal)
        elif verdict == CANCELLED:
            title.cancel(s, seat, code, card, other, journal)
        elif verdict == KEPT:
            keep_stuff(s, seat, code, card, journal)
        elif verdict == HIJACKED:
            assert isinstance(title, TimeTrain)
            title.hijack(s, seat, code, card, other, rng, journal)
        else:
            assert isinstance(title, TimeMachine)
            title.stall(s, seat, card, other, journal)

    def question(self, state: State, seat: i64) -> Question:
        s = bttf(state)
        linchpin = s.box.answer_linchpin[s.arg(CODE)]
        args: dict[str, object] = {
            "seat": s.arg(ACTOR),
            "card": KEYS[s.arg(KIND)],
            "linchpin": s.box.linchpins[linchpin] if linchpin >= 0 else None,
            "stays": linchpin >= 0 and to_flip(s, s.arg(CODE)) < 0,
        }
        return Question("react", "react", args, True, "§MEMO")


def react(s: BttfState, actor: i64, answers: Codes, journal: Journal | None) -> None:
    """Let the first seat clockwise from `actor` that wants to react do so; the others keep their cards.  §J8

    They are not asked about the same card again, even if that reaction is cancelled.
    """
    for i in range(1, s.seats):
        seat = actor + i
        if seat >= s.seats:
            seat -= s.seats
        at = seat
        if seat > actor:
            at -= 1
        code = answers.at(at)
        if code != PASS:
            kind = s.box.answer_card[code]
            if journal is not None:
                tell_reaction(s, seat, code, kind, journal)
            if REACT_NEWSPAPER <= code <= REACT_FAX:
                card = s.card_of(s.table[seat], kind)
                s.table[seat] ^= bit(card)
            else:
                card = take_from_hand(s, seat, kind)
            discard(s, card)  # §J7: lost even if it is cancelled
            s.push(GAME_ACTION, code, card, seat)
            s.set_arg(KIND, kind)
            return


def tell_reaction(s: BttfState, seat: i64, code: i64, kind: i64, journal: Journal) -> None:
    against = None if code == REACT_TRUCK else KEYS[s.arg(KIND)]
    journal.add(CardAnswered(seat, KEYS[kind], against))


def tell_cancelled_reaction(s: BttfState, seat: i64, kind: i64, journal: Journal) -> None:
    """Tell that a reaction was cancelled, and that the card beneath all reactions was not stopped in the end.  §J8"""
    journal.add(CardCancelled(seat, KEYS[kind]))
    if s.top() == GAME_ACTION and not is_reaction(s.arg(CODE)):
        journal.add(CardStands(s.arg(ACTOR), KEYS[s.arg(KIND)]))


def take_effect(s: BttfState, seat: i64, code: i64, journal: Journal | None) -> None:
    """Let a reaction that nobody cancelled decide what becomes of the card beneath it."""
    if code <= REACT_FAX:
        s.set_arg(VERDICT, CANCELLED)
    elif code == REACT_ENGINE_TROUBLE:
        s.set_arg(VERDICT, STALLED)
    elif code == REACT_SCIENCE_EXPERIMENT:
        s.set_arg(VERDICT, HIJACKED)
        s.set_arg(OTHER, seat)
    elif code == REACT_STEAL_MY_STUFF:
        s.set_arg(VERDICT, KEPT)
    else:
        s.plays = 0
        s.go_to(END_OF_TURN)
        s.set_arg(1, 1)
        if journal is not None:
            journal.add(TurnSkipped(s.turn))


def keep_stuff(s: BttfState, thief: i64, code: i64, card: i64, journal: Journal | None) -> None:
    """Leave the item where it is; the thief discards two cards of their choice.  §STEAL"""
    discard(s, card)
    if journal is not None:
        journal.add(ItemKept(s.box.answer_owner[code], thief, KEYS[s.box.answer_item[code]]))
    s.push(DISCARD_TWO, thief, STOLEN_STUFF_COSTS)


def own_theft(s: BttfState, seat: i64) -> i64:
    """Return the seat's item that is being stolen: it cannot help to stop its own theft.  §MEMO.THEFT §J14"""
    at = s.depth - 1
    while at > 0 and s.stack[(at - 1) * FRAME] == GAME_ACTION:
        at -= 1
    code = s.stack[at * FRAME + CODE]
    if robs(s, code, seat):
        return s.box.copies[s.box.answer_item[code]]
    return 0


def is_reaction(code: i64) -> bool:
    """Return whether the code responds to a card, or to the start of a turn."""
    return REACT_MEMO <= code <= REACT_TRUCK


def robs(s: BttfState, code: i64, seat: i64) -> bool:
    """Return whether the code is So Gullible played against an item of this seat."""
    return TAKE_ITEM <= code < TAKE_ITEM_END and s.box.answer_owner[code] == seat
