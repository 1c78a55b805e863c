"""Random number generators. Chance is passed in by whoever runs the game; a state contains none.

`FastRng` is for simulations. `KeyedRng` is for tables: nobody can predict it without its seed, and anybody can verify
it with the seed. Both give the same numbers on every machine.
"""

from __future__ import annotations

import hashlib
from struct import unpack
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from timebooth.kernel._vec import vec
from timebooth.kernel.bits import bit, count, nth

WORD: Final[i64] = 0xFFFFFFFF
SPAN: Final[i64] = 0x100000000
LIMIT: Final[i64] = 0x7FFFFFFF
SEED_BYTES = 32
BLOCK_BYTES = 64


@mypyc_attr(allow_interpreted_subclasses=True)
class Rng:
    """The interface of a generator."""

    def below(self, n: i64) -> i64:
        """Return a number from 0 to n - 1, each equally likely."""
        raise NotImplementedError

    def drawn(self) -> int:
        """Return a number that changes whenever chance is used."""
        raise NotImplementedError

    def shuffle(self, cards: list[int]) -> None:
        """Shuffle a list in place."""
        for i in range(len(cards) - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]


@final
class FastRng(Rng):
    """sfc32, seeded by BLAKE2b: about a nanosecond per number when compiled; for simulations only."""

    def __init__(self, seed: int) -> None:
        words = hashlib.blake2b(str(seed).encode(), digest_size=12, person=b"timebooth.fast.1").digest()
        a, b, c = unpack("<III", words)
        self.a: i64 = a
        self.b: i64 = b
        self.c: i64 = c
        self.counter: i64 = 1
        for _time in range(12):
            self.word()

    def word(self) -> i64:
        """Return the next 32 bits."""
        a = self.a
        b = self.b
        c = self.c
        word: i64 = (a + b + self.counter) & WORD
        self.counter = (self.counter + 1) & WORD
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & WORD
        self.c = (((c << 21) & WORD) | (c >> 11)) + word & WORD
        return word

    def below(self, n: i64) -> i64:
        """Return a number from 0 to n - 1, exactly uniform (Lemire's method)."""
        if n <= 0 or n > LIMIT:
            raise ValueError(f"below() needs a number between 1 and {LIMIT}, not {n}")
        product: i64 = self.word() * n
        if product & WORD < n:
            rejected: i64 = (SPAN - n) % n
            while product & WORD < rejected:
                product = self.word() * n
        return product >> 32

    def drawn(self) -> int:
        return self.counter

    def __reduce__(self) -> tuple[object, ...]:
        """Support copying and pickling."""
        return _fast_rng, (self.a, self.b, self.c, self.counter)

    def sync_to(self, other: FastRng) -> None:
        """Give the same numbers from here on as `other` will."""
        self.a = other.a
        self.b = other.b
        self.c = other.c
        self.counter = other.counter


@final
class KeyedRng(Rng):
    """BLAKE2b in counter mode, keyed by 32 bytes: unpredictable without the seed, verifiable with it."""

    def __init__(self, seed: bytes, label: bytes = b"") -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self._key = hashlib.blake2b(label, key=seed, digest_size=32, person=b"timebooth.rng.v1").digest()
        self._counter = 0
        self._block = b""
        self._at = 0

    def _word(self) -> int:
        if self._at >= len(self._block):
            counter = self._counter.to_bytes(8, "little")
            self._block = hashlib.blake2b(counter, key=self._key, digest_size=BLOCK_BYTES).digest()
            self._counter += 1
            self._at = 0
        word = int.from_bytes(self._block[self._at : self._at + 8], "little")
        self._at += 8
        return word

    def below(self, n: i64) -> i64:
        """Return a number from 0 to n - 1; 64-bit words beyond the last whole multiple of n are rejected."""
        if n <= 0 or n > LIMIT:
            raise ValueError(f"below() needs a number between 1 and {LIMIT}, not {n}")
        sides = int(n)
        fair = 2**64 - 2**64 % sides
        while True:
            word = self._word()
            if word < fair:
                return word % sides

    def drawn(self) -> int:
        return self._counter * BLOCK_BYTES + self._at

    def __reduce__(self) -> tuple[object, ...]:
        """Support copying and pickling."""
        return _keyed_rng, (self._key, self._counter, self._block, self._at)


def _fast_rng(a: int, b: int, c: int, counter: int) -> FastRng:
    rng = FastRng(0)
    rng.a = a
    rng.b = b
    rng.c = c
    rng.counter = counter
    return rng


def _keyed_rng(key: bytes, counter: int, block: bytes, at: int) -> KeyedRng:
    rng = KeyedRng(bytes(SEED_BYTES))
    rng._key = key
    rng._counter = counter
    rng._block = block
    rng._at = at
    return rng


def shuffled(row: vec[i64], rng: Rng) -> vec[i64]:
    """Return the numbers in random order: the same order as `Rng.shuffle` gives a list."""
    found = row[:]
    for i in range(len(found) - 1, 0, -1):
        j = rng.below(i + 1)
        last = found[i]
        found[i] = found[j]
        found[j] = last
    return found


def some_of(members: i64, many: i64, rng: Rng) -> i64:
    """Return a random subset of `many` numbers, each subset equally likely."""
    found: i64 = 0
    left = count(members)
    for _time in range(many):
        member = bit(nth(members, rng.below(left)))
        found |= member
        members ^= member
        left -= 1
    return found


def commitment(seed: bytes) -> str:
    """Return the hash that a table publishes when it opens, to verify the seed that it reveals at the end."""
    return hashlib.blake2b(seed, digest_size=32, person=b"timebooth.seal.1").hexdigest()
