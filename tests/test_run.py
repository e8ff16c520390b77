"""Runs: threads, blocks and interruptions never change a figure; damaged remains are never used."""

import json
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from simulate import catalogue, checkpoint, run
from simulate.counters import Totals

SEATS = 2


def made_up(seed: int, first: int, count: int) -> Totals:
    """Counters that depend on the deals' indices only, and could have been left by deals."""
    zero = Totals.zero(SEATS)
    arrays = {name: np.array(getattr(zero, name)) for name in ARRAYS}
    for deal in range(first, first + count):
        mixed = (deal * 2654435761 + seed * 40503) % 2**32
        for seat in range(SEATS):
            points = 10 * (mixed >> 8 * seat & 63)
            arrays["part_sums"][seat, :2] += points
            arrays["part_squares"][seat, :2] += points**2
            arrays["histogram"][seat, points // 10] += 1
        arrays["held_seats"][:, 0] += 1
        arrays["declared_seats"][:, 0] += 1
    return Totals.from_arrays(deals=count, lead_sum=0, lead_square=0, **arrays)


ARRAYS = tuple(
    name for name in Totals.__dataclass_fields__ if not name.endswith(("deals", "_sum", "_square"))
)


class MadeUpPlan:
    """A plan without cards; `after` is called when a block has been played."""

    def __init__(self, after=lambda first: None, game_id: str = "besi-simple") -> None:
        self.game = catalogue.load(game_id)
        self.players = ("club", "random")
        self.orders = ("highest-first",) * SEATS
        self.played: list[tuple[int, int]] = []
        self._after = after

    def play(self, seed: int, first: int, count: int) -> Totals:
        self.played.append((first, count))
        totals = made_up(seed, first, count)
        self._after(first)
        return totals


@pytest.fixture(autouse=True)
def _small_blocks(runs_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "LARGEST_BLOCK", 128)
    assert not runs_folder.exists()


def interrupted(
    deals: int, after: int, seed: int = 7, threads: int = 2
) -> tuple[MadeUpPlan, run.Interrupted]:
    """A run stopped once a block at or behind deal `after` has been played."""
    stop = threading.Event()
    plan = MadeUpPlan(lambda first: stop.set() if first >= after else None)
    with pytest.raises(run.Interrupted) as caught:
        run.run(plan, seed, deals, threads, stop=stop)
    return plan, caught.value


@pytest.mark.parametrize("threads", [1, 2, 7])
@pytest.mark.parametrize("deals", [1, 63, 64, 65, 1000])
def test_threads_and_blocks_change_nothing(threads: int, deals: int) -> None:
    plan = MadeUpPlan()
    assert run.run(plan, 7, deals, threads) == made_up(7, 0, deals)
    covered = [deal for first, count in sorted(plan.played) for deal in range(first, first + count)]
    assert covered == list(range(deals))


def test_parts_are_merged_in_order_whatever_ends_first() -> None:
    lately = threading.Event()

    def play(first: int, count: int) -> tuple[int, int]:
        if first == 0:
            assert lately.wait(10)
        else:
            lately.set()
        return first, count

    parts = list(run.blocks(play, 0, 500, threads=2))
    assert [first for first, _ in parts] == sorted(first for first, _ in parts)
    assert sum(count for _, count in parts) == 500


def test_slow_blocks_shrink_and_quick_ones_grow_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "LARGEST_BLOCK", 1024)
    quick = list(run.blocks(lambda first, count: count, 0, 50_000, threads=1))
    assert max(quick) == 1024
    monkeypatch.setattr(run, "BLOCK_SECONDS", 0.0)
    slow = list(run.blocks(lambda first, count: count, 0, 500, threads=1))
    assert min(slow) == 1


def test_a_bounded_number_of_blocks_is_in_flight() -> None:
    waiting = threading.Semaphore(0)
    begun: list[int] = []

    def play(first: int, count: int) -> int:
        begun.append(first)
        assert waiting.acquire(timeout=10)
        return count

    parts = run.blocks(play, 0, 10**12, threads=2)
    waiting.release()
    next(parts)
    time.sleep(0.05)
    assert len(begun) <= 4
    waiting.release(100)
    parts.close()


def test_progress_counts_up_to_all_deals() -> None:
    seen: list[int] = []
    run.run(MadeUpPlan(), 7, 3000, 2, progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 3000


def test_an_error_in_a_block_is_raised_and_nothing_hangs() -> None:
    def fails(first: int) -> None:
        if first > 100:
            raise RuntimeError("a block failed")

    with pytest.raises(RuntimeError, match="a block failed"):
        run.run(MadeUpPlan(fails), 7, 10_000, 2)


def test_an_interrupted_run_is_resumed_to_the_same_bits(runs_folder: Path) -> None:
    _, error = interrupted(deals=4000, after=500)
    assert 0 < error.done < 4000
    assert error.kept
    assert len(list(runs_folder.iterdir())) == 1
    notes: list[str] = []
    plan = MadeUpPlan()
    totals = run.run(plan, 7, 4000, 1, note=notes.append)
    assert totals == made_up(7, 0, 4000)
    assert min(first for first, _ in plan.played) == error.done
    assert notes == [f"resuming an interrupted run after {error.done:,} of 4,000 deals"]
    assert list(runs_folder.iterdir()) == []


def test_what_is_kept_is_the_unbroken_beginning(runs_folder: Path) -> None:
    plan, error = interrupted(deals=4000, after=500, threads=3)
    (path,) = runs_folder.iterdir()
    assert Totals.from_json(json.loads(path.read_text())["totals"]) == made_up(7, 0, error.done)
    assert sum(count for _, count in plan.played) == error.done


def test_a_stop_before_the_first_block_keeps_nothing(runs_folder: Path) -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(run.Interrupted) as caught:
        run.run(MadeUpPlan(), 7, 100, 2, stop=stop)
    assert (caught.value.done, caught.value.kept) == (0, False)
    assert not runs_folder.exists()


def test_a_run_goes_on_from_a_shorter_one_but_not_from_a_longer_one(runs_folder: Path) -> None:
    _, error = interrupted(deals=4000, after=500)
    (path,) = runs_folder.iterdir()
    kept = path.read_bytes()
    assert run.run(MadeUpPlan(), 7, 50, 2) == made_up(7, 0, 50)
    assert path.read_bytes() == kept, "a short run must not destroy a longer one's work"
    plan = MadeUpPlan()
    assert run.run(plan, 7, error.done + 10, 2) == made_up(7, 0, error.done + 10)
    assert plan.played == [(error.done, 10)]


@pytest.mark.parametrize("changed", ["seed", "players", "orders", "rules", "sources", "stream"])
def test_another_run_never_continues_this_one(changed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted(deals=4000, after=500)
    plan = MadeUpPlan(game_id="besi-double" if changed == "rules" else "besi-simple")
    if changed == "players":
        plan.players = ("random", "club")
    if changed == "orders":
        plan.orders = ("highest-first", "lowest-first")
    if changed == "sources":
        monkeypatch.setattr(checkpoint, "sources_hash", lambda: "0" * 16)
    if changed == "stream":
        monkeypatch.setattr(checkpoint, "STREAM_VERSION", -1)
    seed = 8 if changed == "seed" else 7
    assert run.run(plan, seed, 4000, 2) == made_up(seed, 0, 4000)
    assert min(first for first, _ in plan.played) == 0


@pytest.mark.parametrize(
    "damage", ["empty", "cut", "no text", "other json", "one figure", "other run", "no totals"]
)
def test_a_damaged_checkpoint_is_ignored_with_one_note(damage: str, runs_folder: Path) -> None:
    interrupted(deals=4000, after=500)
    (path,) = runs_folder.iterdir()
    whole = path.read_bytes()
    kept = json.loads(whole)
    figure = json.loads(whole)
    figure["totals"]["held"][0][0] += 1
    path.write_bytes(
        {
            "empty": b"",
            "cut": whole[: len(whole) // 2],
            "no text": b"\xff\xfe\x00",
            "other json": b"[1, 2]",
            "one figure": json.dumps(figure).encode(),
            "other run": json.dumps({**kept, "key": "0" * 32}).encode(),
            "no totals": json.dumps({"key": kept["key"]}).encode(),
        }[damage]
    )
    notes: list[str] = []
    assert run.run(MadeUpPlan(), 7, 4000, 2, note=notes.append) == made_up(7, 0, 4000)
    assert len(notes) == 1
    assert str(path) in notes[0]


def test_a_folder_that_cannot_be_written_costs_only_the_checkpoint(tmp_path: Path, runs_folder: Path) -> None:
    runs_folder.parent.parent.mkdir(exist_ok=True)
    runs_folder.parent.write_text("a file where the folder should be")
    notes: list[str] = []
    stop = threading.Event()
    plan = MadeUpPlan(lambda first: stop.set() if first >= 500 else None)
    with pytest.raises(run.Interrupted) as caught:
        run.run(plan, 7, 4000, 2, stop=stop, note=notes.append)
    assert not caught.value.kept
    assert run.run(MadeUpPlan(), 7, 1000, 2) == made_up(7, 0, 1000)
    assert [note.startswith("this run can't be kept") for note in notes] == [True]


def test_a_long_run_is_kept_from_time_to_time(runs_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "CHECKPOINT_SECONDS", 0.0)
    monkeypatch.setattr(run, "LARGEST_BLOCK", 64)
    there: list[bool] = []
    run.run(MadeUpPlan(), 7, 1000, 1, progress=lambda done: there.append(any(runs_folder.glob("*.json"))))
    assert there[0] is False
    assert all(there[1:])
    assert list(runs_folder.iterdir()) == []


def test_a_failed_write_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "figures.json"
    path.write_text("before")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(checkpoint.os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        checkpoint.write_atomically(path, b"after")
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]
    monkeypatch.undo()
    checkpoint.write_atomically(path, b"after")
    assert path.read_text() == "after"
