"""Where a request or a socket comes from, as limits count it."""

from __future__ import annotations

import hashlib
import ipaddress
from collections.abc import Mapping
from typing import Any

HOME_BITS = 64  # of an IPv6 address: what one customer of a provider has, at least


def address_of(scope: Mapping[str, Any]) -> str:
    """Return the address of whoever asks, by the ASGI scope."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def network_of(address: str) -> str:
    """Return what limits count as one address: with IPv6 everybody has billions of them."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, HOME_BITS), strict=False))


def digest_of(address: str, secret: bytes) -> str:
    """Return what stands for an address in the database: without the key nobody finds it by trying them all."""
    key = hashlib.blake2b(secret, digest_size=32).digest()
    network = network_of(address).encode()
    return hashlib.blake2b(network, key=key, digest_size=9, person=b"timebooth.addr").hexdigest()
