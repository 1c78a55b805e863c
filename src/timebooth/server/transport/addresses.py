"""Client addresses: the real one behind a trusted proxy, the network that limits count, a short form for logs."""

from __future__ import annotations

import hashlib
import ipaddress
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from timebooth.kernel.errors import TimeboothError

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

LOOPBACK = ("127.0.0.0/8", "::1/128")
MAX_HOPS = 20  # entries of X-Forwarded-For that are read, from the right
COUNTED_PREFIX = 64  # bits of an IPv6 address: what one household or one server gets
LOGGED_PREFIX = 48  # bits
HASH_BYTES = 4
CACHED = 4096
SCHEMES = ("http", "https")


class Addresses:
    """Finds the address of a client, and shortens it for the log."""

    def __init__(self, secret: bytes, trusted: Iterable[str] = (), *, full_in_log: bool = False) -> None:
        self._trusted = networks(trusted)
        self._key = hashlib.blake2b(secret, digest_size=32, person=b"timebooth.addr.1").digest()
        self._full = full_in_log
        self.short = lru_cache(CACHED)(self._short)

    def trusts(self, host: str) -> bool:
        """Return whether `host` is a proxy whose headers are believed."""
        address = parse(host)
        return address is not None and any(address in network for network in self._trusted)

    def resolve(self, scope: Any) -> bool:
        """Put the real client and scheme into an ASGI scope if a trusted proxy sent it; return whether one did."""
        client = scope.get("client")
        if not self._trusted or not client or not self.trusts(client[0]):
            return False
        headers: list[tuple[bytes, bytes]] = scope["headers"]
        forwarded = b",".join(value for name, value in headers if name == b"x-forwarded-for").decode("latin-1")
        scope["client"] = (self._rightmost(forwarded, client[0]), 0)
        scheme = next((value.decode("latin-1") for name, value in headers if name == b"x-forwarded-proto"), "")
        if scheme in SCHEMES:
            scope["scheme"] = scheme.replace("http", "ws") if scope["type"] == "websocket" else scheme
        return True

    def _rightmost(self, forwarded: str, proxy: str) -> str:
        """Return the last address that is not a trusted proxy; entries before it may be forged."""
        found = proxy
        for hop in reversed(forwarded.rsplit(",", MAX_HOPS)[-MAX_HOPS:]):
            address = parse(_without_port(hop.strip()))
            if address is None:
                break
            found = str(address)
            if not self.trusts(found):
                break
        return found

    def _short(self, host: str) -> str:
        """Return an address for the log: its network, and a keyed hash to tell two clients of it apart."""
        address = parse(host)
        if address is None:
            return "unknown"
        if self._full:
            return str(address)
        digest = hashlib.blake2b(address.packed, key=self._key, digest_size=HASH_BYTES).hexdigest()
        if address.version == 4:
            return f"{str(address).rpartition('.')[0]}.x#{digest}"
        network = ipaddress.ip_network((address, LOGGED_PREFIX), strict=False)
        return f"{network.network_address}/{LOGGED_PREFIX}#{digest}"


def counted(host: str) -> str:
    """Return what limits count by: an IPv4 address, or the /64 of an IPv6 address."""
    address = parse(host)
    if address is None:
        return ""
    if address.version == 4:
        return str(address)
    return str(ipaddress.ip_network((address, COUNTED_PREFIX), strict=False))


def networks(given: Iterable[str]) -> tuple[Network, ...]:
    """Parse addresses and networks; raise an error that names the first malformed one."""
    found = []
    for each in given:
        try:
            found.append(ipaddress.ip_network(each.strip(), strict=False))
        except ValueError:
            raise TimeboothError("serve.trusted_proxies", address=each.strip()) from None
    return tuple(found)


@lru_cache(CACHED)
def parse(host: str) -> Address | None:
    """Parse an address, or return None. An IPv4-mapped IPv6 address becomes the IPv4 address."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _without_port(hop: str) -> str:
    """Strip the port and the brackets that some proxies write."""
    if hop.startswith("["):
        return hop[1:].partition("]")[0]
    return hop.partition(":")[0] if hop.count(":") == 1 else hop


def address_of(scope: Mapping[str, Any]) -> str:
    """Return the client address of an ASGI scope."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def digest_of(address: str, secret: bytes) -> str:
    """Return a keyed hash of an address for the database; without the key it cannot be found by brute force."""
    key = hashlib.blake2b(secret, digest_size=32).digest()
    network = counted(address).encode()
    return hashlib.blake2b(network, key=key, digest_size=9, person=b"timebooth.addr").hexdigest()
