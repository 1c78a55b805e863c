"""What every response says about itself: whom it trusts, and that browsers guess nothing."""

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
    """`'self'` does not cover WebSockets in every browser, so the same host is named for them too."""
    connect = f"'self' ws://{host} wss://{host}" if host else "'self'"
    return [*ALWAYS, (b"content-security-policy", POLICY.format(connect=connect).encode())]
