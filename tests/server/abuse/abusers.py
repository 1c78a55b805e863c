"""The abusers, in their own process: `python -m tests.server.abuse.abusers PORT SCALE ATTACK…`.

Says `ready` when everything is prepared, begins when it reads a line, stops when it reads another one or its input
ends, and then prints what it sent and what was refused.
"""

from __future__ import annotations

import asyncio
import sys

import msgspec
import uvicorn

from tests.server.abuse.attacks import ATTACKS
from tests.server.abuse.attacks.plain import Attack
from tests.server.abuse.stage import Stage


async def main(port: int, scale: float, names: list[str]) -> None:
    stage = Stage(port, scale)
    attacks = [ATTACKS[name](stage) for name in names]
    prepared = await asyncio.gather(*(_prepared(stage, attack) for attack in attacks))
    ready = [attack for attack, good in zip(attacks, prepared, strict=True) if good]
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    tasks = [asyncio.create_task(_run(stage, attack)) for attack in ready]
    await asyncio.to_thread(sys.stdin.readline)
    await _cancel(tasks)
    print(msgspec.json.encode({"sent": dict(stage.sent), "refused": dict(stage.refused)}).decode(), flush=True)


async def _cancel(tasks: list[asyncio.Task[None]]) -> None:
    """Cancel until all are done: before Python 3.12 `asyncio.wait_for` may swallow a cancellation."""
    waiting = set(tasks)
    while waiting:
        for task in waiting:
            task.cancel()
        _, waiting = await asyncio.wait(waiting, timeout=0.5)


async def _prepared(stage: Stage, attack: Attack) -> bool:
    """Prepare an attack; return False if a limit of the server prevents it."""
    try:
        await attack.prepare()
    except (OSError, TimeoutError, asyncio.IncompleteReadError, KeyError) as problem:
        stage.refused[f"{attack.name} {type(problem).__name__}"] += 1
        return False
    return True


async def _run(stage: Stage, attack: Attack) -> None:
    try:
        await attack.run()
    except (OSError, TimeoutError, asyncio.IncompleteReadError, KeyError) as problem:
        stage.refused[f"{attack.name} {type(problem).__name__}"] += 1


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvicorn.Config("", loop="auto", log_config=None).get_loop_factory()) as runner:
        runner.run(main(int(sys.argv[1]), float(sys.argv[2]), sys.argv[3:]))
