"""Which host names are this server's own; any other name in a Host header may be a DNS rebinding attack."""

from __future__ import annotations

import ipaddress
import re
import socket
from contextlib import closing
from urllib.parse import urlsplit

LOCAL = ("127.0.0.1", "localhost", "::1")
DOCUMENTATION_ADDRESS = ("192.0.2.1", 9)  # RFC 5737; nothing is sent there
HOST = re.compile(r"(?P<name>[a-z0-9._-]+|\[[0-9a-f:.]+\])(:(?P<port>[0-9]{1,5}))?")
HIGHEST_PORT = 65_535


class Hosts:
    """The names under which this server answers: the public URL, local names and IP addresses."""

    def __init__(self, public_url: str = "", *, lan: bool = False) -> None:
        self.public_url = public_url.rstrip("/")
        self.lan = lan
        self._public = urlsplit(self.public_url).netloc.lower()
        self._names = {"localhost", socket.gethostname().lower()}

    def ours(self, host: str) -> bool:
        """Return whether a Host header names this server. An IP address does: no other site has that name."""
        host = host.lower()
        found = HOST.fullmatch(host)
        if found is None or int(found["port"] or 0) > HIGHEST_PORT:
            return False
        if self._public and host == self._public:
            return True
        name = found["name"]
        if name in self._names or name.endswith((".localhost", ".local")):
            return True
        try:
            if name.startswith("["):
                ipaddress.IPv6Address(name[1:-1])
            else:
                ipaddress.IPv4Address(name)
        except ValueError:
            return False
        return True

    def same_origin(self, origin: str | None, host: str) -> bool:
        """Return whether an Origin header names a page of this server."""
        if origin is None or not self.ours(host):
            return False
        return netloc_of(origin) in (host.lower(), self._public or host.lower())

    def secure(self, scheme: str) -> bool:
        return scheme in ("https", "wss") or self.public_url.startswith("https://")

    def for_others(self, scheme: str, host: str) -> str:
        """Return the address under which others reach this server; `localhost` would be their own machine."""
        if self.public_url:
            return self.public_url
        given = urlsplit(f"//{host}")
        address = lan_address() if self.lan and given.hostname in LOCAL else None
        return f"{scheme}://{host if address is None else f'{address}:{given.port or 80}'}"


def netloc_of(url: str) -> str:
    """Return host and port of a URL, or an empty string if it is not a URL."""
    try:
        return urlsplit(url).netloc.lower()
    except ValueError:
        return ""


def lan_address() -> str | None:
    """Return the address of this machine in the local network, or None if there is no network."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(DOCUMENTATION_ADDRESS)
        except OSError:
            return None
        found: str = probe.getsockname()[0]
    return None if found.startswith("127.") or found == "0.0.0.0" else found
