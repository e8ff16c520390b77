"""What a hand holds, what may be declared from it, and what is declared first.

Told from the rules, card by card: the readable engine's notion of a group.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import NamedTuple

from simulate.cards import ACE, JACK, SUITS, Card
from simulate.groups import BESI_KINDS, GROUPS, MARRIAGE_RANKS, QUINTE_RANKS
from simulate.packing import BESI, FOUR, MARRIAGE, QUINTE
from simulate.rules import BesiRules

NO_TRUMP = -1
TRUMP_SEVEN = "trump-seven"
USES = ("marriage", "quinte", "four", "besi", "besi-double", "besi-triple", "besi-quadruple")
# The smaller groups that a larger one contains, from which its cards may be barred afterwards.
LOWER_USES = {
    "quinte": ("marriage",),
    "besi-double": ("besi",),
    "besi-triple": ("besi", "besi-double"),
    "besi-quadruple": ("besi", "besi-double", "besi-triple"),
}

Kinds = Mapping[tuple[int, int], Sequence[Card]]


class Announcement(NamedTuple):
    """Something that can be announced: `each` cards of every kind listed, all of one kind of use.

    Attributes
    ----------
    number : its number in `View.announced`.
    use : the kind of use; a card serves once in each.
    suit : the suit of a marriage or a quinte, else -1.
    kinds : the (suit, rank) pairs that it is made of.
    each : how many cards of each kind. A four that is not panaché may take them otherwise.
    names : group ids, in a plain suit (or whatever the suit) and in trumps.
    """

    number: int
    use: str
    suit: int
    kinds: tuple[tuple[int, int], ...]
    each: int
    names: tuple[str, str]

    def group_id(self, trump: int) -> str:
        """The group that this is while `trump` is trump; without trump every suit is plain."""
        return self.names[self.suit == trump]


def _in_each_suit(first: int, use: str, ranks: tuple[int, ...]) -> list[Announcement]:
    return [
        Announcement(first + suit, use, suit, tuple((suit, rank) for rank in ranks), 1, (use, f"trump-{use}"))
        for suit in range(4)
    ]


def _four(rank: int) -> Announcement:
    name = next(group.id for group in GROUPS if group.shape == "four" and group.rank == rank)
    return Announcement(FOUR + rank, "four", -1, tuple((suit, rank) for suit in range(4)), 1, (name, name))


def _besi(level: int) -> Announcement:
    name = next(group.id for group in GROUPS if group.shape == "besi" and group.level == level)
    return Announcement(BESI + level - 1, name, -1, BESI_KINDS, level, (name, name))


ANNOUNCEMENTS = (
    *_in_each_suit(MARRIAGE, "marriage", MARRIAGE_RANKS),
    *_in_each_suit(QUINTE, "quinte", QUINTE_RANKS),
    *(_four(rank) for rank in range(ACE, JACK + 1)),
    *(_besi(level) for level in (1, 2, 3, 4)),
)
# The announcements that a card of each kind may be part of.
WITH_KIND: Mapping[tuple[int, int], tuple[Announcement, ...]] = {
    (suit, rank): tuple(each for each in ANNOUNCEMENTS if (suit, rank) in each.kinds)
    for suit in range(4)
    for rank in range(8)
}


class Candidate(NamedTuple):
    """A declaration that the player may make now.

    `number` is the announcement's (`View.announced`), `use` its kind of use, `group_id` the
    group that it counts as (`TRUMP_SEVEN` for a declared seven), `suit` -1 where a group has none;
    `by_right`: a marriage that uses up a right (`simulate.besi_table_again`).
    """

    number: int
    use: str
    group_id: str
    suit: int
    cards: tuple[Card, ...]
    points: int
    by_right: bool = False


Worth = Mapping[int, Sequence[tuple[Announcement, str, int]]]


def by_kind(cards: Iterable[Card]) -> dict[tuple[int, int], list[Card]]:
    """The cards of each (suit, rank), lowest copy first."""
    kinds: dict[tuple[int, int], list[Card]] = {}
    for card in sorted(cards):
        kinds.setdefault(card.kind, []).append(card)
    return kinds


def cards_for(
    announcement: Announcement, kinds: Kinds, barred: Set[Card], panache: bool
) -> tuple[Card, ...] | None:
    """The cards that make an announcement, or None where they don't suffice.

    Parameters
    ----------
    kinds : the hand, as `by_kind` sorts it.
    barred : cards that may not serve.
    panache : a four needs four different suits.
    """
    if announcement.use == "four" and not panache:
        return _any_four(announcement, kinds, barred)
    chosen: list[Card] = []
    for kind in announcement.kinds:
        usable = [card for card in kinds.get(kind, ()) if card not in barred]
        if len(usable) < announcement.each:
            return None
        chosen += usable[: announcement.each]
    return tuple(chosen)


def _any_four(announcement: Announcement, kinds: Kinds, barred: Set[Card]) -> tuple[Card, ...] | None:
    usable = [card for kind in announcement.kinds for card in kinds.get(kind, ()) if card not in barred]
    return tuple(sorted(usable, key=lambda card: (card.copy, card.suit))[:4]) if len(usable) >= 4 else None


def holds(kinds: Sequence[tuple[int, int]], announcement: Announcement, panache: bool) -> bool:
    """Whether a hand with cards of these kinds has what an announcement needs, worth anything or not."""
    if announcement.use == "four" and not panache:
        return sum(map(kinds.count, announcement.kinds)) >= 4
    return all(kinds.count(kind) >= announcement.each for kind in announcement.kinds)


def makes_trump(rules: BesiRules, announcement: Announcement, trump: int) -> bool:
    """Whether this, declared now, makes trump: the first marriage, or by some rules the first quinte."""
    by_quinte = rules.trump_from == "first-marriage-or-quinte" and announcement.use == "quinte"
    return trump == NO_TRUMP and (announcement.use == "marriage" or by_quinte)


def declared_as(rules: BesiRules, announcement: Announcement, trump: int) -> str:
    """The group that an announcement made now counts as; what makes trump is in trumps."""
    return announcement.group_id(announcement.suit if makes_trump(rules, announcement, trump) else trump)


def worth_of(rules: BesiRules) -> Worth:
    """What may be announced for points, trump by trump from `NO_TRUMP` on: as what group, for how many."""
    return {
        trump: [
            (announcement, group_id, rules.point_multiplier * rules.value_of(group_id))
            for announcement in ANNOUNCEMENTS
            if rules.value_of(group_id := declared_as(rules, announcement, trump))
        ]
        for trump in (NO_TRUMP, *range(len(SUITS)))
    }
