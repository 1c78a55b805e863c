"""Health checks and metrics."""

from __future__ import annotations

from litestar import Response, get

from timebooth.server.dependencies import AnyRequest, TheServices
from timebooth.server.problems import Refusal
from timebooth.server.services import Services


@get("/healthz", media_type="text/plain", sync_to_thread=False)
def healthz() -> Response[bytes]:
    """Say that this process is alive."""
    return Response(b"good\n", media_type="text/plain")


@get("/readyz", media_type="text/plain")
async def readyz(services: TheServices) -> Response[bytes]:
    """Say whether this node can serve: its database takes writes, and it is not stopping."""
    problem = _why_not(services) or await services.readiness.problem()
    if problem:
        return Response(f"{problem}\n".encode(), status_code=503, media_type="text/plain")
    return Response(b"ready\n", media_type="text/plain")


def _why_not(services: Services) -> str:
    """Return why a load balancer shall not send anybody here; during an upgrade, it shall send them to newer nodes."""
    nodes = services.hub.tables.nodes
    if services.hub.stopping or services.desk.draining:
        return "stopping"
    if nodes.outdated:
        return "a newer version is running"
    return "taking over from an older version" if nodes.taking_over else ""


@get("/metrics", media_type="text/plain", sync_to_thread=False)
def metrics(services: TheServices, request: AnyRequest) -> Response[bytes]:
    """Return metrics for Prometheus, for the operator of this server."""
    allowed = services.metrics_access.open_to(request.scope, request.headers.get("authorization", ""))
    if allowed is None:
        raise Refusal(404, "request.no_such_path")
    if not allowed:
        raise Refusal(401, "metrics.token")
    return Response(services.metrics.text(), media_type="text/plain; version=0.0.4")
