"""Numba, set up once: where its disk cache lies, and the decorators that kernels use.

The cache's folder is keyed by a hash of this package's sources, since numba's own cache
doesn't notice that a helper in another file was edited, and serves the stale caller.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


def cache_root() -> Path:
    """The folder for what besi keeps between runs: ``$BESI_CACHE``, else the user's cache folder."""
    chosen = os.environ.get("BESI_CACHE") or os.environ.get("XDG_CACHE_HOME")
    root = Path(chosen) if chosen else Path.home() / ".cache"
    return root / "besi"


def sources_hash() -> str:
    """16 hex digits of every source file of this package, and of what its players weigh by."""
    digest = hashlib.sha256()
    here = Path(__file__).parent
    for path in (*sorted(here.glob("*.py")), *sorted(here.glob("trained/*.toml"))):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _set_cache_dir() -> None:
    if "NUMBA_CACHE_DIR" in os.environ:
        root = Path(os.environ["NUMBA_CACHE_DIR"])
    else:
        root = cache_root() / "numba"
        try:
            root.mkdir(parents=True, exist_ok=True)
        except OSError:
            root = Path(tempfile.gettempdir()) / f"besi-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
    leaf = sources_hash()
    if root.name != leaf:
        os.environ["NUMBA_CACHE_DIR"] = str(root / leaf)


_set_cache_dir()

import numba  # noqa: E402  (the cache's folder must be set before)
from numba.core import event  # noqa: E402

JIT_OFF = bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]

# Kernels allocate nothing, so the counting of array references is switched off (_nrt).
_OPTIONS: Any = {"nogil": True, "error_model": "numpy", "_nrt": False}
_INNER: Any = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

# What Python calls; its compiled code is kept on disk, with all that it calls.
kernel = numba.njit(cache=True, **_OPTIONS)
# What kernels call. Without wrappers for Python, which halves the time to compile: small
# functions that the compiler puts into their callers, large ones that stay by themselves,
# and stages that are used once and become part of their caller before it is compiled.
inlined = numba.njit(forceinline=True, **_INNER, **_OPTIONS)
separate = numba.njit(**_INNER, **_OPTIONS)
merged = numba.njit(inline="always", **_OPTIONS)


def cache_is_cold() -> bool:
    """Whether nothing was compiled for these sources on this machine before."""
    return not JIT_OFF and not any(Path(os.environ["NUMBA_CACHE_DIR"]).rglob("*.nbi"))


class _Once(event.Listener):
    """Calls back when the first compilation begins."""

    def __init__(self, call: Callable[[], None]) -> None:
        self._call, self._called = call, False

    def on_start(self, event: event.Event) -> None:  # noqa: ARG002
        if not self._called:
            self._called = True
            self._call()

    def on_end(self, event: event.Event) -> None:
        """Nothing follows from that."""


@contextmanager
def when_compiling(call: Callable[[], None]) -> Iterator[None]:
    """Call back once if something, whatever it is, has to be compiled inside."""
    with event.install_listener("numba:compile", _Once(call)):
        yield
