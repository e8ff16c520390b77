"""The groups of cards that score, in canonical order: ids, cards, names.

Every group has one of five shapes: K+Q of a suit, n Q♠ with n J♦, four of a rank, the
five top cards of a suit, or a dealt hand without a court card. What a group is worth is
a parameter of each game; how cards may serve again depends on the group's *kind of use*
(marriage and trump marriage are one, quinte and trump quinte are one, the fours are one,
each besi level is one).
"""

from typing import Literal, NamedTuple

from simulate.cards import ACE, DIAMONDS, JACK, KING, QUEEN, SPADES, TEN

Shape = Literal["marriage", "besi", "four", "quinte", "carte-blanche"]

QUINTE_RANKS = (ACE, TEN, KING, QUEEN, JACK)
MARRIAGE_RANKS = (KING, QUEEN)
BESI_KINDS = ((SPADES, QUEEN), (DIAMONDS, JACK))


class Group(NamedTuple):
    """One group: its id, shape, besi level or rank of the four, whether it needs trump, names."""

    id: str
    shape: Shape
    level: int
    rank: int
    trump: bool
    english: str
    french: tuple[str, ...]

    @property
    def suit_ranks(self) -> tuple[int, ...]:
        """The ranks needed in one suit, for marriages and quintes; else empty."""
        return {"marriage": MARRIAGE_RANKS, "quinte": QUINTE_RANKS}.get(self.shape, ())

    @property
    def size(self) -> int:
        """How many cards it is made of; 0 for carte blanche, which is a whole hand."""
        return len(self.suit_ranks) or {"besi": len(BESI_KINDS) * self.level, "four": 4}.get(self.shape, 0)


def _four(rank: int, english: str, french: str) -> Group:
    return Group(
        f"four-{english}",
        "four",
        0,
        rank,
        False,
        f"four {english}",
        (f"quatre {french}", f"carré de {french}"),
    )


GROUPS: tuple[Group, ...] = (
    Group("marriage", "marriage", 0, -1, False, "plain marriage", ("mariage", "mariage simple")),
    Group(
        "trump-marriage", "marriage", 0, -1, True, "trump marriage", ("mariage d'atout", "mariage en atout")
    ),
    Group("besi", "besi", 1, -1, False, "besi", ("besi", "bésigue")),
    Group("besi-double", "besi", 2, -1, False, "besi double", ("besi double", "double bésigue")),
    Group("besi-triple", "besi", 3, -1, False, "besi triple", ("besi triple", "triple bésigue")),
    Group("besi-quadruple", "besi", 4, -1, False, "besi quadruple", ("besi quadruple", "quadruple bésigue")),
    _four(ACE, "aces", "as")._replace(french=("quatre as", "cent d'as", "carré d'as")),
    _four(KING, "kings", "rois"),
    _four(QUEEN, "queens", "dames"),
    _four(JACK, "jacks", "valets"),
    _four(TEN, "tens", "dix"),
    Group(
        "trump-quinte", "quinte", 0, -1, True, "trump quinte", ("quinte majeure d'atout", "quinte d'atout")
    ),
    Group("quinte", "quinte", 0, -1, False, "plain quinte", ("quinte majeure", "quinte")),
    Group("carte-blanche", "carte-blanche", 0, -1, False, "carte blanche", ("carte blanche",)),
)
GROUP_IDS = tuple(group.id for group in GROUPS)
GROUP_INDEX = {group_id: index for index, group_id in enumerate(GROUP_IDS)}
