"""What the tests share."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.wheels import WHEEL


@pytest.fixture
def wheel(tmp_path: Path) -> str:
    """The path of a rule file of a user's own wheel."""
    path = tmp_path / "wheel.toml"
    path.write_text(WHEEL)
    return str(path)


@pytest.fixture
def runs_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder where this test's interrupted runs are kept; compiled code stays where it was."""
    import simulate.jit  # noqa: F401  (its import settles the compiled code's folder)

    monkeypatch.setenv("BESI_CACHE", str(tmp_path))
    return tmp_path / "besi" / "runs"


# The kernels that most tests need, compiled once before the workers start: for hands of one
# word and of two, all-random and watched deals, with a log and without. Left to themselves
# the workers compile the same kernels at the same time.
_COMPILE = """
import sys
import numpy as np
from simulate.besi import prepare
from simulate.catalogue import load
from simulate.decisions import prepare_decisions
from tests.agreement import Core, Readable
game = load(sys.argv[1])
for player in ("random", "club", "tuned"):
    players = (player,) * game.besi.seats
    plan = prepare(game, players, ("highest-first",) * game.besi.seats)
    plan.play(1, 0, 1)
    plan.rows(1, 0, 1)
    if player == "club":
        plan.marks(1, np.zeros(1, np.uint64))
    Core(game.besi, players).play(1, 0)
    Readable(game.besi, players).play(1, 0)
prepare_decisions(game, "club").decisions(1, 0, 1)
"""


def pytest_configure(config: pytest.Config) -> None:
    """Compile ahead when tests are to run in several processes and nothing is compiled yet."""
    if hasattr(config, "workerinput") or not getattr(config.option, "numprocesses", None):
        return
    from simulate.jit import cache_is_cold

    if not cache_is_cold():
        return
    root = Path(__file__).parent.parent
    compiling = [
        subprocess.Popen([sys.executable, "-c", _COMPILE, game], cwd=root)
        for game in ("besi-double", "besi-trois")
    ]
    for process in compiling:
        process.wait()
