"""The security headers of every response."""

from __future__ import annotations

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src {connect}",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types svelte-trusted-html timebooth-worker",
    )
)
ALWAYS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
]


def headers_for(host: str) -> list[tuple[bytes, bytes]]:
    """Return the headers for a host, which is named because `'self'` does not cover WebSockets in every browser."""
    connect = f"'self' ws://{host} wss://{host}" if host else "'self'"
    return [*ALWAYS, (b"content-security-policy", POLICY.format(connect=connect).encode())]
