"""Which addresses are this server's own: others are somebody else's page that points at us."""

from __future__ import annotations

import ipaddress
import re
import socket
from contextlib import closing
from urllib.parse import urlsplit

LOCAL = ("127.0.0.1", "localhost", "::1")
SOMEWHERE_ELSE = ("192.0.2.1", 9)  # an address for documentation: nothing is ever sent there
HOST = re.compile(r"(?P<name>[a-z0-9._-]+|\[[0-9a-f:.]+\])(:(?P<port>[0-9]{1,5}))?")
HIGHEST_PORT = 65_535


class Hosts:
    """The public address where one is given; else whatever cannot be another site's name for this machine."""

    def __init__(self, public_url: str = "", *, lan: bool = False) -> None:
        self.public_url = public_url.rstrip("/")
        self.lan = lan
        self._public = urlsplit(self.public_url).netloc.lower()
        self._names = {"localhost", socket.gethostname().lower()}

    def ours(self, host: str) -> bool:
        """Whether a Host header names us. A number is nobody's name, so no page elsewhere can have it."""
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
        """Whether a browser says that the page is ours."""
        if origin is None or not self.ours(host):
            return False
        return netloc_of(origin) in (host.lower(), self._public or host.lower())

    def secure(self, scheme: str) -> bool:
        return scheme in ("https", "wss") or self.public_url.startswith("https://")

    def for_others(self, scheme: str, host: str) -> str:
        """The address under which others reach this server: `localhost` is everybody's own machine."""
        if self.public_url:
            return self.public_url
        said = urlsplit(f"//{host}")
        number = address_on_the_network() if self.lan and said.hostname in LOCAL else None
        return f"{scheme}://{host if number is None else f'{number}:{said.port or 80}'}"


def netloc_of(url: str) -> str:
    """Return host and port of a URL, or nothing if it is none: whatever a browser or a program sends is read."""
    try:
        return urlsplit(url).netloc.lower()
    except ValueError:
        return ""


def address_on_the_network() -> str | None:
    """The number under which others in the local network reach this machine."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as line:
        try:
            line.connect(SOMEWHERE_ELSE)
        except OSError:
            return None
        found: str = line.getsockname()[0]
    return None if found.startswith("127.") or found == "0.0.0.0" else found
