"""The server under abuse: `timebooth serve` in its own process, with its memory and CPU time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.server.server_process import ROOT, TIMEOUT, free_port

SECRET = "a secret for one evening, long enough to sign with"
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


class ServerProcess:
    """A server with default limits and a real store."""

    def __init__(self, folder: Path, db: str, path: str = "") -> None:
        self.folder = folder
        self.db = db
        self.port = free_port()
        self.module = "timebooth"
        self.options: tuple[str, ...] = ()
        """Further options of `timebooth serve`."""
        self.log = folder / "server.log"
        self.environment = {**os.environ, "TIMEBOOTH_SECRET": SECRET}
        if path:
            self.environment["PYTHONPATH"] = path

    def start(self) -> None:
        command = [sys.executable, "-m", self.module, "serve", "--no-open", "--port", str(self.port), "--db", self.db]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--log-level", "warning", *self.options],
                cwd=ROOT,
                stdout=log,
                stderr=log,
                env=self.environment,
            )
        import httpx

        until = time.monotonic() + TIMEOUT
        while time.monotonic() < until:
            assert self.process.poll() is None, self.log.read_text()
            try:
                if httpx.get(f"http://localhost:{self.port}/healthz", verify=False).status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.1)
        raise AssertionError(f"not up after {TIMEOUT} s: {self.log.read_text()}")

    def stop(self) -> None:
        """Stop the server; kill it if it does not stop in time."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(40)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def usage(self) -> tuple[float, float, float]:
        """Return resident megabytes and CPU seconds of the server, and CPU seconds of its child processes."""
        cpu, rss, _ = _stat(self.process.pid)
        others = sum(_stat(pid)[0] for pid in _children(self.process.pid))
        return rss, cpu, others


def _stat(pid: int) -> tuple[float, float, int]:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0, 0.0, 0
    return (int(fields[11]) + int(fields[12])) / TICKS, int(fields[21]) * PAGE / 1e6, int(fields[1])


def _children(pid: int) -> list[int]:
    found = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdecimal()]
    return [child for child in found if _stat(child)[2] == pid]
