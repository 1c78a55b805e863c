"""What one seat may see, built up from nothing: all but the order of the Riff deck.  §HIDDEN §OPEN"""

from __future__ import annotations

import msgspec

from timebooth.games.riff_in_time.deck import knows_top
from timebooth.games.riff_in_time.kinds import BOOTH, DIE_KINDS, EXCELLENT, FACES, MOVE, PLACES, RIFF_CARDS, SAN_DIMAS
from timebooth.games.riff_in_time.state import ENDINGS, NO_ENDING, SPECTATOR, RiffState
from timebooth.kernel.bits import members_of


class PlaceView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place on its position; San Dimas is on position 0."""

    place: str
    position: int
    level: int
    near: tuple[str, ...]
    fixed: bool = False
    returned: bool = False
    """The personage who belongs here has come home."""
    personages: tuple[str, ...] = ()
    """Who stands here."""
    players: tuple[int, ...] = ()


class PlayerView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A member of the band."""

    seat: int
    who: str
    place: str
    booth: tuple[str, ...]
    triumphs: tuple[str, ...]
    objective: str
    stage: int
    completed: bool
    actions: tuple[str, ...]
    """What the bonus card and a completed objective grant each turn."""
    offered: str = ""
    """The other objective, while one is chosen."""


class DieView(msgspec.Struct, frozen=True, omit_defaults=True):
    die: str
    face: str
    used: bool = False


class Danger(msgspec.Struct, frozen=True):
    """How near the end is."""

    rises_left: int
    """Rises that San Dimas can still take; one more loses."""
    draws_left: int
    """Riff cards that can still be drawn; one more loses."""
    rises_ahead: int
    """Places at their maximum, whose next rise goes to San Dimas."""


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table from one chair."""

    seat: int | None
    places: tuple[PlaceView, ...]
    """By position, San Dimas first."""
    players: tuple[PlayerView, ...]
    turn: int
    """The player on turn; in the order of `players`."""
    round: int
    asked: tuple[int, ...]
    dice: tuple[DieView, ...]
    granted: dict[str, int]
    """Actions from cards that are still unused this turn."""
    ability_used: bool
    deck: int
    discard_pile: tuple[str, ...]
    danger: Danger
    card: str = ""
    """The Riff card last revealed."""
    top: tuple[str, ...] | None = None
    """The next cards of the deck, for those who know them."""
    ending: str = ""


def danger(s: RiffState) -> Danger:
    """How many rises San Dimas can still take, how many draws are left.  §DANGER"""
    full = sum(s.level[place] >= s.box.top and not s.is_fixed(place) for place in range(int(PLACES)))
    return Danger(s.box.san_dimas_top - s.level[SAN_DIMAS], s.deck_size(), full)


def view(s: RiffState, seat: int | None) -> View:
    """What that seat (None: a spectator) may see; once the game is over, everything."""
    over = s.ending != NO_ENDING
    seer = SPECTATOR if seat is None else seat
    return View(
        seat=seat,
        places=tuple(_place(s, s.place_at[position]) for position in range(int(PLACES) + 1)),
        players=tuple(_player(s, player) for player in range(s.players)),
        turn=s.turn,
        round=s.turns // s.players + 1,
        asked=s.asked(),
        dice=tuple(
            DieView(DIE_KINDS[s.kind[die]], FACES[s.face[die]], s.used >> die & 1 == 1) for die in range(s.dice)
        ),
        granted={FACES[action]: s.granted[action] for action in range(int(MOVE), int(EXCELLENT) + 1)},
        ability_used=s.ability_used,
        deck=s.deck_size(),
        discard_pile=tuple(s.box.cards[card] for card in members_of(s.discard)),
        danger=danger(s),
        card="" if s.drawn == RIFF_CARDS else s.box.cards[s.drawn],
        top=tuple(s.box.cards[s.top_cards[i]] for i in range(s.top_size)) if over or knows_top(s, seer) else None,
        ending=ENDINGS[s.ending - 1] if over else "",
    )


def _place(s: RiffState, place: int) -> PlaceView:
    near = s.box.near[s.position[place]]
    standing = [who for who in range(int(PLACES)) if s.whereabouts[who] == place]
    return PlaceView(
        place=s.box.places[place],
        position=s.position[place],
        level=s.level[place],
        near=tuple(s.box.places[s.place_at[position]] for position in members_of(near)),
        fixed=s.is_fixed(place),
        returned=s.is_returned(place),
        personages=tuple(s.box.personages[who] for who in standing),
        players=tuple(player for player in range(s.players) if s.at[player] == place),
    )


def _player(s: RiffState, player: int) -> PlayerView:
    objective = s.objective[player]
    completed = s.rewarded >> player & 1 == 1
    bonus = s.bonus[player]
    actions = [] if s.setting_up() else [FACES[s.box.action[bonus]]]
    if completed:
        actions.append(FACES[s.box.action[objective]])
    return PlayerView(
        seat=s.seat_of(player),
        who=_name(s.box.characters, s.character[player]),
        place=s.box.places[s.at[player]],
        booth=tuple(s.box.personages[who] for who in range(int(PLACES)) if s.whereabouts[who] == BOOTH + player),
        triumphs=tuple(s.box.places[place] for place in members_of(s.triumphs[player])),
        objective=_name(s.box.objectives, objective),
        stage=s.stage[player],
        completed=completed,
        actions=tuple(actions),
        offered=_name(s.box.objectives, bonus) if s.setting_up() else "",
    )


def _name(names: tuple[str, ...], number: int) -> str:
    """Nothing where a card has not been dealt yet."""
    return names[number] if number < len(names) else ""
