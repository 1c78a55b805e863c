"""Which addresses are this server's own: others are somebody else's page that points at us."""

from __future__ import annotations

import ipaddress
import re
import socket
from urllib.parse import urlsplit

HOST = re.compile(r"[a-z0-9._-]+(:[0-9]{1,5})?|\[[0-9a-f:.]+\](:[0-9]{1,5})?")


class Hosts:
    """The public address where one is given; else whatever cannot be another site's name for this machine."""

    def __init__(self, public_url: str = "", network: str = "") -> None:
        self.public_url = public_url.rstrip("/")
        self._public = urlsplit(self.public_url).netloc.lower()
        self.network = network
        """The number of this machine in the local network, where others there can reach it."""
        self._names = {"localhost", socket.gethostname().lower()}

    def ours(self, host: str) -> bool:
        """Whether a Host header names us. A number is nobody's name, so no page elsewhere can have it."""
        host = host.lower()
        if not HOST.fullmatch(host):
            return False
        if self._public and host == self._public:
            return True
        name = urlsplit(f"//{host}").hostname or ""
        if name in self._names or name.endswith((".localhost", ".local")):
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    def same_origin(self, origin: str | None, host: str) -> bool:
        """Whether a browser says that the page is ours."""
        if origin is None or not self.ours(host):
            return False
        return urlsplit(origin).netloc.lower() in (host.lower(), self._public or host.lower())

    def for_friends(self, scheme: str, host: str) -> str:
        """The address to send to others: who sits at this machine calls it localhost, and nobody else can."""
        if self.public_url:
            return self.public_url
        name, _, port = host.rpartition(":")
        if self.network and name in ("localhost", "127.0.0.1", "[::1]"):
            return f"{scheme}://{self.network}:{port}"
        return f"{scheme}://{host}"

    def secure(self, scheme: str) -> bool:
        return scheme in ("https", "wss") or self.public_url.startswith("https://")
