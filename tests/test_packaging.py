"""The wheel, installed by itself in a clean environment, is a whole program."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def test_every_module_and_rule_file_of_the_tree_is_packaged() -> None:
    setuptools = PROJECT["tool"]["setuptools"]
    assert sorted(setuptools["py-modules"]) == sorted(path.stem for path in ROOT.glob("*.py"))
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert set(setuptools["packages"]) == packages | {"simulate.best", "simulate.games", "simulate.trained"}
    assert not [path for package in packages for path in (ROOT / package).glob("*/**/*.py")]


def test_constraints_pin_every_dependency_exactly() -> None:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pinned = {line.partition("==")[0].lower().replace("_", "-") for line in lines if not line.startswith("#")}
    assert all("==" in line for line in lines if not line.startswith("#"))
    wanted = [*PROJECT["project"]["dependencies"], *PROJECT["project"]["optional-dependencies"]["dev"]]
    assert {word.partition(">=")[0].lower() for word in wanted} <= pinned


@pytest.mark.slow
def test_the_wheel_works_in_a_clean_environment_from_another_folder(tmp_path: Path) -> None:
    def call(*command: str | Path, folder: Path = tmp_path) -> str:
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(tmp_path),
            "BESI_CACHE": str(tmp_path / "cache"),
        }
        kept = ("PIP_INDEX_URL", "PIP_FIND_LINKS", "PIP_EXTRA_INDEX_URL", "PIP_CERT", "SSL_CERT_FILE")
        environment |= {name: os.environ[name] for name in kept if name in os.environ}
        done = subprocess.run(
            list(map(str, command)), cwd=folder, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    source = tmp_path / "source"
    left_out = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "*.egg-info", "tests")
    shutil.copytree(ROOT, source, ignore=left_out)
    call(sys.executable, "-m", "build", "--wheel", "--outdir", tmp_path, source)
    (wheel,) = tmp_path.glob("besi-*.whl")
    top = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {name for name in top if not name.endswith(".dist-info")} == {
        "analysis",
        "reports",
        "simulate",
        *(path.name for path in ROOT.glob("*.py")),
    }
    call(sys.executable, "-m", "venv", tmp_path / "venv")
    binaries = tmp_path / "venv" / Path(sysconfig.get_path("scripts")).name
    call(binaries / "python", "-m", "pip", "install", "-q", "-c", ROOT / "constraints.txt", wheel)
    installed = call(binaries / "python", "-m", "pip", "list", "--format=freeze")
    assert "pytest" not in installed
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    besi = binaries / "besi"
    assert "33/33108868" in call(besi, "how-rare", "besi", "triple", "--exact", folder=elsewhere)
    assert "besi-trois" in call(besi, "games", folder=elsewhere)
    played = call(
        besi, "simulate", "besi-trois", "--order", "best", "--deals", "100", "--json", folder=elsewhere
    )
    assert json.loads(played)["deals"] == 100
    assert json.loads(played)["orders"][0].startswith("best@")
    call(besi, "report", "besi-simple", "biribi", "--deals", "100", "--out", "figures.pdf", folder=elsewhere)
    assert (elsewhere / "figures.pdf").read_bytes().startswith(b"%PDF")
