"""Bots of other packages: they are found, and one that fails takes no other down."""

from __future__ import annotations

import asyncio
import logging
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from tests.bots import odd_bots
from tests.cli.command import timebooth
from tests.tables import fixtures
from tests.tables.fixtures import TableWithoutStore
from tests.tables.games import find_game as find_any_game
from tests.tiny.fingers import Fingers
from timebooth.bots import guarded_bot, roster
from timebooth.bots.bot import Bot, Decision
from timebooth.bots.guarded_bot import GuardedBot
from timebooth.bots.roster import bot_types, make_bot
from timebooth.kernel.chance import FastRng
from timebooth.kernel.errors import BadSetup
from timebooth.registry import find_game
from timebooth.server.pages import catalogue
from timebooth.tables.bot_jobs import bot_job
from timebooth.tables.bot_processes import BotFailed, BotProcesses
from timebooth.tables.deadlines import deadlines_of
from timebooth.tables.wire import Place, Settings
from timebooth.testing.bots import it_is_honest

GAME = "excellent-boardgame"
CODE = "tests.bots.odd_bots"


def decision(seed: int = 1) -> Decision:
    game = find_game(GAME)
    return Decision(game, game.start(2, None, FastRng(seed)), 0)


@pytest.fixture
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [EntryPoint(name, f"{CODE}:{kind}", roster.GROUP) for name, kind in INSTALLED.items()]
    monkeypatch.setattr(roster, "entry_points", lambda **_: found)
    roster.forget()
    catalogue.forget()


INSTALLED = {"fine": "Fine", "novice": "Fine", "lazy": "Lazy", "none": "NO_BOT", "missing": "Missing"}


@pytest.fixture(autouse=True)
def _forget() -> object:
    guarded_bot._timeouts.clear()
    yield
    roster.forget()
    catalogue.forget()


@pytest.mark.usefixtures("_installed")
def test_a_bot_of_another_package_is_found_and_a_bad_one_left_out() -> None:
    assert list(bot_types()) == [*roster.BOTS, "fine"]
    assert {each.name: each.problem.key for each in roster.unusable_bots()} == {
        "lazy": "plugin.not_a_bot",
        "missing": "plugin.import",
        "none": "plugin.not_a_bot",
        "novice": "plugin.twice",
    }
    assert type(make_bot("novice")).name == "novice"
    assert "lazy" in timebooth("games").out.partition("Not usable:")[2]
    with pytest.raises(BadSetup, match=r"setup\.bot_unusable"):
        make_bot("lazy")


@pytest.mark.usefixtures("_installed")
def test_it_is_offered_in_the_lobby_by_its_name() -> None:
    assert catalogue.games()[0].bots == (*roster.LEVELS, "fine")
    assert b'"bot.fine":"fine"' in catalogue.words("fr")[0].replace(b'": "', b'":"')


def test_a_bot_that_works_is_asked_and_prints_nothing_into_results(capsys: pytest.CaptureFixture[str]) -> None:
    asked = decision()

    assert make_bot(f"{CODE}:Fine").choose(asked, FastRng(1)) == asked.options[-1]
    said = capsys.readouterr()
    assert (said.out, "I choose" in said.err) == ("", True)


@pytest.mark.parametrize(
    ("kind", "problem"),
    [
        (odd_bots.Raising, "ValueError: no idea"),
        (odd_bots.Unmakeable, "RuntimeError: not today"),
        (odd_bots.Leaving, "SystemExit: 3"),
        (odd_bots.Illegal, "answered 1000000"),
        (odd_bots.Wordy, "answered 'the first one'"),
        (odd_bots.Endless, "no answer within"),
    ],
)
def test_a_bot_that_fails_answers_at_random(kind: type[Bot], problem: str, caplog: pytest.LogCaptureFixture) -> None:
    bot = GuardedBot(kind, "odd", seconds=0.05)
    answers = []
    with caplog.at_level(logging.WARNING):
        for seed in range(4):
            asked = decision(seed)
            answers.append(bot.choose(asked, FastRng(seed)))
            assert answers[-1] in asked.options

    assert bot.faults == 4
    assert problem in caplog.records[0].getMessage()
    assert len(caplog.records) == 1


def test_a_bot_that_is_too_slow_is_soon_not_asked_again() -> None:
    bot = GuardedBot(odd_bots.Endless, "endless", seconds=0.01)
    for seed in range(3):
        bot.choose(decision(seed), FastRng(seed))

    assert "not asked again" in bot.problem


def test_a_bot_that_peeks_sees_a_sampled_world() -> None:
    game = Fingers()
    asked = [Decision(game, game.start(3, None, FastRng(seed)), 0) for seed in range(30)]
    bot = GuardedBot(odd_bots.Peeking, "peeking")

    by_secret: dict[int, set[int]] = {}
    for each in asked:
        if each.view.lucky == 0:  # type: ignore[attr-defined]
            by_secret.setdefault(sum(each._state.numbers()), set()).add(bot.choose(each, FastRng(7)))

    assert len(by_secret) > 1
    assert len(set.union(*by_secret.values())) == 1


def test_the_contract_catches_a_bot_that_peeks() -> None:
    with pytest.raises(AssertionError, match="must not know"):
        it_is_honest(odd_bots.Peeking, Fingers(), 3)


@pytest.mark.parametrize("name", ["no.such.module:Bot", f"{CODE}:Missing", f"{CODE}:NO_BOT", f"{CODE}:Lazy", "os:path"])
def test_a_class_that_is_no_bot_is_refused_with_the_reason(name: str) -> None:
    said = timebooth("simulate", GAME, "--games", "1", "--bots", name)

    assert said.code == 2
    assert name in said.err
    assert "cannot be used" in said.err


def test_simulations_and_arenas_say_how_often_a_bot_failed(tmp_path: Path) -> None:
    bots = f"{CODE}:Raising,random"

    simulated = timebooth("simulate", GAME, "--seats", "2", "--games", "2", "--bots", bots, "--json")
    arena = timebooth(
        "arena", GAME, "--seats", "2", "--games", "1", "--jobs", "1", "--bots", bots, "--out", tmp_path / "a"
    )

    for said in (simulated, arena):
        assert said.code == 0
        assert "Raising failed" in said.err
        assert "ValueError: no idea" in said.err


def test_a_class_in_somebodys_record_is_only_imported_if_the_command_names_it(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    begun = timebooth("play", GAME, "--seats", "2", "--bots", f"{CODE}:Fine", "--record", path, typed="1\n")

    assert f"--bots {CODE}:Fine" in begun.out
    refused = timebooth("play", "--resume", path, typed="1\n")
    assert refused.code == 2
    assert f"--bots {CODE}:Fine" in refused.err
    assert timebooth("play", "--resume", path, "--bots", f"{CODE}:Fine", typed="1\n").code == 0


def test_a_server_offers_the_classes_that_it_was_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(roster.OF_SERVER, f"{CODE}:Fine")
    roster.forget()

    assert "fine" in bot_types()
    assert isinstance(make_bot("fine"), GuardedBot)
    monkeypatch.setenv(roster.OF_SERVER, f"{CODE}:Fine,{CODE}:Fine")
    roster.forget()
    with pytest.raises(BadSetup, match=r"setup\.bot_name"):
        bot_types()


def test_at_a_table_a_bot_that_fails_takes_no_other_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that it ran in answers the next one."""
    monkeypatch.setenv(roster.OF_SERVER, f"{CODE}:Raising,{CODE}:Fine")
    roster.forget()
    table = TableWithoutStore(fixtures.settings("fingers"))
    jobs = [bot_job(table.table, 0, bot) for bot in ("raising", "fine", "gone")]

    async def run() -> list[object]:
        processes = BotProcesses(find_any_game)
        try:
            return [(await asyncio.gather(processes.think(job), return_exceptions=True))[0] for job in jobs]
        finally:
            processes.close()

    raising, fine, gone = asyncio.run(run())

    assert raising in jobs[0].offered
    assert fine == jobs[1].offered[-1]
    assert isinstance(gone, BotFailed)


def test_a_table_with_a_bot_whose_package_is_gone_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(roster.OF_SERVER, f"{CODE}:Fine")
    roster.forget()
    table = TableWithoutStore(Settings("fingers", (Place("bot", "fine"), Place("bot", "random"))))
    monkeypatch.delenv(roster.OF_SERVER)
    roster.forget()

    assert [each.seat for each in deadlines_of(table.table)] == [0, 1]
