"""The rulebook's verbs. Each changes the state and adds an event to the journal, if there is one."""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.riff_in_time import events
from timebooth.games.riff_in_time.deck import take_top_card
from timebooth.games.riff_in_time.kinds import BOOTH, PLACES, SAN_DIMAS
from timebooth.games.riff_in_time.objectives import note_lowering, note_visit
from timebooth.games.riff_in_time.state import ALL_PLACES, ENDINGS, LOST_DECK, LOST_SAN_DIMAS, WON, RiffState
from timebooth.games.riff_in_time.turn import DRAW_RIFF_CARD
from timebooth.kernel.bits import bit, count, members_of
from timebooth.kernel.chance import Rng
from timebooth.kernel.journal import Journal


def name_of(s: RiffState, player: i64) -> str:
    """Return the key of a player's character."""
    return s.box.characters[s.character(player)]


# Rifts


def raise_rift(s: RiffState, place: i64, journal: Journal | None) -> None:
    """Turn one rift up by one level.  §RAISE"""
    if s.is_fixed(place):  # §P1.IGNORED §J16
        if journal is not None:
            journal.add(events.RiseIgnored(s.box.places[place]))
    elif place == SAN_DIMAS:  # §J6
        if s.level(SAN_DIMAS) >= s.box.san_dimas_top:  # §LOSE §J9 §J10
            lose(s, LOST_SAN_DIMAS, journal)
            return
        s.set_level(SAN_DIMAS, s.level(SAN_DIMAS) + 1)
        if journal is not None:
            journal.add(events.RiftRaised(s.box.places[SAN_DIMAS], s.level(SAN_DIMAS)))
    elif s.level(place) < s.box.top:
        s.set_level(place, s.level(place) + 1)
        if journal is not None:
            journal.add(events.RiftRaised(s.box.places[place], s.level(place)))
    else:  # §P1.FULL §J17
        if journal is not None:
            journal.add(events.RiftOverflowed(s.box.places[place]))
        raise_rift(s, SAN_DIMAS, journal)


def lower_san_dimas(s: RiffState, journal: Journal | None) -> None:
    """Turn San Dimas down by one level; at zero, nothing happens.  §LOWER.ZERO §J28"""
    if s.level(SAN_DIMAS) == 0:
        if journal is not None:
            journal.add(events.LoweringIgnored(s.box.places[SAN_DIMAS]))
        return
    s.set_level(SAN_DIMAS, s.level(SAN_DIMAS) - 1)
    if journal is not None:
        journal.add(events.RiftLowered(s.box.places[SAN_DIMAS], s.level(SAN_DIMAS)))


def lower_here(s: RiffState, journal: Journal | None) -> None:
    """Lower the rift where the Active Player is; the last level needs its personage returned.  §HERE §J27 §J56"""
    place = s.here()
    if place == SAN_DIMAS:
        level = s.level(SAN_DIMAS)
        lower_san_dimas(s, journal)
        if level > 0:
            note_lowering(s, SAN_DIMAS, journal)
    elif s.is_fixed(place) or (s.level(place) == 1 and not s.is_returned(place)):
        if journal is not None:
            journal.add(events.LoweringIgnored(s.box.places[place]))
    else:
        lower_rift(s, place, journal)


def lower_rift(s: RiffState, place: i64, journal: Journal | None) -> None:
    """Turn the rift of a Historic Location down by one level; at zero it is closed.  §LOWER"""
    s.set_level(place, s.level(place) - 1)
    if journal is not None:
        journal.add(events.RiftLowered(s.box.places[place], s.level(place)))
    note_lowering(s, place, journal)
    if s.level(place) == 0:
        close_rift(s, place, journal)


def close_rift(s: RiffState, place: i64, journal: Journal | None) -> None:
    """Flip the disc to Fixed; the Active Player takes the card with its Triumphant die.  §CLOSE §J35 §F8"""
    s.fixed |= bit(place)
    s.set_triumphs(s.turn, s.triumphs(s.turn) | bit(place))
    s.new_triumphs |= bit(place)
    if journal is not None:
        journal.add(events.RiftFixed(name_of(s, s.turn), s.box.places[place], PLACES - count(s.fixed)))


def unfix(s: RiffState, place: i64, journal: Journal | None) -> None:
    """Flip a disc back; its personage stays returned, and its card leaves its holder.  §UNFIX §J26 §F14"""
    s.fixed &= ~bit(place)
    s.set_level(place, s.box.unfixed)
    for player in range(s.players):
        s.set_triumphs(player, s.triumphs(player) & ~bit(place))
    if journal is not None:
        journal.add(events.RiftUnfixed(s.box.places[place], s.level(place)))


# Cards


def draw_riff_card(s: RiffState, rng: Rng, journal: Journal | None) -> bool:
    """Reveal the top Riff card and return True; lose and return False if there is none.  §P1.DRAW §J11"""
    if s.deck_is_empty():
        lose(s, LOST_DECK, journal)
        return False
    s.drawn = take_top_card(s, rng)
    if journal is not None:
        journal.add(events.RiffCardDrawn(name_of(s, s.turn), s.box.cards[s.drawn], s.deck_size()))
    return True


def discard_riff_cards(s: RiffState, cards: i64, rng: Rng, journal: Journal | None) -> None:
    """Discard cards from the top of the Riff deck unread, or as many as there are.  §DISCARD §J12"""
    found: list[str] = []
    while cards > 0 and not s.deck_is_empty():
        card = take_top_card(s, rng)
        if journal is not None:
            found.append(s.box.cards[card])
        cards -= 1
    if journal is not None:
        journal.add(events.CardsDiscarded(tuple(found), s.deck_size()))


# Characters and personages


def send(s: RiffState, player: i64, place: i64, journal: Journal | None) -> None:
    """Put a character somewhere, as a card says: no circuits needed.  §SENT §J22"""
    s.set_at(player, place)
    if journal is not None:
        journal.add(events.CharacterSent(name_of(s, player), s.box.places[place]))
    note_visit(s, player, journal)


def eject_everyone(s: RiffState, journal: Journal | None) -> None:
    """Empty every booth onto the place where it is.  §EJECT §J23"""
    for player in range(s.players):
        thrown = s.in_booth(player)
        if thrown == 0:
            continue
        for personage in members_of(thrown):
            s.set_whereabouts(personage, s.at(player))
        if journal is not None:
            names = tuple([s.box.personages[personage] for personage in members_of(thrown)])
            journal.add(events.PersonagesEjected(name_of(s, player), names, s.box.places[s.at(player)]))


def pick_up(s: RiffState, personage: i64, journal: Journal | None) -> None:
    """Put a personage into the booth; their dice and actions come next turn.  §PICK_UP §J33"""
    s.set_whereabouts(personage, BOOTH + s.turn)
    note_visit(s, s.turn, journal)


def return_home(s: RiffState, personage: i64) -> None:
    """Leave a personage at home for the rest of the game.  §DROP_OFF §J48 §F14"""
    s.set_whereabouts(personage, personage)
    s.returned |= bit(personage)


# The end


def win_if_all_fixed(s: RiffState, journal: Journal | None) -> bool:
    """Win, and return True, if all ten places are fixed at the end of a turn.  §WIN §J8"""
    if s.fixed != ALL_PLACES:
        return False
    s.ending = WON
    s.end_game()
    if journal is not None:
        journal.add(events.GameWon(s.turns, ENDINGS[WON - 1]))
    return True


def lose(s: RiffState, ending: i64, journal: Journal | None) -> None:
    """Lose at once: a rise or a draw that is required is impossible.  §LOSE §J9"""
    s.ending = ending
    s.end_game()
    if journal is not None:
        journal.add(events.GameLost(s.turns, ENDINGS[ending - 1]))


def begin_turn(s: RiffState, player: i64, journal: Journal | None) -> None:
    """Begin a player's turn with the first step of TURN.  §TURN"""
    s.turn = player
    s.clear_pool()
    s.new_triumphs = 0
    s.granted = 0
    s.rerolled = False
    s.ability_used = False
    s.go_to(DRAW_RIFF_CARD)
    if journal is not None:
        journal.add(events.TurnBegan(name_of(s, player), s.turns // s.players + 1))
