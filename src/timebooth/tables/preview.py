"""What an answer would do, computed in a world sampled for its seat, so that nothing hidden shows."""

from __future__ import annotations

from timebooth.kernel.chance import KeyedRng
from timebooth.kernel.errors import Refused
from timebooth.tables.authorisation import NotAllowed
from timebooth.tables.messages import events_for
from timebooth.tables.table import Table
from timebooth.tables.wire import Told


def preview(table: Table, seat: int, moment: int, answer: dict[str, object]) -> tuple[tuple[Told, ...], Told | None]:
    """Return the events that would follow, and a sentence that sums them up.

    `answer` may be partial, with the fields that several answers have in common; then no events are returned.
    """
    match = table.match
    if match is None:
        raise NotAllowed("table.not_begun")
    if moment != match.moment:
        raise NotAllowed("table.too_late")
    if seat not in match.state.asked():
        raise Refused("refused.not_asked", seat=seat)
    game = table.game
    matching = [code for code in match.state.options(seat) if answer.items() <= game.answers.names(code).items()]
    if not matching:
        raise Refused("refused.no_such_answer", answer=str(answer)[:200])
    world = match.state.sample_world(seat, KeyedRng(table.seed, b"preview %d %d" % (seat, moment)))
    exact = [code for code in matching if answer == game.answers.names(code)]
    events = events_for(game, game.project(world, seat, exact[0]), seat) if exact else ()
    summary = game.preview(world, seat, answer)
    return events, None if summary is None else Told(*summary)
