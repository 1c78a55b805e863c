"""At a table: what people do beside answering, and what happens to them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Server
from tests.browser.people import ASKED, Person

Make = Callable[..., Person]

HOST, OPEN, BOT = {"kind": "host"}, {"kind": "open"}, {"kind": "bot", "bot": "novice"}
ALONE: dict[str, Any] = {"game": "excellent-boardgame", "places": [HOST, BOT]}


def at_a_table(someone: Person, settings: dict[str, Any] = ALONE) -> Person:
    someone.comes()
    path, _ = someone.opens(settings)
    someone.comes(path)
    someone.waits_for_a_question()
    return someone


def play_to_the_end(someone: Person, rng: random.Random) -> None:
    while not someone.is_over():
        someone.waits_for_a_question()
        if someone.is_asked():
            someone.answers(rng)


def test_a_lost_connection_comes_back_and_no_click_is_lost(person: Make) -> None:
    someone = at_a_table(person())
    someone.expected += ["ERR_INTERNET_DISCONNECTED", "WebSocket"]
    lines = someone.page.locator("[data-log] li").count()

    someone.page.context.set_offline(True)
    someone.page.evaluate("window.dispatchEvent(new Event('offline'))")
    someone.answers(random.Random(1))
    someone.page.context.set_offline(False)

    expect(someone.page.locator(f"[data-log] li:nth-child({lines + 1})")).to_be_attached()


def test_a_killed_server_loses_no_answer(person: Make, server: Server) -> None:
    someone = at_a_table(person())
    someone.expected += ["ERR_CONNECTION", "WebSocket", "Failed to fetch"]
    someone.answers(random.Random(2))
    someone.waits_for_a_question()
    told = someone.page.locator("[data-log] li").all_inner_texts()

    server.stop(kill=True)
    server.start()
    someone.page.reload()
    someone.waits_for_a_question()

    assert told
    expect(someone.page.locator("[data-log] li")).to_have_text(told, use_inner_text=True)


def test_a_sealed_answer_can_be_changed_until_all_are_in(person: Make) -> None:
    host, guest = person(), person("fr")
    host.comes()
    path, invitation = host.opens({"game": "excellent-boardgame", "places": [HOST, OPEN]})
    host.comes(path)
    guest.comes(f"{path}#{invitation}")
    guest.page.locator("[data-sit]").first.click()
    host.waits_for_a_question()

    host.options().nth(0).click()
    expect(host.page.locator("[data-option='0'][aria-pressed=true]")).to_be_visible()
    host.page.locator("[data-option='3']").click()

    expect(host.page.locator("[data-option='3'][aria-pressed=true]")).to_be_visible()


def test_alone_every_answer_can_be_taken_back_even_after_dice(person: Make) -> None:
    someone = at_a_table(person(), {"game": "riff-in-time", "places": [HOST]})
    moment = someone.page.locator("[data-moment]").first
    undo = someone.page.locator("[data-undo]")
    rng = random.Random(3)
    expect(undo).to_have_count(0)

    for _ in range(12):
        before = moment.get_attribute("data-moment") or ""
        someone.answers(rng)
        expect(moment).not_to_have_attribute("data-moment", before)
        someone.waits_for_a_question()
        undo.first.click()
        expect(moment).to_have_attribute("data-moment", before)
        someone.waits_for_a_question()
        someone.answers(rng)
        expect(moment).not_to_have_attribute("data-moment", before)
        someone.waits_for_a_question()


def test_among_people_an_undo_is_a_request_that_the_others_grant(person: Make) -> None:
    host, guest = person(), person("fr", width=390, height=844)
    host.comes()
    path, invitation = host.opens({"game": "riff-in-time", "places": [HOST, OPEN]})
    host.comes(path)
    guest.comes(f"{path}#{invitation}")
    guest.page.locator("[data-sit]").first.click()
    guest.page.get_by_role("button", name="Non merci").click()
    moment = host.page.locator("[data-moment]").first
    asks = host.page.locator("[data-undo]", has_text="Ask to undo")
    request = "[data-undo-request]"
    rng = random.Random(5)

    def plays_until_it_can_be_asked() -> str:
        while asks.count() == 0:
            player = host if host.is_asked() else guest
            player.waits_for_a_question()
            before = moment.get_attribute("data-moment") or ""
            player.answers(rng)
            expect(moment).not_to_have_attribute("data-moment", before)
            expect(guest.page.locator("[data-moment]").first).not_to_have_attribute("data-moment", before)
        return moment.get_attribute("data-moment") or ""

    now = plays_until_it_can_be_asked()

    asks.click()
    guest.page.locator(f"{request} [data-decline]").click()
    expect(host.page.get_by_text("Your move stays")).to_be_visible()
    expect(host.page.locator("[data-undo]")).to_have_count(0)
    expect(moment).to_have_attribute("data-moment", now)

    now = plays_until_it_can_be_asked()
    asks.click()
    expect(host.page.locator(f"{request} [data-withdraw]")).to_be_visible()
    expect(guest.page.locator(request)).to_contain_text("voudrait revenir sur son dernier coup")
    assert guest.breaches() == []
    guest.page.locator(f"{request} [data-allow]").click()

    expect(moment).not_to_have_attribute("data-moment", now)
    assert int(moment.get_attribute("data-moment") or "") < int(now)
    expect(host.page.locator(request)).to_have_count(0)
    expect(guest.page.locator(request)).to_have_count(0)


def test_a_clock_runs_where_the_host_wants_one_and_stands_still_while_one_sleeps(person: Make) -> None:
    someone = at_a_table(person(timezone_id="Europe/Paris"), {**ALONE, "clock": {"each": 60, "reserve": 180}})
    expect(someone.page.locator("[data-asked=true] [role=timer]")).to_contain_text("3:")

    def opens_settings() -> None:
        someone.page.get_by_role("button", name="More").click()
        someone.page.get_by_role("button", name="Settings").click()

    opens_settings()
    someone.page.locator("input[type=time]").first.fill("22:30")
    someone.page.locator("[data-sleep]").click()
    expect(someone.page.get_by_text("paused from 22:30 to 07:00")).to_be_visible()
    someone.page.reload()
    someone.waits_for_a_question()
    opens_settings()
    expect(someone.page.get_by_text("paused from 22:30 to 07:00")).to_be_visible()
    assert someone.breaches() == []


def test_others_are_let_pass_until_it_is_my_turn(person: Make) -> None:
    """At a pace of days no window closes by itself: only the order can bring the next turn."""
    settings = {"game": "back-to-the-future", "places": [HOST, BOT, BOT], "pace": {"type": "days"}}
    someone = at_a_table(person(), settings)
    rng = random.Random(3)
    while someone.prompt() not in ("react", "before_the_turn"):
        someone.answers(rng)
        someone.waits_for_a_question()
    someone.page.locator("[data-until]").click()
    expect(someone.page.locator("[data-until]")).to_have_count(0)
    someone.waits_for_a_question()
    assert someone.prompt() not in ("react", "before_the_turn")


def test_the_past_is_watched_again_and_forked_once_the_game_is_over(person: Make) -> None:
    someone = at_a_table(person(), {"game": "excellent-boardgame", "places": [HOST, BOT]})
    rng = random.Random(4)
    play_to_the_end(someone, rng)
    someone.page.get_by_role("slider").first.press("Home")
    expect(someone.page.locator("[data-replaying]")).to_be_visible()

    someone.page.get_by_role("slider").first.press("ArrowRight")
    someone.page.locator("[data-fork]").first.click()
    someone.page.locator("dialog .seats button").first.click()

    expect(someone.page.locator("[data-over]")).to_have_count(0)
    someone.waits_for_a_question()
    assert someone.is_asked()
    expect(someone.page.locator(".top [data-known]")).to_be_visible()
    play_to_the_end(someone, rng)
    expect(someone.page.locator("[data-proof=after_fork]")).to_contain_text("Verified fair from step 1 on")


def test_a_known_deal_is_shown_before_anybody_sits_down_and_at_the_table(person: Make) -> None:
    host, guest = at_a_table(person()), person("fr", width=390, height=844)
    table = "/t/" + host.page.url.split("/t/")[1].split("#")[0]
    host.page.locator("[data-fork]").first.press("Enter")
    expect(host.page.locator("dialog")).to_contain_text("not be public")
    expect(host.page.locator("dialog :is(input, select)")).to_have_count(0)
    wish = {"game": "excellent-boardgame", "places": [HOST, OPEN], "visibility": "invitation"}
    path, invitation = host.forks(table, wish)

    guest.comes(f"{path}#{invitation}")
    expect(guest.page.locator("[role=note][data-known]")).to_contain_text("tiré à nouveau")
    assert guest.breaches() == []
    assert not guest.scrolls_sideways()
    guest.page.locator("[data-sit]").first.click()

    guest.waits_for_a_question()
    guest.page.locator(".top [data-known]").click()
    expect(guest.page.locator("[data-why-known]")).to_contain_text("tiré à nouveau")
    assert guest.breaches() == []
    assert not guest.scrolls_sideways()
    host.comes()
    expect(host.page.locator("li [data-known]")).to_have_count(1)


def test_a_host_closes_a_table_and_whoever_is_there_sees_it(person: Make) -> None:
    host, guest = person(), person("fr", width=390, height=844)
    host.comes()
    path, invitation = host.opens({"game": "excellent-boardgame", "places": [HOST, OPEN]})
    host.comes(path)
    expect(host.page.locator("[data-closes]")).to_contain_text("closes if nobody joins")
    guest.comes(f"{path}#{invitation}")
    expect(guest.page.locator("[data-close]")).to_have_count(0)

    host.page.locator("[data-close]").click()
    assert host.breaches() == []
    host.page.locator("[data-close-now]").click()

    expect(guest.page.locator("[data-closed]")).to_have_text("Cette table est fermée")
    expect(guest.page.locator("[data-sit]")).to_have_count(0)
    assert guest.breaches() == []
    assert not guest.scrolls_sideways()
    host.comes()
    expect(host.page.locator("main")).to_contain_text("Closed by")


def test_a_game_alone_is_closed_from_the_menu_and_can_still_be_replayed(person: Make) -> None:
    someone = at_a_table(person())
    someone.answers(random.Random(6))
    someone.waits_for_a_question()

    someone.page.get_by_role("button", name="More").click()
    someone.page.get_by_role("button", name="Close table").click()
    someone.page.locator("[data-close-now]").click()

    expect(someone.page.locator("[data-closed]")).to_contain_text("closed it")
    assert not someone.is_asked()
    assert someone.breaches() == []
    someone.page.get_by_role("slider").first.press("Home")
    expect(someone.page.locator("[data-replaying='0']")).to_be_visible()


def test_a_running_game_is_forked_from_a_moment_of_its_past(person: Make) -> None:
    someone = at_a_table(person(), {"game": "back-to-the-future", "places": [HOST, BOT, BOT]})
    rng = random.Random(5)
    for _ in range(3):
        someone.waits_for_a_question()
        someone.answers(rng)
    someone.waits_for_a_question()
    here = someone.page.url

    def held_at(key: str) -> list[str]:
        """The hand at a moment of the past: a key takes the slider there."""
        someone.page.get_by_role("slider").first.press(key)
        someone.page.wait_for_selector("[data-replaying]:not([data-replaying=''])")
        return held_now()

    def held_now() -> list[str]:
        return [card.get_attribute("data-card") or "" for card in someone.page.locator("[data-card]").all()]

    held = held_at("ArrowLeft")
    someone.page.locator("[data-fork]").first.click()
    expect(someone.page.locator("dialog .seats button")).to_have_count(1)
    someone.page.locator("dialog .seats button").click()

    someone.page.wait_for_url(lambda url: url != here)
    someone.waits_for_a_question()
    has_a_past = someone.page.locator("[data-moment='0']").count() == 0
    assert (held_at("Home") if has_a_past else held_now()) == held, "the new table began with another hand"
    someone.page.goto(here)
    someone.waits_for_a_question()
    assert someone.breaches() == []


@pytest.mark.parametrize("game", ["back-to-the-future", "excellent-boardgame", "riff-in-time"])
def test_everything_can_be_done_from_the_keyboard(person: Make, game: str) -> None:
    someone = at_a_table(person(), {"game": game, "places": [HOST, BOT]})

    for _ in range(4):
        someone.waits_for_a_question()
        if someone.is_over():
            break
        someone.options()
        someone.page.keyboard.press("Tab")
        for _ in range(200):
            chosen = someone.page.evaluate(f"document.activeElement?.matches('{ASKED} [data-option]')")
            if chosen:
                break
            someone.page.keyboard.press("Tab")
        assert chosen, "no answer is reached by Tab"
        seen = someone.page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert seen != "none", "the focus is not seen"
        someone.page.keyboard.press("Enter")


def test_a_full_table_is_refused_politely_and_can_be_watched(person: Make) -> None:
    host, late = person(), person()
    host.comes()
    path, invitation = host.opens({"game": "back-to-the-future", "places": [HOST, BOT], "visibility": "invitation"})
    host.comes(path)

    late.comes(f"{path}#{invitation}")

    expect(late.page.locator("[data-watching]")).to_be_visible()
    assert not late.is_asked()


def test_who_has_no_invitation_is_told_whom_to_ask(person: Make) -> None:
    host, stranger = person(), person()
    host.comes()
    path, _ = host.opens({"game": "back-to-the-future", "places": [HOST, OPEN], "visibility": "invitation"})
    stranger.expected.append("403")

    stranger.page.goto(stranger.address + path)

    expect(stranger.page.get_by_text("Ask its host for the link")).to_be_visible()


def test_sixty_answers_leave_no_growing_memory(person: Make) -> None:
    someone = at_a_table(person(), {"game": "riff-in-time", "places": [HOST]})
    measure = someone.page.context.new_cdp_session(someone.page)
    measure.send("HeapProfiler.enable")
    rng = random.Random(5)

    def heap_after(answers: int) -> int:
        for _ in range(answers):
            someone.waits_for_a_question()
            if someone.is_over():
                break
            someone.answers(rng)
        measure.send("HeapProfiler.collectGarbage")
        return int(measure.send("Runtime.getHeapUsage")["usedSize"])

    warm = heap_after(15)
    assert heap_after(60) < warm + 3_000_000


def test_nothing_hidden_is_in_the_page(person: Make) -> None:
    host, guest = person(), person()
    host.comes()
    path, invitation = host.opens({"game": "back-to-the-future", "places": [HOST, OPEN]})
    host.comes(path)
    guest.comes(f"{path}#{invitation}")
    guest.page.locator("[data-sit]").first.click()
    for one in (host, guest):
        one.waits_for_a_question()
    secret = host.text("[data-lesson=goal] h2")

    assert secret
    assert secret not in guest.page.content()


def test_the_host_mutes_a_player_and_removes_a_spectator(person: Make) -> None:
    host, guest, watching = person(), person("fr"), person(width=390, height=844)
    watching.expected += ["403"]
    host.comes()
    path, invitation = host.opens({"game": "excellent-boardgame", "places": [HOST, OPEN]})
    host.comes(path)
    guest.comes(f"{path}#{invitation}")
    guest.page.locator("[data-sit]").first.click()
    host.waits_for_a_question()
    watching.comes(path)
    for one in (host, guest, watching):
        one.page.locator("#head-chat:visible, .tabs button:visible:last-child").click()
    watching.page.get_by_label("Write a message").fill("psst")
    watching.page.keyboard.press("Enter")
    guest.page.locator(".chat input").fill("salut")
    guest.page.keyboard.press("Enter")

    host.page.locator(".lines .about").first.click()
    dialog = host.page.locator("dialog")
    expect(dialog.locator("[data-person]")).to_have_count(2)
    assert host.breaches() == []
    dialog.locator("[data-person]").first.get_by_role("button", name="Mute").click()
    expect(guest.page.get_by_text("L’hôte t’a coupé la parole ici.")).to_be_visible()
    dialog.locator("[data-person]").nth(1).get_by_role("button", name="Remove").click()
    dialog.locator("[data-sure]").click()

    expect(watching.page.get_by_text("The host has removed you from this table.")).to_be_visible()
    watching.page.reload()
    expect(watching.page.get_by_text("The host has removed you from this table.")).to_be_visible()
