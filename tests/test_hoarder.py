"""The player `hoarder`: what it promises, in any deal, and what it brings."""

from collections.abc import Collection
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.exact import reachable
from simulate.cards import DIAMONDS, JACK, KING, QUEEN, SPADES, Card
from simulate.events import Played
from simulate.groups import GROUP_INDEX, QUINTE_RANKS
from simulate.rules import BesiRules
from tests.agreement import Readable, check_agreement, plan_for, rules_with
from tests.any_deals import card_set, cards_in_order
from tests.strategies import rule_sets

BESI = ((SPADES, QUEEN), (DIAMONDS, JACK))


def one_short(card: Card, hand: Collection[Card], panache: bool) -> bool:
    """Whether the card is of a group of which the hand lacks a single card."""
    for ranks in ((KING, QUEEN), QUINTE_RANKS):
        if card.rank in ranks:
            there = {other.rank for other in hand if other.suit == card.suit and other.rank in ranks}
            if len(there) == len(ranks) - 1:
                return True
    of_rank = [other for other in hand if other.rank == card.rank]
    have = len({other.suit for other in of_rank}) if panache else len(of_rank)
    return card.rank <= JACK and have == 3


@given(rule_sets(), st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_a_hoarder_keeps_what_it_promises_to_keep(rules: BesiRules, seed: int) -> None:
    """A queen of spades or knave of diamonds goes last, before them a card one short of a group."""
    for event in Readable(rules, ("hoarder",) * rules.seats).events(seed, 0):
        if isinstance(event, Played):
            hand = card_set(event.view.hand)
            legal = cards_in_order(event.view.legal, event.view.legal_count)
            loose = [card for card in legal if card.kind not in BESI]
            free = [card for card in loose if not one_short(card, hand, rules.panache)]
            assert event.card in (free or loose or legal)


@pytest.mark.parametrize("game", ["besi-double", "besi-trois", "besigue-panache", "rubicon"])
def test_engines_agree_on_a_hoarder(game: str) -> None:
    rules = rules_with(game)
    check_agreement(rules, ("hoarder", "club", "hoarder")[: rules.seats], 3, 0, 4)


def test_a_hoarder_holds_rare_groups_more_often_than_others_and_never_beyond_what_can_be_reached() -> None:
    rules, deals, group = rules_with("besi-double"), 20_000, "besi-double"
    held = {}
    for player in ("random", "club", "hoarder"):
        totals = plan_for(rules, (player, player)).play(6, 0, deals)
        held[player] = int(totals.held[:, GROUP_INDEX[group]].sum()) / (2 * deals)
    most = float(reachable(rules, group) or 0)
    error = sqrt(most / (2 * deals))
    assert held["random"] + 10 * error < held["club"] < held["hoarder"] < most + 4 * error
