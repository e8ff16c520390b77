"""Half-finished runs, kept on disk, so that an interrupted simulation isn't lost.

A checkpoint holds the counters of deals 0 … k − 1 of one run. Its file's name is a hash of
everything that those counters depend on: what is played (rules, seed, players, orders), the
random words' version and the sources of the games' code. So a run never continues another's
figures.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Generic, Protocol, Self, TypeVar

from simulate.jit import cache_root, sources_hash
from simulate.streams import STREAM_VERSION

Note = Callable[[str], None]


class Counters(Protocol):
    """What is counted of a run: it adds up, and can be written and read again."""

    @property
    def deals(self) -> int:
        """Deals counted."""
        ...

    def to_json(self) -> Any:
        """Plain integers, in nested lists and tables."""
        ...

    def __add__(self, other: Self, /) -> Self: ...


Kept = TypeVar("Kept", bound=Counters)


def ignore(text: str) -> None:
    """Tell nobody."""


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: a temporary file beside it takes its name at the end.

    Raises
    ------
    OSError
        The folder can't be written, or the disk is full; whatever was there is left as it was.
    """
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:200]}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        # mkstemp's files are private; a result is to be as readable as any other new file.
        mask = os.umask(0)
        os.umask(mask)
        Path(temporary).chmod(0o666 & ~mask)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


class Checkpoint(Generic[Kept]):
    """The place on disk of one run's unfinished counters.

    Parameters
    ----------
    played : what the run plays, as plain values; no other run may have the same.
    read : reads the counters that their `to_json` wrote; refuses damaged ones by a ValueError.
    note : is told that a run is resumed, and, once, what went wrong with the file; the run goes
        on without it.
    unit : what is counted.
    """

    def __init__(
        self, played: Sequence[Any], read: Callable[[Any], Kept], note: Note, unit: str = "deals"
    ) -> None:
        identity = [*played, STREAM_VERSION, sources_hash()]
        self._read = read
        self._key = hashlib.sha256(json.dumps(identity).encode()).hexdigest()[:32]
        self._path = cache_root() / "runs" / f"{self._key}.json"
        self._note = note
        self._unit = unit
        self._usable = True

    def load(self, deals: int) -> Kept | None:
        """The counters kept so far, if there are any and they are of at most `deals` deals."""
        try:
            text = self._path.read_text("utf-8")
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, UnicodeDecodeError) as error:
            self._note(f"can't read the checkpoint {self._path}: {error}; starting from the first deal")
            return None
        try:
            kept = json.loads(text)
            if kept["key"] != self._key or kept["checksum"] != _checksum(kept["totals"]):
                raise ValueError("its contents don't match")
            totals = self._read(kept["totals"])
        except (ValueError, KeyError, TypeError, AttributeError, IndexError):
            self._note(f"the checkpoint {self._path} is damaged; starting from the first deal")
            return None
        if totals.deals > deals:
            # A longer run's work of hours is not to be overwritten by a short one.
            self._usable = False
            return None
        self._note(f"resuming an interrupted run after {totals.deals:,} of {deals:,} {self._unit}")
        return totals

    def save(self, totals: Kept) -> bool:
        """Keep these counters; False where the disk doesn't allow it, or a longer run's are kept there."""
        if not self._usable:
            return False
        counters = totals.to_json()
        kept = {"key": self._key, "checksum": _checksum(counters), "totals": counters}
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self._path, json.dumps(kept).encode())
        except OSError as error:
            self._usable = False
            self._note(f"this run can't be kept: {self._path.parent}: {error.strerror or error}")
            return False
        return True

    def remove(self) -> None:
        """Forget the run, once it is complete."""
        if not self._usable:
            return
        try:
            self._path.unlink(missing_ok=True)
        except OSError:
            # What is left is still a true beginning of this run: harmless.
            return


def _checksum(counters: Any) -> str:
    return hashlib.sha256(json.dumps(counters, sort_keys=True).encode()).hexdigest()
