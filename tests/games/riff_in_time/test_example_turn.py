"""The rulebook's example turn, from the first draw to the last action."""

from __future__ import annotations

from tests.games.riff_in_time.builders import BOGUS, INTERACT, MOVE, WYLD, follows, riff
from timebooth.games.riff_in_time import events as e
from timebooth.games.riff_in_time.answers import Choose, DropOff, FixRift, Move, Roll, Step, UseBooth


def test_natashas_turn_is_played_as_in_the_rulebook() -> None:
    """§TURN §P1 §P2 §BOOTH §BILL §DROP_OFF §FIX"""
    s = riff(
        characters=("bill", "joanna"),
        at=["athens"],
        booth={"billy_the_kid": 0},
        bonus=["O08", "O05"],
        levels={"new_mexico": 6, "rome": 5},
    )
    s.lay(1, 3)  # Athens two spaces from New Mexico
    s.lay(2, 2)
    t = follows("R01", s, "R33")
    t.does(Choose("draw", 1))
    t.load(WYLD[MOVE], WYLD[INTERACT], WYLD[BOGUS], 0, WYLD[INTERACT], WYLD[INTERACT], WYLD[MOVE], 5)

    t.does(Roll(3, 0, 0), UseBooth())
    t.does(Move("vienna"), Step("new_mexico"), DropOff("billy_the_kid"), FixRift(), FixRift("excellent"))

    names = [type(event).__name__ for event in t.journal]
    assert t.journal.events[: names.index("TurnEnded")] == [
        e.RiffCardDrawn("bill", "R01", 59),
        e.RiftRaised("new_mexico", 7),
        e.SectionFollowed("red", "new_mexico"),
        e.EffectChosen("bill", "draw", 1),
        e.RiffCardDrawn("bill", "R33", 58),
        e.RiftRaised("rome", 6),
        e.PoolAssembled("bill", 3, 0, 0, 1),
        e.DiceRolled("bill", ("wyld", "wyld", "wyld", "bogus"), ("move", "interact", "bogus", "bogus")),
        e.BoothUsed("bill"),
        e.DiceRolled("bill", ("wyld", "wyld", "wyld", "bogus"), ("interact", "interact", "move", "blank")),
        e.CharacterMoved("bill", "vienna", "move"),
        e.CharacterMoved("bill", "new_mexico", "second_step"),
        e.PersonageReturned("bill", "billy_the_kid", "new_mexico", "interact"),
        e.RiftWorkedOn("bill", "new_mexico", "interact"),
        e.RiftLowered("new_mexico", 6),
        e.RiftWorkedOn("bill", "new_mexico", "excellent"),
        e.RiftLowered("new_mexico", 5),
    ]
    assert t.state.turn == 1
