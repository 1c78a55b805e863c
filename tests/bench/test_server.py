"""The benchmark of the server runs: a few answers over real sockets."""

from __future__ import annotations

from pathlib import Path

from timebooth.bench.server.load import BARE, SEATS
from timebooth.bench.server.sides import PEER, bare, build_bare, drive_ours, ours, share, why_no_peer
from timebooth.words import Words

ROOT = Path(__file__).parent.parent.parent


def test_an_answer_counts_when_all_players_have_the_message(tmp_path: Path) -> None:
    with ours(tmp_path) as (process, port):
        rate = drive_ours("riff-in-time", process, port, sockets=8, answers=16, in_flight=2)

    assert rate.answers == 16
    assert 0 < rate.ack_p50 <= rate.ack_p99
    assert rate.all_p50 >= rate.ack_p50 * 0.5
    assert rate.per_second > 0


def test_the_relaying_servers_take_the_same_load_as_ours(tmp_path: Path) -> None:
    in_cpp = build_bare(tmp_path)
    for program in (None, in_cpp) if in_cpp is not None else (None,):
        with bare(2000, program) as (process, port):
            rate = drive_ours(BARE, process, port, sockets=8, answers=16, in_flight=2)

        assert rate.answers == 16
        assert rate.bytes == SEATS * 2000 + len('{"type":"done","id":1}')


def test_a_share_is_a_percentile() -> None:
    values = [float(n) for n in range(100)]
    assert (share(values, 0.5), share(values, 0.99), share([1.0], 0.99)) == (50.0, 99.0, 1.0)


def test_there_is_a_text_for_a_missing_peer(tmp_path: Path) -> None:
    key = why_no_peer(tmp_path)
    assert key == "bench.no_peer_folder"
    assert Words("fr").has(key)
    assert why_no_peer(ROOT / PEER) in (None, "bench.no_node", "bench.no_peer_package")
