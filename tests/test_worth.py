"""The worth of a dealt hand: exact counting against the readable engine, hand by hand, and shuffled packs.

The engine looks at cards one by one and lays groups down by its own rules; the counting
never sees a hand. On shrunken packs every hand and turn-up is laid down.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, reduce
from itertools import product
from math import comb, prod, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.exact import at_least, chance, dealt
from analysis.exact import product as product_of
from analysis.hand_points import best_group, laid_down
from analysis.worth import Worth, all_laid_down, best
from simulate.besi_table import lay_out
from simulate.besi_table_declare import declare, offers_of
from simulate.besi_table_state import Table, note_held
from simulate.cards import JACK, KING, QUEEN, RANKS, SUIT_LETTERS, Card, all_cards, pack_copies
from simulate.catalogue import GAME_IDS, load
from simulate.events import Declared, SevenScored
from simulate.groups import GROUP_IDS
from simulate.rules import BesiRules
from simulate.streams import plain_shuffle
from tests.strategies import rule_sets

GAMES = [game_id for game_id in GAME_IDS if load(game_id).family == "besi"]
# Every game in the slow suite, two everyday.
SOME_GAMES = [
    pytest.param(game, marks=() if game in ("besi-double", "rubicon") else pytest.mark.slow) for game in GAMES
]


@cache
def pack_of(packs: int, removed: tuple[str, ...]) -> list[Card]:
    """The cards of a pack."""
    return all_cards(pack_copies(packs, removed))


def table_of(rules: BesiRules, hand: Sequence[Card], turn_up: Card | None) -> Table:
    """A table at which seat 0 has the hand, and that card is turned up."""
    rest = [card for card in pack_of(rules.packs, rules.removed) if card not in hand and card != turn_up]
    before = (rules.seats - 1) * rules.hand_size
    turned = [] if turn_up is None else [turn_up]
    shuffled = [*hand, *rest[:before], *turned, *rest[before:]]
    alone = rules.model_copy(update={"lay_down_all": True, "teams": False})
    table = lay_out(alone, [None] * rules.seats, ["highest-first"] * rules.seats, shuffled, lambda *_: 0)
    note_held(table, table.seats[0])
    return table


def has_blanche(rules: BesiRules, hand: Sequence[Card]) -> int:
    """Points of a carte blanche."""
    blank = all(card.rank not in (KING, QUEEN, JACK) for card in hand)
    return rules.point_multiplier * rules.value_of("carte-blanche") if blank else 0


def laid_down_points(rules: BesiRules, hand: Sequence[Card], turn_up: Card | None) -> int:
    """What the readable engine scores when it lays the hand down."""
    events = list(declare(table_of(rules, hand, turn_up), 0))
    assert all(isinstance(event, Declared | SevenScored) for event in events)
    return has_blanche(rules, hand) + sum(event.points for event in events)


def best_points(rules: BesiRules, hand: Sequence[Card], turn_up: Card | None) -> int:
    """The highest offer that the readable engine makes from the hand."""
    offers = offers_of(table_of(rules, hand, turn_up), 0)
    return max([has_blanche(rules, hand), *(offer.points for offer in offers)])


READINGS = {"best": (best, best_points), "all": (all_laid_down, laid_down_points)}


def every_hand(
    rules: BesiRules, points: Callable[[BesiRules, Sequence[Card], Card | None], int]
) -> dict[int, int]:
    """How many hands, and turn-ups where the game has one, score each number of points.

    Hands that differ in copies alone are laid down once.
    """
    cards = all_cards(rules.copies)
    copies = {kind: count for kind, count in rules.copies.items() if count}
    kinds = list(copies)
    found: Counter[int] = Counter()
    for counts in product(*(range(copies[kind] + 1) for kind in kinds)):
        if sum(counts) != rules.hand_size:
            continue
        hands = prod(comb(copies[kind], count) for kind, count in zip(kinds, counts, strict=True))
        hand = [card for card in cards if card.copy < counts[kinds.index(card.kind)]]
        if rules.trump_from != "turn-up":
            found[points(rules, hand, None)] += hands
            continue
        for kind, count in zip(kinds, counts, strict=True):
            if left := copies[kind] - count:
                found[points(rules, hand, Card(*kind, count))] += left * hands
    return dict(sorted(found.items()))


def shrunken(kept: str, hand: int, packs: int = 1, **changes: object) -> BesiRules:
    """Besi double by oneself, with so many copies of the kinds `kept` alone."""
    removed = [
        rank + suit for suit in SUIT_LETTERS for rank in RANKS if rank + suit not in kept.split()
    ] * packs
    alone = {"seats": 1, "packs": packs, "removed": tuple(removed), "hand_size": hand}
    # No game could be played by one, nor with so few cards; a hand can be dealt all the same.
    return load("besi-double").besi.model_copy(update=alone | changes)


BORGNE = {"trump_from": "first-marriage", "seven": "none"}
OR_QUINTE = {"trump_from": "first-marriage-or-quinte"}
CROSS = {"redeclare": True, "marriage_cross": True}
TWO_MARRIAGES = "KC QC KH QH QS JD"
ONE_SUIT = "AH 10H KH QH JH KC QC"
FOURS = "AC AD AH AS KC KD"
LOW_QUINTE = {"quinte": 30, "trump_quinte": 35, "marriage": 31, "trump_marriage": 40}
SHAPES = {
    "marriages": shrunken(TWO_MARRIAGES, 5, 2),
    "marriages, once": shrunken(TWO_MARRIAGES, 5, 2, once_per_announcement=True),
    "marriages without a turn-up": shrunken(TWO_MARRIAGES, 6, 2, **BORGNE),
    "a quinte": shrunken(ONE_SUIT, 7, 2),
    "a quinte, nothing lower afterwards": shrunken(ONE_SUIT, 7, 2, lower_after_higher=False),
    "a quinte of little value": shrunken(ONE_SUIT, 7, 2, lower_after_higher=False, **LOW_QUINTE),
    "a quinte without a turn-up": shrunken(ONE_SUIT, 7, 2, **BORGNE, lower_after_higher=False),
    "a quinte that waits for trump": shrunken(
        ONE_SUIT, 7, 2, **BORGNE, lower_after_higher=False, quinte=None
    ),
    "quintes that make trump": shrunken(ONE_SUIT, 7, 2, **BORGNE | OR_QUINTE, lower_after_higher=False),
    "marriages that cross": shrunken("KH QH QS JD", 7, 3, **CROSS),
    "marriages that cross, quintes first": shrunken(ONE_SUIT, 8, 2, **CROSS, lower_after_higher=False),
    "marriages that cross, before quintes": shrunken(
        ONE_SUIT, 8, 2, **CROSS | LOW_QUINTE, lower_after_higher=False
    ),
    "besis": shrunken("QS JD KS", 7, 4, besi_triple=1500, besi_quadruple=4500),
    "besis, nothing lower afterwards": shrunken(
        "QS JD KS", 8, 4, besi_triple=45, besi_quadruple=4500, besi=50, lower_after_higher=False
    ),
    "besis, once": shrunken("QS JD KS", 8, 4, besi_triple=45, once_per_announcement=True),
    "fours": shrunken(FOURS, 6, 2),
    "fours of four suits": shrunken(FOURS, 6, 2, panache=True),
    "two fours": shrunken("AC AD AH AS 9C 8C 7C", 8, 2, four_aces=70),
    "sevens": shrunken("7C 7D KC QC KD AH", 4, 2, seven="exchange-or-declare", point_multiplier=2),
    "two fours of four suits": shrunken("AC AD AH AS 9C", 8, 2, four_aces=70, panache=True),
    "two fours, once": shrunken("AC AD AH AS 9C 8C 7C", 8, 2, four_aces=70, once_per_announcement=True),
    "carte blanche": shrunken("AC AD AH AS KC QC 9H", 5, 2, carte_blanche=50),
    "carte blanche without a turn-up": shrunken("AC AD AH AS KC QC 9H", 5, 2, carte_blanche=50, **BORGNE),
}


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("shape", SHAPES)
def test_every_hand_of_a_shrunken_pack(shape: str, reading: str) -> None:
    counted, scored = READINGS[reading]
    rules = SHAPES[shape]
    worth = counted(rules)
    assert worth.hands == every_hand(rules, scored)
    assert sum(worth.hands.values()) == worth.total


def test_the_shapes_say_something() -> None:
    """Each has hands of several worths, and where a convention is varied, the figures differ."""
    for rules in SHAPES.values():
        assert len(all_laid_down(rules).hands) > 1
    for one, other in (
        ("marriages", "marriages, once"),
        ("a quinte", "a quinte, nothing lower afterwards"),
        ("a quinte without a turn-up", "a quinte that waits for trump"),
        ("a quinte without a turn-up", "quintes that make trump"),
        ("fours", "fours of four suits"),
        ("two fours", "two fours, once"),
    ):
        assert all_laid_down(SHAPES[one]).hands != all_laid_down(SHAPES[other]).hands


SCORING = [rank + suit for suit in SUIT_LETTERS for rank in ("A", "10", "K", "Q", "J", "7")]


@st.composite
def made_up_packs(draw: st.DrawFn) -> BesiRules:
    """Rules that no source knows, with a pack of few kinds, so that every hand can be laid down."""
    rules = draw(rule_sets(rubicon=draw(st.booleans())))
    suits = draw(st.sampled_from(["HS", "D", "C", "DS"]))
    near = [kind for kind in SCORING if kind[-1] in suits]
    kept = draw(st.lists(st.sampled_from(near), min_size=3, max_size=4, unique=True))
    kept += draw(st.lists(st.sampled_from(SCORING), min_size=2, max_size=3, unique=True))
    packs = draw(st.integers(1, 3))
    removed = [rank + suit for suit in SUIT_LETTERS for rank in RANKS if rank + suit not in kept] * packs
    cards = packs * len(set(kept))
    hand = draw(st.integers(1, min(cards - 1, 7)))
    alone = {"seats": 1, "packs": packs, "removed": tuple(removed), "hand_size": hand}
    return rules.model_copy(update=alone)


@settings(max_examples=20, deadline=None)
@given(made_up_packs())
def test_every_hand_of_made_up_packs(rules: BesiRules) -> None:
    for counted, scored in READINGS.values():
        assert counted(rules).hands == every_hand(rules, scored)


@settings(max_examples=50, deadline=None)
@given(st.booleans().flatmap(lambda rubicon: rule_sets(rubicon=rubicon)), st.integers(0, 2**32))
def test_a_hand_of_made_up_rules_is_worth_what_the_engine_scores(rules: BesiRules, deal: int) -> None:
    """Hand by hand, from packs of every size: the points that are counted with are the engine's."""
    hand, turn_up = dealt_hand(rules, deal)
    trump = -1 if turn_up is None else turn_up.suit
    for reading, (_, scored) in READINGS.items():
        assert points_of(rules, reading, hand, trump) == scored(rules, hand, turn_up)


def dealt_hand(rules: BesiRules, deal: int) -> tuple[list[Card], Card | None]:
    """The first hand of a shuffled pack, and the card turned up."""
    cards = pack_of(rules.packs, rules.removed)
    shuffled = [cards[place] for place in plain_shuffle(7, deal, len(cards))]
    turned = shuffled[rules.seats * rules.hand_size]
    return shuffled[: rules.hand_size], turned if rules.trump_from == "turn-up" else None


def points_of(rules: BesiRules, reading: str, hand: Sequence[Card], trump: int) -> int:
    """A hand's points, put together of its parts."""
    points = (best_group if reading == "best" else laid_down)(rules, trump)
    count = Counter(card.kind for card in hand)
    groups = []
    for suit in range(4):
        top = [count[suit, rank] for rank in range(5)]
        groups.append((min(top[KING], top[QUEEN]), min(top)))
    parts = [points.suits(groups), points.besi(min(count[3, QUEEN], count[1, JACK]))]
    for rank in range(5):
        of_rank = [count[suit, rank] for suit in range(4)]
        parts.append(points.four(rank, min(of_rank) if rules.panache else sum(of_rank) // 4))
    if rules.seven == "exchange-or-declare":
        parts.append(points.sevens(count[trump, 7]))
    parts.append(has_blanche(rules, hand))
    return reduce(points.together, parts)


GROUP_FIELDS = [group_id.replace("-", "_") for group_id in GROUP_IDS]


@pytest.mark.parametrize("game", SOME_GAMES)
def test_where_one_group_alone_counts_its_chance_is_that_of_being_dealt(game: str) -> None:
    rules = load(game).besi.model_copy(update=dict.fromkeys(GROUP_FIELDS) | {"point_multiplier": 1})
    for group_id, field in zip(GROUP_IDS, GROUP_FIELDS, strict=True):
        if rules.trump_from != "turn-up" and group_id in ("marriage", "trump-quinte"):
            continue
        # Without a turn-up the first marriage is worth what a trump marriage is.
        chance = dealt(rules, "marriage" if group_id == "trump-marriage" and not turned(rules) else group_id)
        if not turned(rules) and rules.trump_from == "first-marriage-or-quinte" and group_id == "quinte":
            continue
        worth = best(rules.model_copy(update={field: 70}))
        assert worth.chance(70) == worth.at_least(1) == chance, group_id


def turned(rules: BesiRules) -> bool:
    return rules.trump_from == "turn-up"


@pytest.mark.parametrize("game", SOME_GAMES)
def test_the_mean_is_the_sum_of_what_each_group_brings(game: str) -> None:
    """Where groups don't bear on each other: value times how often a hand makes one, summed."""
    plain = {"trump_from": "turn-up", "lower_after_higher": True, "once_per_announcement": False}
    rules = load(game).besi.model_copy(update=plain | {"panache": False, "carte_blanche": None})
    copies, hand, cards = rules.copies, rules.hand_size, rules.cards

    def times(needs: dict[tuple[int, int], int], left: dict[tuple[int, int], int]) -> Fraction:
        """How often on average a hand makes what takes so many cards of each kind."""
        mean = Fraction(0)
        for n in range(1, hand // sum(needs.values()) + 1):
            enough = product_of(at_least(n * need, left[kind]) for kind, need in needs.items())
            mean += chance(enough, cards - 1, hand)
        return mean

    expected = Fraction(0)
    for turned_kind, count in copies.items():
        left = {**copies, turned_kind: count - 1}
        mean = Fraction(0)
        for suit in range(4):
            for name, ranks in (("marriage", (2, 3)), ("quinte", range(5))):
                group = f"trump-{name}" if suit == turned_kind[0] else name
                needs = {(suit, rank): 1 for rank in ranks}
                mean += rules.value_of(group) * times(needs, left)
        for level, group in enumerate(("besi", "besi-double", "besi-triple", "besi-quadruple"), 1):
            mean += rules.value_of(group) * times({(3, 3): level, (1, 4): level}, left)
        for rank, name in enumerate(("aces", "tens", "kings", "queens", "jacks")):
            of_rank = sum(left[suit, rank] for suit in range(4))
            fours = [chance(at_least(4 * n, of_rank), cards - 1, hand) for n in range(1, hand // 4 + 1)]
            mean += rules.value_of(f"four-{name}") * sum(fours, Fraction(0))
        expected += Fraction(count, cards) * mean
    assert all_laid_down(rules).mean == rules.point_multiplier * expected


def z_of_mean(worth: Worth, points: list[int]) -> float:
    """How many standard errors the mean of a sample lies from the exact one."""
    error = worth.standard_deviation / sqrt(len(points))
    return abs(sum(points) / len(points) - float(worth.mean)) / error


def worst_tail(worth: Worth, points: list[int]) -> float:
    """The largest distance of a tail's frequency from its chance, in standard errors; 20 hits must be due."""
    worst = 0.0
    for least in list(worth.hands)[1:]:
        chance_of = float(worth.at_least(least))
        if len(points) * min(chance_of, 1 - chance_of) >= 20:
            hits = sum(each >= least for each in points)
            spread = sqrt(len(points) * chance_of * (1 - chance_of))
            worst = max(worst, abs(hits - len(points) * chance_of) / spread)
    return worst


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("game", SOME_GAMES)
def test_shuffled_packs_are_worth_as_much(game: str, reading: str) -> None:
    """Mean within four standard errors, each tail within four and a half."""
    counted, scored = READINGS[reading]
    rules = load(game).besi
    points = [scored(rules, *dealt_hand(rules, deal)) for deal in range(1500)]
    worth = counted(rules)
    assert z_of_mean(worth, points) < 4
    assert worst_tail(worth, points) < 4.5


@pytest.mark.parametrize("reading", READINGS)
def test_a_wrong_distribution_would_be_noticed(reading: str) -> None:
    """With a card more, a dearer trump marriage, or the other reading, the same sample lies far off."""
    counted, scored = READINGS[reading]
    rules = load("besi-trois").besi
    points = [scored(rules, *dealt_hand(rules, deal)) for deal in range(1200)]
    other = all_laid_down if reading == "best" else best
    wrong = [
        counted(rules.model_copy(update={"hand_size": rules.hand_size + 1})),
        counted(rules.model_copy(update={"trump_marriage": 100})),
        other(rules),
    ]
    for worth in wrong:
        assert max(z_of_mean(worth, points), worst_tail(worth, points)) > 5


def test_what_may_be_laid_down_afterwards_would_be_noticed() -> None:
    """Thirteen of forty top cards of two suits, where quintes are common: the conventions part."""
    alone = (
        dict.fromkeys(GROUP_FIELDS)
        | {"marriage": 100, "trump_marriage": 100, "quinte": 110}
        | {"trump_quinte": 110}
    )
    top = " ".join(rank + suit for suit in "HS" for rank in RANKS[:5])
    rules = shrunken(top, 13, 4, **alone, lower_after_higher=True)
    barred = rules.model_copy(update={"lower_after_higher": False})
    points = [laid_down_points(rules, *dealt_hand(rules, deal)) for deal in range(600)]
    assert z_of_mean(all_laid_down(rules), points) < 4
    assert z_of_mean(all_laid_down(barred), points) > 5


def test_figures_of_a_distribution() -> None:
    worth = Worth({0: 6, 20: 3, 40: 1}, 10)
    assert (worth.mean, worth.variance, worth.median) == (10, 180, 0)
    assert worth.standard_deviation == pytest.approx(sqrt(180))
    assert [worth.at_least(points) for points in (0, 20, 21, 41)] == [1, Fraction(2, 5), Fraction(1, 10), 0]
    assert worth.chance(20) == Fraction(3, 10)
    assert worth.chance(30) == 0
    assert Worth({0: 2, 20: 3}, 5).median == 20
    assert Worth({0: 2, 20: 2}, 4).median == 0
