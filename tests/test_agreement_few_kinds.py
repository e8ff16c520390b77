"""The two engines agree where the pack has few kinds of card, so that what is rare comes in every deal.

Trump made by a quinte, marriages by right and across, everybody's groups seen afresh under a
new trump: whole packs bring them in one deal of many, and then seldom so that it matters.
"""

from itertools import product

import pytest

from tests.agreement import check_agreement, rules_with
from tests.test_options_matter import without

SEED = 5
KEPT = {
    "court": "KC QC KS QS 7D 8D 9D 7H",
    "quintes": "AC 10C KC QC JC 9D 8D",
    "besi": "QS JD JS QD 9C 8C 7C",
}
SWITCHES = ("marriage_exception", "marriage_cross", "lower_after_higher", "lay_down_all")


@pytest.mark.parametrize("players", [("random", "random"), ("random", "club")], ids="-".join)
@pytest.mark.parametrize("kinds", KEPT)
def test_engines_agree_with_few_kinds_of_card(kinds: str, players: tuple[str, ...]) -> None:
    removed = 4 * without(KEPT[kinds])
    for switches in product((False, True), repeat=len(SWITCHES)):
        changes = dict(zip(SWITCHES, switches, strict=True))
        rules = rules_with("rubicon", removed=removed, carte_blanche=None, **changes)
        check_agreement(rules, players, SEED, 0, 4)


@pytest.mark.parametrize("trump_from", ["first-marriage", "first-marriage-or-quinte"])
def test_engines_agree_on_whether_the_first_quinte_makes_trump(trump_from: str) -> None:
    rules = rules_with("rubicon", removed=4 * without(KEPT["quintes"]), trump_from=trump_from)
    check_agreement(rules, ("random", "random"), SEED, 0, 12)


def test_carte_blanche_does_not_outlive_its_deal() -> None:
    """Two kings among thirty cards: in one hand of four no court card ends it before the cards do."""
    rules = rules_with("rubicon", removed=(*4 * without("AC 10C 9C 8C 7C KC AD 10D"), "KC", "KC"))
    check_agreement(rules, ("random", "random"), SEED, 0, 20)


@pytest.mark.parametrize("panache", [False, True])
def test_partners_agree_with_few_kinds_of_card(panache: bool) -> None:
    """Four seats lay down all that they have, without a turn-up, and declare it again."""
    removed = 4 * without("AC 10C KC QC JC KS QS JD 8H 7H")
    for players in (("random",) * 4, ("club", "random") * 2):
        rules = rules_with(
            "besi-borgne-4", removed=removed, hand_size=7, panache=panache, redeclare=True,
            marriage_exception=True, marriage_cross=True,
        )  # fmt: skip
        check_agreement(rules, players, SEED, 0, 8)
