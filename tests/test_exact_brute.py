"""Exact counting against enumeration of every turn-up and every selection of shrunken packs.

The enumeration shares nothing with the counting but the names of the groups: it lays the
cards out one by one and looks whether the group is among them.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random

import pytest

from analysis.exact import Dealing, dealt, dealt_in, holdable, reachable_in, received_in
from analysis.intervals import pooled_frequency
from simulate.cards import all_cards
from simulate.catalogue import load
from simulate.groups import GROUP_IDS, GROUP_INDEX, GROUPS
from simulate.streams import plain_shuffle

Card = tuple[int, int]
CLUBS, DIAMONDS, HEARTS, SPADES = 0, 1, 2, 3
FOUR_RANKS, COURT = {"aces": 0, "tens": 1, "kings": 2, "queens": 3, "jacks": 4}, {2, 3, 4}
LEVELS = {"besi": 1, "besi-double": 2, "besi-triple": 3, "besi-quadruple": 4}


def laid_out(copies: dict[tuple[int, int], int]) -> list[Card]:
    """The cards by suit and rank, equal ones side by side."""
    return [kind for kind, count in copies.items() for _ in range(count)]


def turn_ups(copies: dict[tuple[int, int], int]) -> list[tuple[Card, list[Card]]]:
    """Every card that can be turned up, and the others."""
    cards = laid_out(copies)
    return [(card, cards[:place] + cards[place + 1 :]) for place, card in enumerate(cards)]


@cache
def is_there(group: str, cards: tuple[Card, ...], trump: int | None, panache: bool) -> bool:
    """Whether the cards contain the group; `trump` None where there is none."""
    kinds = Counter(cards)
    if group in LEVELS:
        return min(kinds[SPADES, 3], kinds[DIAMONDS, 4]) >= LEVELS[group]
    if group.startswith("four-"):
        suits = [suit for suit, rank in cards if rank == FOUR_RANKS[group.removeprefix("four-")]]
        return len(set(suits)) == 4 if panache else len(suits) >= 4
    if group == "carte-blanche":
        return not any(rank in COURT for _, rank in cards)
    ranks = {2, 3} if group.endswith("marriage") else {0, 1, 2, 3, 4}
    complete = {suit for suit in range(4) if ranks <= {rank for of, rank in cards if of == suit}}
    if group.startswith("trump"):
        return trump in complete
    return bool(complete - {trump})


def share(answers: list[bool]) -> Fraction:
    return Fraction(sum(answers), len(answers))


def brute_dealt(game: Dealing, group: str) -> Fraction | None:
    cards = laid_out(dict(game.copies))
    if not game.turn_up:
        if group.startswith("trump"):
            return None
        return share([is_there(group, hand, None, game.panache) for hand in combinations(cards, game.hand)])
    return share(
        [
            is_there(group, hand, turned[0], game.panache)
            for turned, others in turn_ups(dict(game.copies))
            for hand in combinations(others, game.hand)
        ]
    )


def brute_received(game: Dealing, group: str) -> Fraction | None:
    cards = laid_out(dict(game.copies))
    if group == "carte-blanche":
        return None
    some_trump = game.turn_up or group.startswith("trump")
    return share(
        [
            is_there(group, got, trump, game.panache)
            for got in combinations(cards, game.hand + game.draws)
            for trump in ([card[0] for card in cards] if some_trump else [None])
        ]
    )


def brute_reachable(game: Dealing, group: str) -> Fraction | None:
    size = game.hand + game.draws
    if group == "carte-blanche":
        return None
    if not game.turn_up:
        return brute_received(game, group)
    return share(
        [
            is_there(group, (*got, turned), turned[0], game.panache)
            for turned, others in turn_ups(dict(game.copies))
            for got in combinations(others, size)
        ]
    )


NOTIONS = {
    "dealt": (dealt_in, brute_dealt),
    "received": (received_in, brute_received),
    "reachable": (reachable_in, brute_reachable),
}


def suit_of(suit: int, ranks: str, copies: int = 1) -> dict[tuple[int, int], int]:
    return {(suit, "AXKQJ987".index(rank)): copies for rank in ranks}


SHAPES = {
    "two quintes of one copy, a short hand": Dealing(
        suit_of(SPADES, "AXKQJ") | suit_of(HEARTS, "AXKQJ9") | suit_of(CLUBS, "7"), 5, 1, True, False
    ),
    "two quintes, most of the pack in hand": Dealing(
        suit_of(SPADES, "AXKQJ") | suit_of(HEARTS, "AXKQJ9") | suit_of(CLUBS, "7"), 8, 2, True, False
    ),
    "two quintes without a turn-up": Dealing(
        suit_of(SPADES, "AXKQJ") | suit_of(DIAMONDS, "AXKQJ") | suit_of(CLUBS, "K7"), 9, 2, False, False
    ),
    "marriages of four suits": Dealing(
        suit_of(CLUBS, "KQ") | suit_of(DIAMONDS, "KQJ") | suit_of(HEARTS, "KQ") | suit_of(SPADES, "KQ7"),
        3, 2, True, False,
    ),
    "two copies": Dealing(
        suit_of(SPADES, "KQ", 2) | suit_of(DIAMONDS, "QJ", 2) | suit_of(CLUBS, "KQ", 2), 4, 1, True, False
    ),
    "three copies of the besi": Dealing(
        suit_of(SPADES, "Q", 3) | suit_of(DIAMONDS, "J", 3) | suit_of(HEARTS, "A7", 2), 6, 0, True, False
    ),
    "four copies of the besi": Dealing(
        suit_of(SPADES, "Q", 4) | suit_of(DIAMONDS, "J", 4) | suit_of(HEARTS, "AX7"), 8, 1, True, False
    ),
    "removed cards": Dealing(
        {(3, 2): 2, (3, 3): 1, (1, 4): 2, (1, 2): 0, (1, 3): 1, (0, 2): 1, (0, 3): 2, (2, 0): 2},
        4, 2, True, False,
    ),
    "fours": Dealing(
        suit_of(CLUBS, "AK", 2) | suit_of(DIAMONDS, "AK") | suit_of(HEARTS, "AK") | suit_of(SPADES, "AKQ"),
        5, 1, True, False,
    ),
    "fours of four suits": Dealing(
        suit_of(CLUBS, "AK", 2) | suit_of(DIAMONDS, "AK") | suit_of(HEARTS, "AK") | suit_of(SPADES, "AKQ"),
        5, 1, True, True,
    ),
    "fours of four suits without a turn-up": Dealing(
        suit_of(CLUBS, "XJ", 2) | suit_of(DIAMONDS, "XJ") | suit_of(HEARTS, "XQ") | suit_of(SPADES, "XJ"),
        5, 2, False, True,
    ),
}  # fmt: skip


@pytest.mark.parametrize("notion", NOTIONS)
@pytest.mark.parametrize("shape", SHAPES)
def test_every_group_by_enumeration(shape: str, notion: str) -> None:
    counted, enumerated = NOTIONS[notion]
    for group in GROUP_IDS:
        assert counted(SHAPES[shape], GROUPS[GROUP_INDEX[group]]) == enumerated(SHAPES[shape], group), group


@pytest.mark.parametrize("seed", range(24))
def test_every_group_of_made_up_packs(seed: int) -> None:
    random = Random(seed)
    kinds = random.sample([(suit, rank) for suit in range(4) for rank in range(6)], 5)
    copies = dict.fromkeys(kinds, 0) | {(SPADES, 3): 2, (DIAMONDS, 4): random.randint(1, 2)}
    for kind in random.choices(kinds, k=7):
        copies[kind] += 1
    size = random.randint(2, 5)
    hand = random.randint(1, size)
    game = Dealing(copies, hand, size - hand, random.random() < 0.6, random.random() < 0.5)
    for notion, (counted, enumerated) in NOTIONS.items():
        for group in GROUP_IDS:
            assert counted(game, GROUPS[GROUP_INDEX[group]]) == enumerated(game, group), (notion, group)


def test_the_shapes_try_every_group_and_notion() -> None:
    """Somewhere each figure lies strictly between never and always, so that the comparison says something."""
    for notion, (counted, _) in NOTIONS.items():
        for group in GROUPS:
            if group.shape == "carte-blanche" and notion != "dealt":
                continue
            values = [counted(game, group) for game in SHAPES.values()]
            assert any(value is not None and 0 < value < 1 for value in values), (notion, group.id)


@pytest.mark.parametrize("game", ["besi-simple", "besi-double", "besi-trois"])
def test_dealt_against_shuffled_packs(game: str) -> None:
    """The packs that are played with: intervals so wide that one in 100,000 misses must hold every figure."""
    rules = load(game).besi
    cards = [card.kind for card in all_cards(rules.copies)]
    groups = [group for group in GROUP_IDS if holdable(rules, group)]
    seen = {group: [0] * (rules.seats + 1) for group in groups}
    for deal in range(2500):
        pack = [cards[place] for place in plain_shuffle(1, deal, len(cards))]
        hands = [tuple(pack[s * rules.hand_size : (s + 1) * rules.hand_size]) for s in range(rules.seats)]
        trump = pack[rules.seats * rules.hand_size][0]
        for group in groups:
            seen[group][sum(is_there(group, hand, trump, rules.panache) for hand in hands)] += 1
    for group in groups:
        estimate, exactly = pooled_frequency(seen[group], level=0.99999), dealt(rules, group)
        assert exactly is not None
        assert estimate["low"] <= exactly <= estimate["high"], group
