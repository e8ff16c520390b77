"""The order `best`: what a search found for a game, kept as data with its provenance.

There is a file for each of four games and each value of `lower_after_higher`, on which the
order of declarations turns. Any other game goes by the one of these that is most like it.
Written by ``besi optimise … --out``; `provenance` in each says by which words.
"""

from importlib import resources

from simulate.nearest import STUDIED, nearest_game
from simulate.rules import BesiRules

BEST = "best"


def best_text(rules: BesiRules) -> str:
    """The text of the order file that is best, as far as known, by these rules."""
    return _text(nearest_game(rules), rules.lower_after_higher)


def best_texts() -> list[str]:
    """The texts of all order files of best orders."""
    return [_text(game_id, allowed) for game_id in STUDIED for allowed in (True, False)]


def _text(game_id: str, lower_after_higher: bool) -> str:
    name = f"{game_id}-{str(lower_after_higher).lower()}.toml"
    return (resources.files("simulate") / "best" / name).read_text("utf-8")
