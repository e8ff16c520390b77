"""Which of the games that orders and weights were found for any other game is most like."""

from simulate.rules import BesiRules

STUDIED = ("besi-simple", "besi-double", "besi-trois", "besigue")


def nearest_game(rules: BesiRules) -> str:
    """The game of `STUDIED` whose orders and weights these rules take: that which pays for the same groups.

    One pack is besi simple; else, where each announcement is made once, it is bésigue; else it
    goes by whether a besi triple is worth something.
    """
    if rules.packs == 1:
        return "besi-simple"
    if rules.once_per_announcement:
        return "besigue"
    return "besi-trois" if rules.besi_triple else "besi-double"
