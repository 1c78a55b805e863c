"""What players see when the operator of the server acts."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Server
from tests.browser.people import Person
from tests.browser.test_table import at_a_table

Make = Callable[..., Person]


def admin(server: Server, *args: str) -> str:
    """Run `timebooth admin` for the server; return what it prints."""
    command = [sys.executable, "-m", "timebooth", "admin", *args, "--db", str(server.folder / "tables.db")]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def table_of(someone: Person) -> str:
    return someone.page.url.split("/t/")[1].split("?")[0]


def test_players_see_who_closed_their_table_and_that_it_was_deleted(person: Make, server: Server) -> None:
    someone, french = at_a_table(person()), person("fr", width=390, height=844)
    table = table_of(someone)
    french.comes(f"/t/{table}")

    admin(server, "close", table, "--yes")

    expect(someone.page.get_by_text("Whoever runs this server closed it.")).to_be_visible()
    expect(french.page.get_by_text("L’hébergeur du serveur l’a fermée.")).to_be_visible()

    admin(server, "delete", table, "--yes")

    expect(someone.page.get_by_role("heading", name="This table is gone")).to_be_visible()
    expect(french.page.get_by_role("heading", name="Cette table n’existe plus")).to_be_visible()
    someone.page.get_by_role("link", name="Go to the lobby").click()
    expect(someone.page.get_by_text("Whoever runs this server")).to_have_count(0)


def test_a_banned_guest_sees_only_why_and_comes_back_when_it_is_over(person: Make, server: Server) -> None:
    someone = at_a_table(person())
    someone.expected += ["403", "WebSocket"]
    people = json.loads(admin(server, "show", table_of(someone), "--json"))["people"]
    banned = "You have been banned from this server. Ask whoever runs it."

    admin(server, "ban", people[0]["person"])

    expect(someone.page.get_by_text(banned)).to_be_visible()
    expect(someone.page.get_by_text("Connection lost.")).to_have_count(0)
    someone.page.reload()
    expect(someone.page.get_by_text(banned)).to_be_visible()

    admin(server, "unban", people[0]["person"])
    someone.page.get_by_role("button", name="Try again").click()

    expect(someone.page.locator(".top")).to_be_visible()
