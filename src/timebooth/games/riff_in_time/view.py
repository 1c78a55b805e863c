"""Makes views: a seat may see all but the order of the Riff deck.  §HIDDEN §OPEN"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.riff_in_time.kinds import (
    BOOTH,
    DIE_KINDS,
    EXCELLENT,
    FACES,
    MOVE,
    PLACES,
    RIFF_CARDS,
    SAN_DIMAS,
    SPACES,
)
from timebooth.games.riff_in_time.knowledge import knows_top
from timebooth.games.riff_in_time.payment import left_in
from timebooth.games.riff_in_time.seen import Danger, DieView, PlaceView, PlayerView, View
from timebooth.games.riff_in_time.state import ENDINGS, NO_ENDING, SPECTATOR, RiffState
from timebooth.kernel.bits import members_of


def danger(s: RiffState) -> Danger:
    """Return how many rises San Dimas can still take and how many draws are left.  §DANGER"""
    full: i64 = 0
    for place in range(PLACES):
        if s.level(place) >= s.box.top and not s.is_fixed(place):
            full += 1
    return Danger(s.box.san_dimas_top - s.level(SAN_DIMAS), s.deck_size(), full)


def view(s: RiffState, seat: int | None) -> View:
    """Return what a seat (None: a spectator) may see; everything once the game is over.  §OPEN §HIDDEN"""
    over = s.ending != NO_ENDING
    seer = SPECTATOR if seat is None else seat
    return View(
        seat=seat,
        places=tuple([_place(s, s.place_at(position)) for position in range(SPACES)]),
        players=tuple([_player(s, player) for player in range(s.players)]),
        turn=s.turn,
        round=_round(s),
        asked=s.asked(),
        dice=tuple([_die(s, die) for die in range(s.dice)]),
        granted={FACES[action]: left_in(s.granted, action) for action in range(MOVE, EXCELLENT + 1)},
        ability_used=s.ability_used,
        deck=s.deck_size(),
        discard_pile=tuple([s.box.cards[card] for card in members_of(s.discard)]),
        danger=danger(s),
        card="" if s.drawn == RIFF_CARDS else s.box.cards[s.drawn],
        top=tuple([s.box.cards[s.top_card(i)] for i in range(s.top_size)]) if over or knows_top(s, seer) else None,
        ending=ENDINGS[s.ending - 1] if over else "",
    )


def _round(s: RiffState) -> int:
    """Return the number of the round; the set-up belongs to the first one.  §J5

    Right after the last turn of a round, it is still that round.
    """
    if s.first_is_secret:
        return 1
    return max(1, int((s.turns - (s.turn - s.first) % s.players) // s.players + 1))


def _place(s: RiffState, place: i64) -> PlaceView:
    near = s.box.near[s.position(place)]
    return PlaceView(
        place=s.box.places[place],
        position=s.position(place),
        level=s.level(place),
        near=tuple([s.box.places[s.place_at(position)] for position in members_of(near)]),
        fixed=s.is_fixed(place),
        returned=s.is_returned(place),
        personages=_personages(s, place),
        players=tuple([player for player in range(s.players) if s.at(player) == place]),
    )


def _personages(s: RiffState, whereabouts: i64) -> tuple[str, ...]:
    """Return the personages in a place or in a booth."""
    return tuple([s.box.personages[who] for who in range(PLACES) if s.whereabouts(who) == whereabouts])


def _player(s: RiffState, player: i64) -> PlayerView:
    objective = s.objective(player)
    completed = s.rewarded >> player & 1 == 1
    bonus = s.bonus(player)
    actions = [] if s.setting_up() else [FACES[s.box.action[bonus]]]
    if completed:
        actions.append(FACES[s.box.action[objective]])
    return PlayerView(
        seat=s.seat_of(player),
        who=_name(s.box.characters, s.character(player)),
        place=s.box.places[s.at(player)],
        booth=_personages(s, BOOTH + player),
        triumphs=tuple([s.box.places[place] for place in members_of(s.triumphs(player))]),
        objective=_name(s.box.objectives, objective),
        stage=s.stage(player),
        completed=completed,
        actions=tuple(actions),
        offered=_name(s.box.objectives, bonus) if s.setting_up() else "",
    )


def _die(s: RiffState, die: i64) -> DieView:
    return DieView(DIE_KINDS[s.kind(die)], FACES[s.face(die)], s.used >> die & 1 == 1)


def _name(names: tuple[str, ...], number: i64) -> str:
    """Return an empty name for what has not been dealt yet."""
    return names[number] if number < len(names) else ""
