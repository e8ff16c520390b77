"""What the tests share."""

from pathlib import Path

import pytest


@pytest.fixture
def runs_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder where this test's interrupted runs are kept; compiled code stays where it was."""
    import simulate.jit  # noqa: F401  (its import settles the compiled code's folder)

    monkeypatch.setenv("BESI_CACHE", str(tmp_path))
    return tmp_path / "besi" / "runs"
