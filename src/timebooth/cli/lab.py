"""`lab`: a report on how fair a game is, and on what another edition or option changes."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from timebooth import registry
from timebooth.cli.jobs import AllCores, RayOption, make_jobs, with_progress
from timebooth.cli.language import language
from timebooth.cli.options import EditionName, GameKey, GameOption, Json, read_options, split
from timebooth.cli.output import say, say_json
from timebooth.files import file_errors
from timebooth.kernel.errors import BadSetup
from timebooth.words import Words

if TYPE_CHECKING:
    from timebooth.lab.jobs import Jobs
    from timebooth.lab.ratings import Step
    from timebooth.lab.study import Findings, Study


SHOWN = 5  # numbers of the edition that the terminal lists


def lab(
    ctx: typer.Context,
    game: GameKey,
    games: Annotated[int, typer.Option(min=10, help="Games for each number of seats.")] = 200,
    seats: Annotated[
        str | None, typer.Option(help="Numbers of seats, separated by commas; by default all that the game allows.")
    ] = None,
    bots: Annotated[
        str, typer.Option(help="Bots for the seats, separated by commas and repeated as needed.")
    ] = "greedy",
    against: Annotated[
        str | None, typer.Option(metavar="EDITION", help="Another edition to compare, on the same seeds.")
    ] = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(metavar="OPTION", help="An option of the game to vary, or `all`; may be repeated."),
    ] = None,
    numbers: Annotated[
        int, typer.Option(min=0, metavar="GAMES", help="Games for each number of the edition, one more and one less.")
    ] = 0,
    skill: Annotated[
        bool, typer.Option("--skill/--no-skill", help="Let levels of bots play against each other too.")
    ] = True,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE.html", help="The report to write; by default GAME-lab.html.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same games.")] = 0,
    jobs: AllCores = None,
    ray: RayOption = None,
    edition: EditionName = registry.STANDARD,
    option: GameOption = None,
    as_json: Json = False,
) -> None:
    """Study how fair a game is, and write a report."""
    from timebooth.lab import study as lab
    from timebooth.lab.drawing import need_matplotlib

    found = registry.find_game(game, edition)
    words = Words(language(ctx), found)
    tables = _seats(seats) if seats is not None else tuple(found.seats)
    study = lab.Study(
        game,
        tuple(split(bots)),
        tables,
        games,
        seed,
        edition,
        read_options(option),
        against,
        tuple(vary or ()),
        skill,
        numbers,
    )
    if not as_json:
        need_matplotlib()
    total = sum(plan.games for _, plan in lab.plans(study))
    steps = _skill(study, make_jobs(jobs, ray)) if skill else []
    running = iter(with_progress(lab.play(study, make_jobs(jobs, ray)), total, game))
    findings = lab.conclude(study, running, steps)
    if as_json:
        say_json(findings)
        return
    path = out or Path(f"{game}-lab.html")
    _write(path, findings, words, command_of(study, out, words.lang))
    _print(findings, words)
    say(words.say("lab.written", file=str(path)))


def _skill(study: Study, jobs: Jobs) -> list[Step]:
    """Return how much stronger each level of bots is than the one before."""
    from timebooth.lab import arena
    from timebooth.lab import study as lab

    plan = lab.skill_plan(study)
    played = with_progress(arena.arena(plan, None, jobs), len(arena.lineups(plan)), ", ".join(plan.bots))
    return arena.summarise(plan, list(played)).steps


def _seats(text: str) -> tuple[int, ...]:
    try:
        return tuple(dict.fromkeys(int(number) for number in split(text)))
    except ValueError:
        raise BadSetup("lab.seats", seats=text) from None


def command_of(study: Study, out: Path | None, lang: str) -> str:
    """Return the command that makes this report again."""
    parts = ["timebooth", "lab", study.game, "--games", str(study.games)]
    parts += ["--seats", ",".join(str(seats) for seats in study.seats), "--bots", ",".join(study.bots)]
    parts += ["--seed", str(study.seed)]
    if study.edition != registry.STANDARD:
        parts += ["--edition", study.edition]
    if study.against is not None:
        parts += ["--against", study.against]
    for name, value in study.options.items():
        parts += ["--option", f"{name}={value}"]
    for name in study.vary:
        parts += ["--vary", name]
    if study.numbers:
        parts += ["--numbers", str(study.numbers)]
    if not study.skill:
        parts += ["--no-skill"]
    if out is not None:
        parts += ["--out", str(out)]
    if lang != "en":
        parts += ["--lang", lang]
    return shlex.join(parts)


def _write(path: Path, findings: Findings, words: Words, command: str) -> None:
    from timebooth.lab.report import write

    assert words.game is not None
    page = write(words.game, words, findings, command)
    with file_errors("file.unwritable", path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page, encoding="utf-8")


def _print(findings: Findings, words: Words) -> None:
    """Print the report in a few lines."""
    from timebooth.lab.report import Report

    assert words.game is not None
    report = Report(words.game, words)
    for table in findings.balance.tables:
        if words.game.cooperative:
            won = table.won
            share = words.say("percent", share=won.share)
            interval = words.say("percent.interval", low=won.low, high=won.high)
            players = words.say("report.players", seats=table.seats)
            say(words.say("lab.won", players=players, share=share, interval=interval))
        else:
            say(report.seats_in_words(table))
    for kind in findings.balance.kinds:
        if kind.rows:
            names = {row.value: report.value(kind.kind, row.value) for row in kind.rows}
            title = words.say(f"trait.{kind.kind}")
            say(words.say("line", label=title, text=report.kind_in_words(kind, names)))
    for comparison in (*findings.editions, *findings.options, *findings.numbers[:SHOWN]):
        significant = sum(change.stands_out for change in comparison.changes)
        text = words.say("report.changes", some=significant, all=len(comparison.changes))
        say(words.say("line", label=comparison.label, text=text))
