"""The chance that missing cards arrive: exact counting against every possible draw, and against shuffles."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.arrival import Hand, HandError, arrives, draws_of, unseen
from analysis.exact import received
from simulate.cards import RANKS, SUIT_LETTERS, all_cards, parse_kind
from simulate.catalogue import load
from simulate.groups import GROUP_IDS
from simulate.rules import BesiRules
from tests.strategies import rule_sets
from tests.test_exact_brute import is_there, share

DRAWN = [group_id for group_id in GROUP_IDS if group_id != "carte-blanche"]
SPADES = 3


def kinds(text: str) -> tuple[tuple[int, int], ...]:
    return tuple(parse_kind(name) for name in text.split())


def few_kinds(rules: BesiRules, kept: list[str], packs: int, hand: int) -> BesiRules:
    """The rules with a pack of few kinds, for one player; nothing of it need be playable."""
    removed = [rank + suit for suit in SUIT_LETTERS for rank in RANKS if rank + suit not in kept] * packs
    alone = {"seats": 1, "packs": packs, "removed": tuple(removed), "hand_size": hand}
    return rules.model_copy(update=alone)


def by_every_draw(rules: BesiRules, group: str, hand: Hand) -> Fraction:
    """The share of all draws after which the group is there."""
    left = [card.kind for card in all_cards(rules.copies)]
    for kind in (*hand.given, *hand.seen):
        left.remove(kind)
    return share(
        [
            is_there(group, (*hand.given, *drawn), hand.trump, rules.panache)
            for drawn in combinations(left, draws_of(rules, hand))
        ]
    )


@st.composite
def hands(draw: st.DrawFn) -> tuple[BesiRules, Hand]:
    """A pack of few kinds that stand near each other, a hand in progress, cards seen, draws and trump."""
    scoring = [rank + suit for suit in SUIT_LETTERS for rank in ("A", "10", "K", "Q", "J", "7")]
    near = draw(st.sampled_from(["AS 10S KS QS JS", "KC QC KH QH KD QD", "QS JD JS QD", "AC AD AH AS KS QS"]))
    kept = near.split() + draw(st.lists(st.sampled_from(scoring), min_size=1, max_size=3, unique=True))
    packs = draw(st.integers(1, 2))
    # The fewest kinds, once each, are not even a hand of five.
    rules = few_kinds(draw(rule_sets()), kept, packs, min(5, packs * len(set(kept))))
    cards = draw(st.permutations([card.kind for card in all_cards(rules.copies)]))
    given_cards = draw(st.integers(0, 5))
    seen = draw(st.integers(0, 3))
    named = Hand(tuple(cards[:given_cards]), tuple(cards[given_cards : given_cards + seen]))
    left = sum(unseen(rules, named).values())
    draws = draw(st.integers(0, min(left, 6, rules.draws)))
    trump = draw(st.integers(0, 3))
    known = rules.trump_from == "turn-up" or draw(st.booleans())
    return rules, named._replace(draws=draws, trump=trump if known else None)


@settings(max_examples=60, deadline=None)
@given(hands())
def test_every_draw_of_a_small_pack(case: tuple[BesiRules, Hand]) -> None:
    rules, hand = case
    for group in DRAWN:
        if hand.trump is None and group.startswith("trump"):
            with pytest.raises(HandError, match="--trump"):
                arrives(rules, group, hand)
        else:
            assert arrives(rules, group, hand) == by_every_draw(rules, group, hand), group


@pytest.mark.parametrize("panache", [False, True])
def test_all_hands_together_receive_as_often_as_counted(panache: bool) -> None:
    """Without a turn-up: the chance, the hand being known, averaged over all hands that can be dealt."""
    borgne = load("besi-double", ["trump_from=first-marriage", "seven=none", f"panache={panache}".lower()])
    kept = ["KC", "QC", "QS", "JD", "KH", "QH", "KD", "KS"]
    rules = few_kinds(borgne.besi, kept, 2, 5).model_copy(update={"seats": 2})
    assert (rules.cards, rules.draws) == (16, 3)
    every = Counter(combinations(sorted(card.kind for card in all_cards(rules.copies)), 5))
    for group in ("marriage", "besi", "besi-double", "four-kings"):
        total = sum(count * arrives(rules, group, Hand(hand)) for hand, count in every.items())
        assert total / every.total() == received(rules, group), group
        assert 0 < total < every.total()


def test_figures_that_can_be_reckoned_by_hand() -> None:
    simple, trois = load("besi-simple").besi, load("besi-trois").besi
    assert arrives(simple, "besi", Hand(kinds("QS"))) == Fraction(10, 31)
    assert arrives(simple, "besi", Hand(kinds("QS"), kinds("JD"))) == 0
    assert arrives(simple, "besi", Hand(kinds("QS JD"), draws=0)) == 1
    assert arrives(simple, "besi", Hand(kinds("QS"), draws=0)) == 0
    # Two queens and a jack in hand: the third queen and both other jacks must be among 14 of 93.
    missing = Fraction(comb(90, 11), comb(93, 14))
    assert arrives(trois, "besi-triple", Hand(kinds("QS QS JD"), draws=14)) == missing
    assert arrives(trois, "besi-triple", Hand(kinds("QS QS JD"), kinds("JD"), 14)) == 0
    assert draws_of(trois, Hand(kinds("QS"))) == 20
    # One ace in hand: three of the other three, or, once one is seen, none.
    assert arrives(simple, "four-aces", Hand(kinds("AS"))) == Fraction(comb(28, 7), comb(31, 10))
    assert arrives(simple, "four-aces", Hand(kinds("AS"), kinds("AH"))) == 0


def test_trump_says_which_suits_count() -> None:
    simple = load("besi-simple").besi
    in_hand = Hand(kinds("KS KH"), kinds("QC QD"), 5)
    either = 1 - Fraction(comb(26, 5), comb(28, 5))
    one = Fraction(5, 28)
    assert arrives(simple, "marriage", in_hand._replace(trump=0)) == either
    assert arrives(simple, "marriage", in_hand._replace(trump=SPADES)) == one
    assert arrives(simple, "trump-marriage", in_hand._replace(trump=SPADES)) == one
    assert arrives(simple, "trump-marriage", in_hand._replace(trump=0)) == 0
    borgne = load("besi-simple", ["trump_from=first-marriage", "seven=none"]).besi
    assert arrives(borgne, "marriage", in_hand) == either


@pytest.mark.parametrize(
    ("group", "hand", "said"),
    [
        ("besi", Hand(kinds("QS QS")), "Q♠ twice; the pack has 1"),
        ("besi", Hand(kinds("QS"), kinds("QS QS")), "Q♠ 3 times"),
        ("besi", Hand(kinds("QS KS AS JS 10S 9S 8S")), "'Q♠ K♠ A♠ J♠ 10♠ 9♠ 8♠' is 7 cards"),
        ("besi", Hand(kinds("QS"), draws=11), "--draws 11: a player of this game draws 10"),
        ("besi", Hand((), kinds("AS KS JS 10S 9S 8S 7S AH KH QH JH 10H 9H 8H 7H AC KC QC JC 10C 9C 8C 7C")),
         "only 9 cards"),
        ("marriage", Hand(kinds("KS")), "'marriage' depends on trump"),
        ("trump-quinte", Hand(kinds("KS")), "'trump-quinte' depends on trump"),
        ("carte-blanche", Hand(kinds("AS")), "matter of the deal"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_refused(group: str, hand: Hand, said: str) -> None:
    with pytest.raises(HandError) as refused:
        arrives(load("besi-simple").besi, group, hand)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_trump_is_needed_of_a_trump_group_even_without_a_turn_up() -> None:
    borgne = load("besi-simple", ["trump_from=first-marriage", "seven=none"]).besi
    with pytest.raises(HandError, match="--trump"):
        arrives(borgne, "trump-marriage", Hand(kinds("KS")))


def test_shuffled_draws_bring_it_as_often() -> None:
    """Within four standard errors; with what was seen forgotten, or a few draws more, far outside."""
    rules, random, deals = load("besi-double").besi, Random(5), 4000
    hand = Hand(kinds("KS KD AS AH 7S"), kinds("QS JD"), 9, trump=0)
    left = [kind for kind, count in unseen(rules, hand).items() for _ in range(count)]
    drawn = [random.sample(left, 9) for _ in range(deals)]
    wrong = [hand._replace(seen=()), hand._replace(draws=12)]
    for group in ("marriage", "besi", "four-kings"):
        hits = sum(is_there(group, (*hand.given, *cards), 0, False) for cards in drawn)

        def off(asked: Hand, group: str = group, hits: int = hits) -> float:
            chance = float(arrives(rules, group, asked))
            return abs(hits - deals * chance) / sqrt(deals * chance * (1 - chance))

        assert off(hand) < 4, group
        assert off(wrong[1]) > 5, group
        assert group == "four-kings" or off(wrong[0]) > 5, group
