"""`play`: start or resume a game at this keyboard."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from timebooth import registry
from timebooth.bots.roster import is_code, make_bot
from timebooth.cli.keyboard_game import KeyboardGame
from timebooth.cli.keyboard_player import Quit
from timebooth.cli.language import language
from timebooth.cli.options import EditionName, GameOption, fill_seats, read_options, read_seed, split
from timebooth.cli.output import EXIT_INTERRUPTED, say
from timebooth.cli.record_files import RecordWriter, load, named_in_commands, new_path
from timebooth.cli.terminal import Closed, Terminal
from timebooth.kernel import match
from timebooth.kernel.errors import BadSetup
from timebooth.kernel.game import Game
from timebooth.kernel.match import Match
from timebooth.registry import game_of
from timebooth.words import Words

DEFAULT_SEATS = 3
EVENTS_REPEATED = 12  # when a game is resumed
EXIT_HANGUP = 129


def play(
    ctx: typer.Context,
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="The game's key.")] = None,
    seats: Annotated[int | None, typer.Option(help="How many players, bots included.")] = None,
    people: Annotated[int, typer.Option(min=1, help="How many people play at this keyboard.")] = 1,
    bots: Annotated[
        str | None,
        typer.Option(
            help="Bots for the other seats, separated by commas: novice, casual, regular, expert or merciless."
        ),
    ] = None,
    names: Annotated[str, typer.Option(help="Names of the players, separated by commas.")] = "",
    edition: EditionName = registry.STANDARD,
    option: GameOption = None,
    seed: Annotated[str | None, typer.Option(metavar="HEX", help="Use this seed, to repeat a deal.")] = None,
    record: Annotated[Path | None, typer.Option(help="The file to record the game in.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Resume an unfinished game from its record.")] = None,
    coach: Annotated[
        bool, typer.Option("--coach", help="Against bots: warn before an answer that gives away a lot.")
    ] = False,
) -> None:
    """Play a game in the terminal, against bots or with friends at one keyboard."""
    if resume is not None:
        own = None if edition == registry.STANDARD else edition
        keyboard_game = _resume(resume, own, language(ctx), coach, split(bots or ""))
    elif game is not None:
        chosen = registry.find_game(game, edition)
        keyboard_game = _new_game(chosen, seats, people, bots, names, option, seed, record, language(ctx), coach)
    else:
        raise BadSetup("play.which_game", known=", ".join(registry.game_types()))
    _play_to_end(keyboard_game)


def _new_game(
    game: Game,
    seats: int | None,
    people: int,
    bots: str | None,
    names: str,
    option: list[str] | None,
    seed: str | None,
    record: Path | None,
    lang: str,
    coach: bool,
) -> KeyboardGame:
    if coach and people > 1:
        raise BadSetup("coach.among_people")
    named = split(bots or "")
    if seats is None:
        seats = people + len(named) if named else max(people, min(max(DEFAULT_SEATS, game.seats[0]), game.seats[-1]))
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
    writer = RecordWriter(record or new_path(game))
    writer.begin(new.record.lines())
    return _keyboard_game(new, writer, lang, coach)


def _resume(path: Path, edition: str | None, lang: str, coach: bool, allowed: list[str]) -> KeyboardGame:
    """Go on with a record; a class that it names as a bot is only imported if the command names it too."""
    record = load(path, mend=True)
    for bot in record.header.bots:
        if is_code(bot) and bot not in allowed:
            raise BadSetup("setup.bot_of_record", bot=bot)
    game = game_of(record, edition)
    again = match.replay(game, record, mend=True)
    writer = RecordWriter(path)
    if not again.over:
        writer.rewrite(again.record.lines())
    return _keyboard_game(again, writer, lang, coach, shown=max(0, len(again.journal) - EVENTS_REPEATED))


def _keyboard_game(played: Match, writer: RecordWriter, lang: str, coach: bool, shown: int = 0) -> KeyboardGame:
    header = played.header
    kinds = header.bots or [""] * header.seats
    bots = {seat: make_bot(kind) for seat, kind in enumerate(kinds) if kind}
    return KeyboardGame(played, bots, writer, Words(lang, played.game, header.names), Terminal(), shown, coach)


def _play_to_end(keyboard_game: KeyboardGame) -> None:
    """Play to the end; if it is interrupted, say where the record is and how to resume."""
    file = str(keyboard_game.writer.path)
    words = keyboard_game.words
    played = keyboard_game.match
    named = named_in_commands(keyboard_game.writer.path, played.game, played.header.bots)
    say(words.say("play.welcome", title=words.say("game.title"), file=file))
    try:
        with _exit_on_hangup():
            keyboard_game.play()
    except (Quit, Closed):
        say()
        say(words.say("play.kept", file=file, named=named))
    except KeyboardInterrupt:
        say()
        say(words.say("play.kept", file=file, named=named))
        raise typer.Exit(EXIT_INTERRUPTED) from None
    else:
        keyboard_game.show_end()


@contextmanager
def _exit_on_hangup() -> Iterator[None]:
    """Exit cleanly if the terminal is closed; every answer is already on disk."""
    if not hasattr(signal, "SIGHUP"):
        yield
        return
    before = signal.signal(signal.SIGHUP, _hang_up)
    try:
        yield
    finally:
        signal.signal(signal.SIGHUP, before)


def _hang_up(_number: int, _frame: object) -> None:
    raise SystemExit(EXIT_HANGUP)


def _names(given: list[str], kinds: list[str], words: Words) -> list[str]:
    if len(given) > len(kinds):
        raise BadSetup("setup.names", names=len(given), seats=len(kinds))
    found = list(given)
    for seat in range(len(given), len(kinds)):
        found.append(words.say("seat.bot" if kinds[seat] else "seat.numbered", number=seat + 1))
    return found
