"""The lobby, as somebody meets it who has never been here."""

from __future__ import annotations

import json
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
