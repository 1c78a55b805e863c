"""The documentation is served under the same policy as everything else; without it, a page says how to build it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.local_server import LocalServer, run_on_server
from timebooth.server.pages import docs_routes


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "docs"
    (folder / "api").mkdir(parents=True)
    (folder / "index.html").write_text("<html>first")
    (folder / "api" / "library.html").write_text("<html>library")
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setattr(docs_routes, "FOLDER", folder)


@pytest.mark.usefixtures("built")
def test_the_documentation_is_served_with_tags_and_the_security_headers(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        for path in ("/docs", "/docs/"):
            led = await ada.http.get(path)
            assert (led.status_code, led.headers["location"]) == (302, "/docs/index.html")
        first = await ada.http.get("/docs/index.html")
        assert first.text == "<html>first"
        assert first.headers["content-type"].startswith("text/html")
        assert "require-trusted-types-for 'script'" in first.headers["content-security-policy"]
        assert "unsafe" not in first.headers["content-security-policy"]
        again = await ada.http.get("/docs/index.html", headers={"if-none-match": first.headers["etag"]})
        assert again.status_code == 304
        assert (await ada.http.get("/docs/api/library.html")).text == "<html>library"
        for path in ("/docs/none.html", "/docs/..%2fsecret.txt", "/docs/%2e%2e/secret.txt", "/docs//etc/passwd"):
            assert "secret" not in (await ada.http.get(path)).text
        assert (await ada.http.get("/docs/none.html")).status_code == 404
        socket = await ada.socket()
        assert socket.heard[0]["docs"] is True

    run_on_server(str(tmp_path / "tables.db"), test)


def test_an_installation_without_documentation_says_how_to_build_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(docs_routes, "FOLDER", tmp_path / "none")

    async def test(server: LocalServer) -> None:
        for lang, said in (("en", "This installation has no documentation."), ("fr", "Cette installation n’a pas de")):
            ada = await server.browser(lang)
            missing = await ada.http.get("/docs/index.html")
            assert missing.status_code == 404
            assert said in missing.text
            assert "make docs" in missing.text
        socket = await ada.socket()
        assert "docs" not in socket.heard[0]

    run_on_server(str(tmp_path / "tables.db"), test)
