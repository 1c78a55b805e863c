"""`play`: set a table up or take up a game again, and see it through, whatever the terminal does."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from timebooth import registry
from timebooth.bots.roster import make_bot
from timebooth.cli.keyboard_game import Sitting
from timebooth.cli.keyboard_player import Quit
from timebooth.cli.language import language
from timebooth.cli.options import EditionName, GameOption, fill_seats, read_options, read_seed, split
from timebooth.cli.output import say
from timebooth.cli.record_files import Kept, game_of, load, new_path
from timebooth.cli.terminal import Closed, Terminal
from timebooth.kernel import match
from timebooth.kernel.errors import BadSetup
from timebooth.kernel.game import Game
from timebooth.kernel.match import Match
from timebooth.words import Words

TABLE = 3  # seats, where nobody says how many and the game allows it
TOLD_AGAIN = 12  # events that are told again when a game is taken up again
INTERRUPTED = 130
HANGUP = 129


def play(
    ctx: typer.Context,
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="A game by its key.")] = None,
    seats: Annotated[int | None, typer.Option(help="How many play, bots included.")] = None,
    people: Annotated[int, typer.Option(min=1, help="How many people sit at this keyboard.")] = 1,
    bots: Annotated[
        str | None,
        typer.Option(help="Bots by name, for the seats after the people: novice, regular, expert or merciless."),
    ] = None,
    names: Annotated[str, typer.Option(help="Names of the players, with commas between them.")] = "",
    edition: EditionName = registry.STANDARD,
    option: GameOption = None,
    seed: Annotated[
        str | None, typer.Option(metavar="HEX", help="Play a certain shuffle, to compare or repeat.")
    ] = None,
    record: Annotated[Path | None, typer.Option(help="Where to keep the game.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Take up a game that was broken off.")] = None,
) -> None:
    """Play a game here, alone against bots or with friends at one keyboard."""
    if resume is not None:
        sitting = _take_up(resume, None if edition == registry.STANDARD else edition, language(ctx))
    elif game is not None:
        chosen = registry.find_game(game, edition)
        sitting = _sit_down(chosen, seats, people, bots, names, option, seed, record, language(ctx))
    else:
        raise BadSetup("play.which_game", known=", ".join(registry.game_types()))
    _see_through(sitting)


def _sit_down(
    game: Game,
    seats: int | None,
    people: int,
    bots: str | None,
    names: str,
    option: list[str] | None,
    seed: str | None,
    record: Path | None,
    lang: str,
) -> Sitting:
    named = split(bots or "")
    if seats is None:
        seats = people + len(named) if named else max(people, min(max(TABLE, game.seats[0]), game.seats[-1]))
    if people > seats:
        raise BadSetup("setup.people", people=people, seats=seats)
    kinds = [""] * people + (fill_seats(named, seats - people) if named else ["regular"] * (seats - people))
    for kind in kinds[people:]:
        make_bot(kind)
    words = Words(lang, game)
    new = Match.new(
        game,
        seats,
        game.read_options(read_options(option)),
        seed=None if seed is None else read_seed(seed),
        names=_names(split(names), kinds, words),
        bots=kinds,
    )
    kept = Kept(record or new_path(game))
    kept.begin(new.record.lines())
    return _sitting(new, kept, lang)


def _take_up(path: Path, edition: str | None, lang: str) -> Sitting:
    record = load(path, mend=True)
    game = game_of(record, edition)
    again = match.replay(game, record)
    kept = Kept(path)
    if not again.over:
        kept.go_on(again.record.lines())
    return _sitting(again, kept, lang, told=max(0, len(again.journal) - TOLD_AGAIN))


def _sitting(played: Match, kept: Kept, lang: str, told: int = 0) -> Sitting:
    header = played.header
    kinds = header.bots or [""] * header.seats
    bots = {seat: make_bot(kind) for seat, kind in enumerate(kinds) if kind}
    return Sitting(played, bots, kept, Words(lang, played.game, header.names), Terminal(), told)


def _see_through(sitting: Sitting) -> None:
    """Play on; however it is broken off, say where the game is and how to go on with it."""
    file = str(sitting.kept.path)
    words = sitting.words
    say(words.say("play.welcome", title=words.say("game.title"), file=file))
    try:
        with _hanging_up():
            sitting.play()
    except (Quit, Closed):
        say()
        say(words.say("play.kept", file=file))
    except KeyboardInterrupt:
        say()
        say(words.say("play.kept", file=file))
        raise typer.Exit(INTERRUPTED) from None
    else:
        sitting.tell_end()


@contextmanager
def _hanging_up() -> Iterator[None]:
    """A terminal that is closed ends the program in order: what was answered is on the disk already."""
    if not hasattr(signal, "SIGHUP"):
        yield
        return
    before = signal.signal(signal.SIGHUP, _hang_up)
    try:
        yield
    finally:
        signal.signal(signal.SIGHUP, before)


def _hang_up(_number: int, _frame: object) -> None:
    raise SystemExit(HANGUP)


def _names(given: list[str], kinds: list[str], words: Words) -> list[str]:
    if len(given) > len(kinds):
        raise BadSetup("setup.names", names=len(given), seats=len(kinds))
    found = list(given)
    for seat in range(len(given), len(kinds)):
        found.append(words.say("seat.bot" if kinds[seat] else "seat.numbered", number=seat + 1))
    return found
