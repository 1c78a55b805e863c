"""Guests without accounts: a signed cookie, a name, a colour."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.browser import Browser
from tests.server.local_server import LocalServer, run_on_server
from timebooth.server.sessions.guests import Cookies, language_of, new_guest
from timebooth.server.transport.hosts import Hosts
from timebooth.words import Words


def file(tmp_path: Path) -> str:
    return str(tmp_path / "tables.db")


def test_a_guest_keeps_name_and_colour_by_a_cookie_that_scripts_cannot_read(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        first = await ada.http.get("/api/me")

        assert first.json() == await ada.get("/api/me")
        said = first.headers["set-cookie"].lower()
        assert "httponly" in said
        assert "samesite=lax" in said
        assert "secure" not in said

    run_on_server(file(tmp_path), test)


def test_a_guest_chooses_name_colour_and_language(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()

        answer = await ada.http.patch("/api/me", json={"name": "  Ada   L ", "colour": "p3", "lang": "fr"})

        assert answer.json() == {"name": "Ada L", "colour": "p3", "lang": "fr"}
        assert await ada.get("/api/me") == answer.json()

    run_on_server(file(tmp_path), test)


@pytest.mark.parametrize("change", [{"name": ""}, {"name": "x" * 41}, {"colour": "red"}, {"id": "other"}, []])
def test_an_invalid_profile_is_refused(tmp_path: Path, change: object) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()

        answer = await ada.http.patch("/api/me", json=change)

        assert answer.status_code == 400
        assert answer.json()["key"] == "request.malformed"

    run_on_server(file(tmp_path), test)


def test_a_changed_name_is_used_when_the_guest_sits_down(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        table = await ada.open("fingers", "open", "open", "open")
        socket = await ada.socket()
        await ada.http.patch("/api/me", json={"name": "Ada"})

        await socket.act(table, "sit", "sit")

        info = await ada.get(f"/api/tables/{table}")
        assert info["summary"]["chairs"][0]["name"] == "Ada"

    run_on_server(file(tmp_path), test)


@pytest.mark.parametrize("tamper", ["", "nonsense", "last letter", "another key"])
def test_a_cookie_that_was_tampered_with_is_invalid(tmp_path: Path, tamper: str) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        good = ada.cookie
        forged = {
            "last letter": good[:-1] + ("E" if good[-1] != "E" else "I"),  # two bits of it are padding
            "another key": Cookies(b"some other key, long enough").write(new_guest("en")),
        }
        eve = Browser(server.port, cookies={"timebooth": forged.get(tamper, tamper)})

        answer = await eve.http.post(
            "/api/tables", json={"command": "c", "settings": {"game": "fingers", "places": []}}
        )

        assert answer.status_code in (400, 401)
        told = await eve.http.patch("/api/me", json={})
        assert told.status_code == 401
        assert told.json() == {"key": "guest.unknown"}
        await eve.http.aclose()

    run_on_server(file(tmp_path), test)


def test_a_cookie_is_secure_if_the_page_is() -> None:

    assert Hosts("https://play.example").secure("http")
    assert Hosts().secure("https")
    assert not Hosts().secure("http")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_new_guests_have_friendly_names_in_their_language(lang: str) -> None:
    words = Words(lang)
    adjectives, nouns = (words.say(f"guest.{kind}").split(", ") for kind in ("adjectives", "nouns"))

    for _ in range(50):
        first, second = new_guest(lang).name.split(" ")
        assert (first, second) in (
            {(a, n) for a in adjectives for n in nouns} | {(n, a) for a in adjectives for n in nouns}
        )
        assert (first in nouns) == (lang == "fr")


@pytest.mark.parametrize(
    ("header", "lang"),
    [("", "en"), ("fr-CA,fr;q=0.9,en;q=0.8", "fr"), ("de, fr;q=0.5", "fr"), ("de", "en"), (";;,", "en")],
)
def test_the_language_is_the_first_accepted_one_that_we_have(header: str, lang: str) -> None:
    assert language_of(header) == lang


ODD = "A\u202ed\u200ba\n\x1b"


def test_names_are_cleaned_wherever_they_are_entered(tmp_path: Path) -> None:
    """The name of a guest, of a place at a table, and of a seat that somebody takes."""

    async def test(server: LocalServer) -> None:
        ada = await server.browser()

        answer = await ada.http.patch("/api/me", json={"name": ODD})
        places = [{"kind": "host", "name": ODD}, {"kind": "open"}, {"kind": "open"}]
        body = {"command": "c", "settings": {"game": "fingers", "places": places}}
        table = (await ada.post("/api/tables", body))["table"]
        await (await ada.socket()).act(table, "sit", "sit", seat=1, name=ODD)
        info = await ada.get(f"/api/tables/{table}")

        assert answer.json()["name"] == "Ada"
        assert [chair["name"] for chair in info["summary"]["chairs"][:2]] == ["Ada", "Ada"]
        nothing = await ada.http.patch("/api/me", json={"name": "\u200b"})
        assert nothing.json()["name"] == "Ada"

    run_on_server(file(tmp_path), test)
