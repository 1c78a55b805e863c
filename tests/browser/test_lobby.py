"""The lobby, as somebody meets it who has never been here."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.people import Person

Make = Callable[..., Person]
GAMES = ("Back to the Future: The Card Game", "Bill & Ted’s Excellent Boardgame", "Bill & Ted’s Riff in Time")


def test_a_newcomer_reads_three_games_in_their_own_language(person: Make) -> None:
    someone = person("fr").comes()

    expect(someone.page.get_by_role("heading", level=1)).to_contain_text("Change l’histoire")
    assert someone.page.locator("article.game").count() == len(GAMES)
    assert someone.page.locator("html").get_attribute("lang") == "fr"


def test_the_language_changes_at_once_and_stays(person: Make) -> None:
    someone = person("fr").comes()

    someone.page.get_by_role("button", name="English").click()

    expect(someone.page.get_by_role("heading", level=1)).to_contain_text("Change history.")
    someone.page.reload()
    expect(someone.page.get_by_role("heading", level=1)).to_contain_text("Change history.")


@pytest.mark.parametrize("game", GAMES)
def test_play_now_leads_to_a_table_with_one_click(person: Make, game: str) -> None:
    someone = person().comes()

    someone.page.get_by_role("button", name=f"Play now: {game}").click()

    someone.page.wait_for_url("**/t/**")
    someone.waits_for_a_question()
    assert someone.is_asked()


@pytest.mark.parametrize(
    ("lang", "against", "round_"),
    [("en", r"With \w+ \(bot\)", "Round 1 of 10"), ("fr", r"Avec \w+ \(robot\)", "Manche 1 sur 10")],
)
def test_the_tables_that_wait_for_me_come_first(person: Make, lang: str, against: str, round_: str) -> None:
    someone = person(lang, width=390, height=844).comes()
    places = [{"kind": "host"}, {"kind": "bot", "bot": "novice"}]
    clock = {"each": 3 * 24 * 3600, "reserve": 0}
    path, _ = someone.opens({"game": "excellent-boardgame", "places": places, "pace": {"type": "days"}, "clock": clock})

    someone.comes()

    row = someone.page.locator("[data-my-turn] li")
    expect(row).to_contain_text(re.compile(against))
    expect(row).to_contain_text(round_)
    expect(row).to_contain_text({"en": "3 days left", "fr": "encore 3 jours"}[lang])
    assert someone.breaches() == []
    above = row.bounding_box()
    games = someone.page.locator("article.game").first.bounding_box()
    assert above is not None
    assert games is not None
    assert above["y"] < games["y"]
    row.get_by_role("link").click()
    someone.page.wait_for_url(f"**{path}")


@pytest.mark.parametrize(("lang", "about"), [("en", "About 10 minutes"), ("fr", "Environ 10 minutes")])
def test_before_play_now_one_chooses_the_bots_and_reads_how_long_it_takes(person: Make, lang: str, about: str) -> None:
    someone = person(lang, width=390, height=844).comes()
    card = someone.page.locator("article.game").first
    expect(card.locator("[data-minutes]")).to_contain_text(about)
    expect(card.locator("[data-bots]")).to_have_count(0)  # those of the guided first game are given

    card.locator("[data-level]").select_option("casual")
    card.locator("[data-bots]").select_option("3")
    assert someone.breaches() == []
    assert not someone.scrolls_sideways()
    card.locator(".btn.primary").click()

    someone.page.wait_for_url("**/t/**")
    expect(someone.page.locator("[data-seat]")).to_have_count(4)


def test_friends_are_invited_by_a_link_and_a_code(person: Make) -> None:
    host = person().comes()

    host.page.get_by_role("button", name=f"Invite friends: {GAMES[1]}").click()
    host.page.get_by_role("button", name="Open the table").click()

    host.page.wait_for_url("**/t/**")
    code = host.page.locator("img[src*='qr.svg']").first
    expect(code).to_be_visible()
    expect(code).to_have_js_property("complete", True)
    assert code.evaluate("image => image.naturalWidth > 0")
    assert "/t/" in host.page.locator("[data-link]").input_value()


def test_a_first_visit_asks_for_a_name_and_a_link_does_too(person: Make) -> None:
    host, guest = person().comes(), person("fr", width=390, height=844)
    form = "[data-first-name]"

    host.page.locator(form).get_by_role("textbox").fill("Ada")
    assert host.breaches() == []
    host.page.locator(form).get_by_role("textbox").press("Enter")
    expect(host.page.locator("button.me")).to_have_text("Ada")
    expect(host.page.locator(form)).to_have_count(0)

    path, invitation = host.opens({"game": "excellent-boardgame", "places": [{"kind": "host"}, {}, {}]})
    guest.comes(f"{path}#{invitation}")
    guest.page.locator(form).get_by_role("textbox").fill("Bénédicte")
    assert guest.breaches() == []
    guest.page.locator(form).get_by_role("button", name="C’est moi").click()
    expect(guest.page.locator(form)).to_have_count(0)
    guest.page.locator("[data-sit]").first.click()
    expect(guest.page.locator("main")).to_contain_text("Bénédicte")


def test_whoever_skips_the_question_for_a_name_is_not_asked_again(person: Make) -> None:
    someone = person("fr", width=390, height=844).comes()
    given = someone.page.locator("button.me").text_content() or ""

    someone.page.locator("[data-first-name] [data-skip]").click()
    someone.page.reload()

    expect(someone.page.locator("button.me")).to_have_text(given)
    expect(someone.page.locator("article.game").first).to_be_visible()
    expect(someone.page.locator("[data-first-name]")).to_have_count(0)


def test_a_guest_has_a_name_and_a_colour(person: Make) -> None:
    someone = person().comes()
    someone.page.get_by_role("button", name="You are").click()

    someone.page.get_by_role("textbox", name="Name").fill("Ada")
    someone.page.get_by_label("Violet, hexagon").check(force=True)
    someone.page.get_by_role("button", name="Save").click()

    expect(someone.page.get_by_role("button", name="You are Ada")).to_be_visible()
    someone.page.reload()
    expect(someone.page.get_by_role("button", name="You are Ada")).to_be_visible()


def test_a_passkey_brings_an_identity_back_to_a_new_browser(person: Make) -> None:
    someone = person().comes()
    devices = someone.page.context.new_cdp_session(someone.page)
    devices.send("WebAuthn.enable")
    device = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True}
    trusted = {"hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True}
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": {**device, **trusted}})
    me = someone.page.locator("button.me")
    me.click()
    someone.page.get_by_role("textbox", name="Name").fill("Ada")  # as no guest is called by chance
    someone.page.get_by_role("button", name="Save").click()
    expect(me).to_have_text("Ada")
    me.click()
    someone.page.get_by_role("button", name="Add a passkey").click()
    expect(someone.page.get_by_text("Your name and games are saved with a passkey.")).to_be_visible()

    someone.page.context.clear_cookies()
    someone.expected.append("401")
    someone.page.reload()
    expect(me).not_to_have_text("Ada")
    me.click()
    someone.page.get_by_role("button", name="Sign in with a passkey").click()

    expect(me).to_have_text("Ada")


def test_a_guest_takes_their_data_away_signs_out_elsewhere_and_is_erased(person: Make) -> None:
    someone, phone = person().comes(), person(width=390, height=844)
    me, there = someone.page.locator("button.me"), phone.page.locator("button.me")
    me.click()
    someone.page.get_by_role("textbox", name="Name").fill("Ada")
    someone.page.get_by_role("button", name="Save").click()
    expect(me).to_have_text("Ada")
    way, _ = someone.opens({"game": "riff-in-time", "places": [{"kind": "host"}, {"kind": "bot", "bot": "random"}]})
    phone.page.context.add_cookies(someone.page.context.cookies())  # type: ignore[arg-type]
    phone.comes()
    expect(there).to_have_text("Ada")

    me.click()
    someone.page.get_by_text("Your data").click()
    with someone.page.expect_download() as saved:
        someone.page.get_by_role("button", name="Download my data").click()
    found = json.loads(saved.value.path().read_text())
    assert found["me"]["name"] == "Ada"
    assert [f"/t/{table['table']}" for table in found["tables"]] == [way]

    someone.page.get_by_role("button", name="Sign out everywhere").click()
    expect(there).not_to_have_text("Ada")
    expect(me).to_have_text("Ada")

    someone.page.get_by_role("button", name="Delete my data").click()
    assert someone.breaches() == []
    expect(someone.page.get_by_role("button", name="Keep my data")).to_be_focused()
    someone.page.keyboard.press("Enter")
    expect(me).to_have_text("Ada")
    expect(someone.page.get_by_role("button", name="Delete my data")).to_be_focused()
    someone.page.keyboard.press("Enter")
    someone.page.get_by_role("button", name="Delete my data for good").click()
    expect(someone.page.locator("dialog")).to_have_count(0)
    expect(me).not_to_have_text("Ada")
    someone.comes(way)
    expect(someone.page.locator("main")).to_contain_text("Somebody")


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844), (844, 390), (768, 1024)])
def test_the_lobby_is_accessible_and_nothing_is_cut(person: Make, width: int, height: int, theme: str) -> None:
    someone = person(width=width, height=height, theme=theme).comes()
    expect(someone.page.locator("article.game")).to_have_count(len(GAMES))

    assert someone.breaches() == []
    assert not someone.scrolls_sideways()


def test_the_dialogs_of_the_lobby_are_accessible(person: Make) -> None:
    someone = person().comes()
    for opener in ("Invite friends: Bill & Ted’s Riff", "You are"):
        someone.page.get_by_role("button", name=opener).click()
        for closed in someone.page.locator("dialog summary").all():
            closed.click()

        assert someone.breaches() == []

        someone.page.keyboard.press("Escape")
        expect(someone.page.locator("dialog")).to_have_count(0)


def test_the_lobby_follows_what_happens_without_being_fetched_again(person: Make) -> None:
    watching, host = person("fr", width=390, height=844).comes(), person().comes()
    asked: list[str] = []
    watching.page.on("request", lambda request: asked.append(request.url))
    places = [{"kind": "host"}, {"kind": "open"}]
    path, _ = host.opens({"game": "back-to-the-future", "places": places, "visibility": "public"})
    row = watching.page.locator(f"a[href='{path}']")
    expect(row).to_have_count(1)

    host.comes(path)
    host.page.locator("[data-close]").click()
    host.page.locator("[data-close-now]").click()

    expect(row).to_have_count(0)
    mine, _ = watching.opens({"game": "riff-in-time", "places": [{"kind": "host"}, {"kind": "bot", "bot": "random"}]})
    expect(watching.page.locator(f"a[href='{mine}']")).to_have_count(1)
    watching.page.context.set_offline(True)
    watching.page.context.set_offline(False)
    again, _ = host.opens({"game": "back-to-the-future", "places": places, "visibility": "public"})
    expect(watching.page.locator(f"a[href='{again}']")).to_have_count(1)
    assert [url for url in asked if "/api/" in url and not url.endswith("/api/tables")] == []


def test_a_dead_link_says_so_and_leads_back(person: Make) -> None:
    someone = person()
    someone.expected.append("404")

    for path in ("/t/nowhere", "/no/such/page"):
        someone.page.goto(someone.address + path)
        someone.page.get_by_role("link", name="Go to the lobby").click()
        expect(someone.page.locator("article.game")).to_have_count(len(GAMES))


def test_installed_without_a_connection_it_says_so(person: Make) -> None:
    someone = person().comes()
    someone.expected += ["ERR_INTERNET_DISCONNECTED", "WebSocket"]
    someone.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    someone.page.reload()

    someone.page.context.set_offline(True)
    someone.page.goto(someone.address + "/")

    expect(someone.page.get_by_role("heading", name="No connection")).to_be_visible()
    someone.page.context.set_offline(False)
