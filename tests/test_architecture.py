"""The table of modules in `docs/architecture.md` names every module, and none that there isn't."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("simulate", "analysis", "reports")
TEXT = (ROOT / "docs" / "architecture.md").read_text("utf-8")


def named_modules(text: str) -> list[str]:
    """The modules that the first cells of the table name, with their folder, which is said once a row."""
    found = []
    for row in re.findall(r"^\| (`.*?) \|", text, re.MULTILINE):
        folder = ""
        for name in re.findall(r"`([\w/]+\.py)`", row):
            folder = name.rpartition("/")[0] or folder
            found.append(f"{folder}/{name.rpartition('/')[2]}".lstrip("/"))
    return found


def test_the_table_names_every_module_once() -> None:
    paths = [*ROOT.glob("*.py"), *(path for package in PACKAGES for path in (ROOT / package).glob("*.py"))]
    modules = [path.relative_to(ROOT).as_posix() for path in paths if path.name != "__init__.py"]
    assert sorted(named_modules(TEXT)) == sorted(modules)


def test_a_rows_folder_is_that_of_its_first_module() -> None:
    row = "| `simulate/cards.py`, `groups.py`, `games/*.toml` | cards |\n| `cli.py` | commands |\n"
    assert named_modules(row) == ["simulate/cards.py", "simulate/groups.py", "cli.py"]
