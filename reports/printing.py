"""Printing for people: tables of one look, on a terminal or in a pipe."""

import sys
from collections.abc import Iterable, Sequence
from typing import IO, Any

from rich import box
from rich.console import Console
from rich.table import Table

PIPE_WIDTH = 160


def print_parts(parts: Sequence[Any], stream: IO[str] | None) -> None:
    """Print lines and tables; in a pipe without colour, and wide enough that no figure is cut short."""
    stream = sys.stdout if stream is None else stream
    console = Console(file=stream, highlight=False, markup=False)
    if not console.is_terminal:
        console = Console(file=stream, highlight=False, markup=False, no_color=True, width=PIPE_WIDTH)
    for part in parts:
        console.print(part)


def make_table(*names: str, right: Iterable[int] = ()) -> Table:
    """An empty table with these columns; `right` are the places of those that hold figures."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    figures = set(right)
    for place, name in enumerate(names):
        table.add_column(name, justify="right" if place in figures else "left", overflow="fold")
    return table
