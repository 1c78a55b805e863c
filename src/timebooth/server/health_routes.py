"""Health checks and metrics."""

from __future__ import annotations

from litestar import Response, get

from timebooth.server.dependencies import Asked, TheDesk
from timebooth.server.problems import Refusal


@get("/healthz", media_type="text/plain", sync_to_thread=False)
def healthz() -> Response[bytes]:
    """Whether this process is alive: it answers."""
    return Response(b"good\n", media_type="text/plain")


@get("/readyz", media_type="text/plain")
async def readyz(desk: TheDesk) -> Response[bytes]:
    """Whether this node can serve: its database takes writes, and it is not about to stop."""
    problem = "stopping" if desk.house.stopping else await desk.readiness.problem()
    if problem:
        return Response(f"{problem}\n".encode(), status_code=503, media_type="text/plain")
    return Response(b"ready\n", media_type="text/plain")


@get("/metrics", media_type="text/plain", sync_to_thread=False)
def metrics(desk: TheDesk, request: Asked) -> Response[bytes]:
    """Figures for Prometheus, for whoever runs this server."""
    allowed = desk.metrics_access.open_to(request.scope, request.headers.get("authorization", ""))
    if allowed is None:
        raise Refusal(404, "request.no_such_path")
    if not allowed:
        raise Refusal(401, "metrics.token")
    return Response(desk.metrics.text(), media_type="text/plain; version=0.0.4")
