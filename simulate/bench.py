"""How fast the machine plays: deals per second, the parts of a deal, and how long a start takes.

Each figure is the median of several repeats, none shorter than a fraction of a second, and
every measured kernel's result is used, else the compiler would leave the work out.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from simulate.besi import prepare
from simulate.catalogue import load
from simulate.jit import kernel
from simulate.rules import Game
from simulate.run import blocks
from simulate.seating import PLAYERS
from simulate.streams import PLAY_STREAM, philox, shuffle

REPEATS = 5
SECONDS = 0.4
SEED = 1


class Speed(NamedTuple):
    """One measured figure: `value` is the median of the repeats, `best` the best, both in `unit`."""

    what: str
    game: str | None
    player: str | None
    threads: int | None
    value: float
    best: float
    unit: str


@kernel
def words_made(seed: Any, blocks_of_four: Any) -> Any:
    """Make 4 · `blocks_of_four` random words and mix them into one."""
    mixed = np.uint64(0)
    for deal in range(blocks_of_four):
        a, b, c, d = philox(seed, PLAY_STREAM, deal, 0)
        mixed ^= a ^ b ^ c ^ d
    return mixed


@kernel
def shuffles_made(seed: Any, count: Any, cards: Any) -> Any:
    """Shuffle `cards` `count` times and add up the cards that come to the top."""
    total = 0
    for deal in range(count):
        shuffle(seed, deal, cards, len(cards))
        total += cards[0]
    return total


def speeds(games: Iterable[Game]) -> Iterator[Speed]:
    """Every figure for these games of the besi family, as soon as it is measured."""
    for game in games:
        for player in PLAYERS:
            for threads in (1, 2):
                yield deals_per_second(game, player, threads)
        yield shuffles_per_second(game)
        yield from starts(game)
    yield words_per_second()
    yield rounds_per_second()
    for punters in (1, 10):
        yield evening_rounds_per_second(punters)


def told(speed: Speed) -> str:
    """A measured figure in a line."""
    what = speed.what if speed.game is None else f"{speed.game}: {speed.what}"
    if speed.player is not None:
        what += f", {speed.player}, {speed.threads} thread{'s' if speed.threads != 1 else ''}"
    digits = 2 if speed.unit == "s" else 0
    return f"{what:<46} {speed.value:>13,.{digits}f} {speed.unit:<10} (best {speed.best:,.{digits}f})"


def deals_per_second(game: Game, player: str, threads: int) -> Speed:
    """Whole deals with every counter kept, `player` in every seat."""
    seats = game.besi.seats
    plan = prepare(game, (player,) * seats, ("highest-first",) * seats)

    def play(count: int) -> None:
        played = sum(part.deals for part in blocks(lambda i, n: plan.play(SEED, i, n), 0, count, threads))
        assert played == count

    return _speed("deals", play, "deals/s", game=game.id, player=player, threads=threads)


def shuffles_per_second(game: Game) -> Speed:
    """Shuffles of the game's pack."""
    cards = np.arange(game.besi.cards, dtype=np.uint8)
    return _speed(
        "shuffle", lambda count: shuffles_made(SEED, count, cards), "shuffles/s", game=game.id, threads=1
    )


def words_per_second() -> Speed:
    """Random words, four of a block."""
    return _speed("random words", lambda count: words_made(SEED, (count + 3) // 4), "words/s", threads=1)


def rounds_per_second() -> Speed:
    """Rounds of biribi with a flat bet on one number."""
    from simulate.banking_core import hits

    return _speed("rounds on one number", lambda count: hits(70, 1, SEED, 0, count), "rounds/s", threads=1)


def evening_rounds_per_second(punters: int) -> Speed:
    """Rounds of evenings of biribi, 200 each, at which so many punters choose one number at random."""
    from simulate.evening_core import evenings

    bet, rounds = load("biribi").bank.bets[0], 200
    return _speed(
        f"rounds of evenings, {punters} punter{'s' if punters != 1 else ''}",
        lambda count: evenings(70, bet, punters, rounds, SEED, 0, -(-count // rounds)),
        "rounds/s",
        threads=1,
    )


def starts(game: Game) -> Iterator[Speed]:
    """Seconds from typing a command to its answer: first on this machine, and later."""
    environment = {key: value for key, value in os.environ.items() if key != "NUMBA_CACHE_DIR"}
    command = [sys.executable, "-m", "cli", "simulate", game.id, "--deals", "1", "--json"]
    with tempfile.TemporaryDirectory() as folder:
        environment["BESI_CACHE"] = folder

        def seconds() -> float:
            begun = time.perf_counter()
            subprocess.run(command, env=environment, check=True, capture_output=True)
            return time.perf_counter() - begun

        cold = seconds()
        warm = [seconds() for _ in range(REPEATS)]
    yield Speed("cold start, compiling", game.id, None, None, cold, cold, "s")
    yield Speed("warm start", game.id, None, None, statistics.median(warm), min(warm), "s")


def _speed(
    what: str,
    play: Callable[[int], object],
    unit: str,
    game: str | None = None,
    player: str | None = None,
    threads: int | None = None,
) -> Speed:
    count = 256
    play(count)  # compiles, or loads what was compiled before
    while (seconds := _seconds(play, count)) < SECONDS / 2:
        count = 4 * count if seconds < SECONDS / 16 else int(count * SECONDS / seconds)
    rates = [count / _seconds(play, count) for _ in range(REPEATS)]
    return Speed(what, game, player, threads, statistics.median(rates), max(rates), unit)


def _seconds(play: Callable[[int], object], count: int) -> float:
    begun = time.perf_counter()
    play(count)
    return time.perf_counter() - begun
