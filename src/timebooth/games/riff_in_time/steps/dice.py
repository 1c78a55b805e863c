"""Phase 2, the dice: assemble the pool, roll it, use the booth, resolve Bogus.  §P2"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.riff_in_time.codes import KEEP_ROLL, ROLL, ROLL_END, TAKE_BOGUS, USE_BOOTH
from timebooth.games.riff_in_time.dice import (
    add_changes,
    add_rerolls,
    bogus_pending,
    can_change,
    can_reroll,
    change_die,
    grant_actions,
    is_change,
    reroll_die,
    roll_die,
)
from timebooth.games.riff_in_time.effects import name_of, raise_rift
from timebooth.games.riff_in_time.events import BogusResolved, BoothUsed, DiceRolled, PoolAssembled
from timebooth.games.riff_in_time.kinds import (
    BOGUS_DIE,
    CHARACTER,
    DIE_KINDS,
    FACES,
    POOL,
    TRIUMPHANT,
    WYLD,
)
from timebooth.games.riff_in_time.payment import purse_of
from timebooth.games.riff_in_time.pools import (
    CHARACTER_IN,
    KINDS_IN,
    SIZE_OF,
    TRIUMPHANT_IN,
    WITH_CHARACTER,
    WITH_ROOM,
    WITH_TRIUMPHANT,
    WITH_WYLD,
    WYLD_IN,
)
from timebooth.games.riff_in_time.state import NO_ENDING, RiffState, riff
from timebooth.kernel.bits import count, lowest, nth
from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.journal import Journal
from timebooth.kernel.question import Question
from timebooth.kernel.state import State, Step


def dice_at_hand(s: RiffState, kind: i64) -> i64:
    """Return how many dice of a kind the Active Player has.  §POOL §J30 §J35

    Wyld dice, those of personages in the booth, and one for each rift closed in earlier turns.
    """
    n: i64 = 0
    if kind == WYLD:
        n = s.box.dice[WYLD]
    elif kind == TRIUMPHANT:
        n = count(s.triumphs(s.turn) & ~s.new_triumphs)
    elif kind == CHARACTER:
        n = s.box.character_dice[s.in_booth(s.turn)]
    else:
        n = s.box.bogus_dice[s.in_booth(s.turn)]
    if n > s.box.dice[kind]:
        n = s.box.dice[kind]  # §J31
    if n > POOL:
        n = POOL  # §POOL.FOUR
    return n


def pools_at_hand(s: RiffState) -> i64:
    """Return the pools that the Active Player's dice allow, as a set.  §POOL.FOUR §POOL.BOGUS"""
    found = WITH_ROOM[POOL - dice_at_hand(s, BOGUS_DIE)] & WITH_WYLD[dice_at_hand(s, WYLD)]
    return found & WITH_CHARACTER[dice_at_hand(s, CHARACTER)] & WITH_TRIUMPHANT[dice_at_hand(s, TRIUMPHANT)]


class AssembleDicePool(Step):
    """Phase 2 begins: at most four dice, every Bogus die among them.  §P2 §POOL.FOUR §POOL.BOGUS §J31 §J32"""

    def asked(self, state: State) -> i64:
        s = riff(state)
        if s.arg(1) == 1:
            return s.active_seat()
        return 0

    def run(self, state: State, rng: Rng, journal: Journal | None) -> None:
        """Count what cards grant now: what is gained or lost later this turn changes nothing.  §J33 §J34"""
        grant_actions(riff(state))
        state.set_arg(1, 1)

    def options(self, state: State, seat: i64, out: Codes) -> None:
        pools = pools_at_hand(riff(state))
        while pools != 0:
            out.add(ROLL + lowest(pools))
            pools &= pools - 1

    def allows(self, state: State, seat: i64, code: i64, listed: Codes) -> bool:
        if code < ROLL or code >= ROLL_END:
            return False
        return pools_at_hand(riff(state)) >> code - ROLL & 1 != 0

    def pick(self, state: State, seat: i64, rng: Rng, listed: Codes, answers: Codes) -> bool:
        pools = pools_at_hand(riff(state))
        if pools & (pools - 1) == 0:
            answers.add(ROLL + lowest(pools))
            return False
        answers.add(ROLL + nth(pools, rng.below(count(pools))))
        return True

    def answer(self, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        s = riff(state)
        pool = answers.at(0) - ROLL
        bogus = dice_at_hand(s, BOGUS_DIE)
        s.done()
        s.clear_pool()
        s.kinds = KINDS_IN[pool]
        s.dice = SIZE_OF[pool]
        for _die in range(bogus):
            s.add_die(BOGUS_DIE)
        if journal is not None:
            who = name_of(s, s.turn)
            journal.add(PoolAssembled(who, WYLD_IN[pool], CHARACTER_IN[pool], TRIUMPHANT_IN[pool], bogus))

    def question(self, state: State, seat: i64) -> Question:
        s = riff(state)
        return Question("choose", "assemble_pool", {"bogus": dice_at_hand(s, BOGUS_DIE)}, False, "§POOL")


class RollDice(Step):
    """The Active Dice Pool is rolled.  §ROLL"""

    def run(self, state: State, rng: Rng, journal: Journal | None) -> None:
        s = riff(state)
        s.done()
        roll_pool(s, rng, journal)


def roll_pool(s: RiffState, rng: Rng, journal: Journal | None) -> None:
    """Roll every die of the pool."""
    for die in range(s.dice):
        roll_die(s, die, rng)
    if journal is not None:
        dice = tuple([DIE_KINDS[s.kind(die)] for die in range(s.dice)])
        faces = tuple([FACES[s.face(die)] for die in range(s.dice)])
        journal.add(DiceRolled(name_of(s, s.turn), dice, faces))


class UseTheBooth(Step):
    """Once a turn, before any other action, the whole pool may be rolled again.  §BOOTH §J36"""

    def asked(self, state: State) -> i64:
        s = riff(state)
        if s.dice > 0:
            return s.active_seat()
        return 0

    def options(self, state: State, seat: i64, out: Codes) -> None:
        out.add(KEEP_ROLL)
        out.add(USE_BOOTH)

    def allows(self, state: State, seat: i64, code: i64, listed: Codes) -> bool:
        return code == KEEP_ROLL or code == USE_BOOTH

    def pick(self, state: State, seat: i64, rng: Rng, listed: Codes, answers: Codes) -> bool:
        answers.add(KEEP_ROLL + rng.below(2))
        return True

    def answer(self, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        s = riff(state)
        s.done()
        if answers.at(0) == USE_BOOTH:
            s.rerolled = True
            if journal is not None:
                journal.add(BoothUsed(name_of(s, s.turn)))
            roll_pool(s, rng, journal)

    def run(self, state: State, rng: Rng, journal: Journal | None) -> None:
        riff(state).done()

    def question(self, state: State, seat: i64) -> Question:
        return Question("choose", "use_the_booth", {}, False, "§BOOTH")


class ResolveBogus(Step):
    """Each Bogus raises the rift where the Active Player is; only rerolls and Ted's change may come first.

    §BOGUS §J38 §J39 §J41
    """

    def asked(self, state: State) -> i64:
        s = riff(state)
        if bogus_pending(s) != 0 and (can_reroll(s, purse_of(s)) or can_change(s)):
            return s.active_seat()
        return 0

    def options(self, state: State, seat: i64, out: Codes) -> None:
        s = riff(state)
        out.add(TAKE_BOGUS)
        add_rerolls(s, purse_of(s), out)
        add_changes(s, out)

    def answer(self, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        s = riff(state)
        code = answers.at(0)
        if code == TAKE_BOGUS:
            self.run(s, rng, journal)
        elif is_change(code):
            change_die(s, code, journal)
        else:
            reroll_die(s, code, rng, journal)

    def run(self, state: State, rng: Rng, journal: Journal | None) -> None:
        s = riff(state)
        s.done()
        pending = bogus_pending(s)
        if pending == 0:
            return
        if journal is not None:
            journal.add(BogusResolved(name_of(s, s.turn), count(pending), s.box.places[s.here()]))
        while pending != 0 and s.ending == NO_ENDING:
            s.used |= pending & -pending
            pending &= pending - 1
            raise_rift(s, s.here(), journal)  # §J40

    def question(self, state: State, seat: i64) -> Question:
        s = riff(state)
        args: dict[str, object] = {"count": count(bogus_pending(s)), "place": s.box.places[s.here()]}
        return Question("play", "resolve_bogus", args, False, "§BOGUS")
