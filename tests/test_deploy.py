"""The files in deploy/ name variables, users and files that exist."""

from __future__ import annotations

import configparser
import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import typer

from timebooth.cli.main import app
from timebooth.cli.serve import SECRET

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
BUILD_VARIABLES = {"TIMEBOOTH_COMPILE", "TIMEBOOTH_PGO"}
PAGES = [ROOT / "docs" / "public-server.md"]


def variables() -> set[str]:
    command: Any = typer.main.get_command(app)
    return {option.envvar for option in command.commands["serve"].params if option.envvar} | {SECRET}


@pytest.mark.parametrize("file", [*sorted(DEPLOY.iterdir()), *PAGES], ids=lambda file: file.name)
def test_every_variable_is_one_that_the_server_reads(file: Path) -> None:
    named = set(re.findall(r"TIMEBOOTH_[A-Z_]+", file.read_text(encoding="utf-8")))
    assert named - BUILD_VARIABLES <= variables()


def test_the_image_runs_as_an_ordinary_user_with_a_health_check() -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    last = text[text.rindex("\nFROM ") :]
    assert text.count("\nFROM ") == 2
    assert re.search(r"^USER timebooth$", last, re.MULTILINE)
    assert last.index("USER timebooth") < last.index("ENTRYPOINT")
    assert "HEALTHCHECK" in last
    assert "build-essential" not in last


def test_the_image_gets_every_file_that_a_build_needs() -> None:
    kept = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    assert all((ROOT / name).exists() for name in kept)
    included = re.findall(
        r"\S+\.md", next(x for x in (ROOT / "MANIFEST.in").read_text().splitlines() if x[:3] == "inc")
    )
    assert {*included, "README.md", "LICENSE", "pyproject.toml", "setup.py", "src", "client", "build_backend"} <= set(
        kept
    )


def test_only_the_proxy_is_reachable_and_the_server_trusts_its_network() -> None:
    yaml = pytest.importorskip("yaml", reason="no YAML parser is installed")
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    services = compose["services"]
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    server = services["timebooth"]
    assert (
        server["environment"]["TIMEBOOTH_TRUSTED_PROXIES"]
        == compose["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    )
    assert server["read_only"]
    assert server["cap_drop"] == ["ALL"]
    assert (ROOT / "deploy" / server["build"]["context"] / server["build"]["dockerfile"]).exists()
    uid = re.search(r"--uid (\d+)", (DEPLOY / "Dockerfile").read_text())
    assert uid is not None
    assert any(f"uid={uid[1]}," in each for each in server["tmpfs"])
    named = {volume.partition(":")[0] for service in services.values() for volume in service["volumes"]}
    assert {name for name in named if not name.startswith(".")} == set(compose["volumes"])
    asked = set(re.findall(r"\$\{(\w+):\?", (DEPLOY / "compose.yaml").read_text()))
    assert asked == set(re.findall(r"^(\w+)=", (DEPLOY / "env.example").read_text(), re.MULTILINE))
    assert "reverse_proxy timebooth:8765" in (DEPLOY / "Caddyfile").read_text()


def test_the_unit_is_hardened_and_may_write_where_the_settings_say() -> None:
    unit = configparser.RawConfigParser(strict=True)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "timebooth.service")
    service = unit["Service"]
    assert service["User"] == "timebooth"
    assert (service["ProtectSystem"], service["NoNewPrivileges"]) == ("strict", "yes")
    settings = dict(re.findall(r"^(\w+)=(.*)$", (DEPLOY / "environment.example").read_text(), re.MULTILINE))
    state, runtime = f"/var/lib/{service['StateDirectory']}/", f"/run/{service['RuntimeDirectory']}/"
    assert settings["TIMEBOOTH_DB"].startswith(state)
    assert settings["TIMEBOOTH_SECRET_FILE"].startswith(state)
    assert settings["TIMEBOOTH_ADMIN_SOCKET"].startswith(runtime)


def test_the_commands_of_the_chapter_exist() -> None:
    text = PAGES[0].read_text(encoding="utf-8")
    root: Any = typer.main.get_command(app)
    for line in re.findall(r"(?:^|`|bin/|exec timebooth )(?:booth|timebooth) ([a-z][a-z -]*)", text, re.MULTILINE):
        command = root
        for word in line.split():
            if word not in getattr(command, "commands", {}):
                break
            command = command.commands[word]
        assert not hasattr(command, "commands"), line


def test_make_image_says_clearly_that_docker_is_missing() -> None:
    make = shutil.which("make")
    if make is None:
        pytest.skip("there is no make here")
    for docker, said in (("no-such-docker", "is not installed here"), ("false", "its daemon does not answer")):
        run = subprocess.run(
            [make, "--no-print-directory", "image", f"DOCKER={docker}"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "LC_ALL": "C"},
        )
        assert run.returncode != 0
        assert said in run.stderr


def test_the_dashboard_can_be_read() -> None:
    dashboard = json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(dashboard["panels"])
