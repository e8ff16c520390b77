"""The order `best`: what a search found for a game, kept as data with its provenance.

There is a file for each of four games and each value of `lower_after_higher`, on which the
order of declarations turns. Any other game goes by the one of these that is most like it.
Written by ``besi optimise … --out``; `provenance` in each says by which words.
"""

from importlib import resources

from simulate.rules import BesiRules

BEST = "best"
FOUND_FOR = ("besi-simple", "besi-double", "besi-trois", "besigue")


def nearest(rules: BesiRules) -> str:
    """The game of `FOUND_FOR` that these rules are most like.

    Where each announcement is made once, bésigue; else it goes by the packs, and between two
    players, who hold fewer cards, by one pack or more.
    """
    if rules.once_per_announcement:
        return "besigue"
    if rules.packs == 1:
        return "besi-simple"
    return "besi-trois" if rules.seats > 2 and rules.packs > 2 else "besi-double"


def best_text(rules: BesiRules) -> str:
    """The text of the order file that is best, as far as known, by these rules."""
    return _text(nearest(rules), rules.lower_after_higher)


def best_texts() -> list[str]:
    """The texts of all order files of best orders."""
    return [_text(game_id, allowed) for game_id in FOUND_FOR for allowed in (True, False)]


def _text(game_id: str, lower_after_higher: bool) -> str:
    name = f"{game_id}-{str(lower_after_higher).lower()}.toml"
    return (resources.files("simulate") / "best" / name).read_text("utf-8")
