"""What an answer would do, as far as its seat can tell: asked of a state in which all it cannot know was redrawn."""

from __future__ import annotations

from timebooth.kernel.chance import KeyedRng
from timebooth.kernel.errors import Refused
from timebooth.tables.authorisation import NotAllowed
from timebooth.tables.messages import events_for
from timebooth.tables.table import Table
from timebooth.tables.wire import Told


def preview(table: Table, seat: int, moment: int, answer: dict[str, object]) -> tuple[tuple[Told, ...], Told | None]:
    """The events that would follow, and a sentence that sums them up; `answer` may be what several have in common."""
    playing = table.playing
    if playing is None:
        raise NotAllowed("table.not_begun")
    if moment != playing.moment:
        raise NotAllowed("table.too_late")
    if seat not in playing.state.asked():
        raise Refused("refused.not_asked", seat=seat)
    game = table.game
    meant = [code for code in playing.state.options(seat) if answer.items() <= game.answers.names(code).items()]
    if not meant:
        raise Refused("refused.no_such_answer", answer=str(answer)[:200])
    imagined = playing.state.sample_world(seat, KeyedRng(table.seed, b"preview %d %d" % (seat, moment)))
    whole = [code for code in meant if answer == game.answers.names(code)]
    events = events_for(game, game.project(imagined, seat, whole[0]), seat) if whole else ()
    preview = game.preview(imagined, seat, answer)
    return events, None if preview is None else Told(*preview)
