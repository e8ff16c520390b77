"""Exact and simulated odds meet: what is dealt comes as often as counted, what is held lies between bounds.

Each figure is held against a binomial tail of one in a million on either side; less than two
thousand figures are tested, so that one in some hundreds of seeds would fail by chance.
"""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binom

from analysis.exact import dealt, holdable, reachable
from simulate.cards import DIAMONDS, JACK, KING, QUEEN, SPADES, all_cards
from simulate.catalogue import GAME_IDS, load
from simulate.groups import GROUP_IDS, GROUP_INDEX, GROUPS
from simulate.jit import kernel
from simulate.rules import BesiRules
from simulate.streams import shuffle
from tests.agreement import BESI_GAMES, plan_for, rules_with

LEVEL = 1e-6
DEALS = 100_000
SEED = 11
ALL_GAMES = [game_id for game_id in GAME_IDS if load(game_id).family == "besi"]
# Three games everyday, all in the slow suite.
GAMES = [pytest.param(game, marks=() if game in BESI_GAMES else pytest.mark.slow) for game in ALL_GAMES]


def groups_of(rules: BesiRules) -> list[str]:
    """The groups that have a chance to be dealt: without a turn-up nothing is of trumps yet."""
    return [
        group_id for group_id in GROUP_IDS if holdable(rules, group_id) and dealt(rules, group_id) is not None
    ]


@kernel
def _shuffle_many(seed: Any, first: Any, decks: Any) -> None:
    deals, size = decks.shape
    for deal in range(deals):
        for place in range(size):
            decks[deal, place] = place
        shuffle(seed, np.uint64(first + deal), decks[deal], size)


def copies_dealt(rules: BesiRules, first: int, deals: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Copies of each kind in each dealt hand, [deal][seat][suit][rank], and the suit turned up or -1."""
    decks = np.zeros((deals, rules.cards), np.uint8)
    with np.errstate(over="ignore"):
        _shuffle_many(np.uint64(SEED), first, decks)
    cards = all_cards(rules.copies)
    kinds = np.array([8 * card.suit + card.rank for card in cards])
    hands = np.zeros((deals, rules.seats, 32), np.int64)
    for seat in range(rules.seats):
        for slot in range(rules.hand_size):
            held = kinds[decks[:, seat * rules.hand_size + slot]]
            hands[np.arange(deals), seat, held] += 1
    turned = np.full(deals, -1)
    if rules.trump_from == "turn-up":
        turned = kinds[decks[:, rules.seats * rules.hand_size]] // 8
    return hands.reshape(deals, rules.seats, 4, 8), turned


def contains(
    rules: BesiRules, group_id: str, hands: NDArray[np.int64], trump: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Which hands contain the group, [deal][seat]."""
    group = GROUPS[GROUP_INDEX[group_id]]
    if group.shape == "carte-blanche":
        return (hands[:, :, :, [KING, QUEEN, JACK]] == 0).all(axis=(2, 3))
    if group.shape == "besi":
        return np.minimum(hands[:, :, SPADES, QUEEN], hands[:, :, DIAMONDS, JACK]) >= group.level
    if group.shape == "four" and rules.panache:
        return (hands[:, :, :, group.rank] > 0).all(axis=2)
    if group.shape == "four":
        return hands[:, :, :, group.rank].sum(axis=2) >= 4
    complete = (hands[:, :, :, list(group.suit_ranks)] > 0).all(axis=3)
    is_trump = np.arange(4) == trump[:, np.newaxis]
    counted = is_trump if group.trump else ~is_trump
    return (complete & counted[:, np.newaxis, :]).any(axis=2)


def dealt_counts(rules: BesiRules, group_ids: list[str]) -> dict[str, list[int]]:
    """In how many of the deals each seat is dealt each group."""
    counts = {group_id: np.zeros(rules.seats, np.int64) for group_id in group_ids}
    step = 20_000
    for first in range(0, DEALS, step):
        hands, trump = copies_dealt(rules, first, step)
        for group_id in group_ids:
            counts[group_id] += contains(rules, group_id, hands, trump).sum(axis=0)
    return {group_id: [int(count) for count in by_seat] for group_id, by_seat in counts.items()}


def tail_below(count: int, deals: int, chance: float) -> float:
    """The chance of so few or fewer."""
    return float(binom.cdf(count, deals, chance))


def tail_above(count: int, deals: int, chance: float) -> float:
    """The chance of so many or more."""
    return float(binom.sf(count - 1, deals, chance))


def plausible(count: int, chance: float) -> bool:
    return min(tail_below(count, DEALS, chance), tail_above(count, DEALS, chance)) > LEVEL


@pytest.fixture(scope="module", params=GAMES)
def dealt_game(request: pytest.FixtureRequest) -> tuple[BesiRules, dict[str, list[int]]]:
    rules = rules_with(request.param)
    return rules, dealt_counts(rules, groups_of(rules))


def test_groups_are_dealt_as_often_as_counted(dealt_game: tuple[BesiRules, dict[str, list[int]]]) -> None:
    rules, counts = dealt_game
    assert len(counts) >= 8
    for group_id, by_seat in counts.items():
        chance = dealt(rules, group_id)
        assert chance is not None
        for seat, count in enumerate(by_seat):
            assert plausible(count, float(chance)), f"{group_id}, seat {seat}: {count}, {float(chance):.3g}"


def test_a_wrong_chance_would_be_noticed(dealt_game: tuple[BesiRules, dict[str, list[int]]]) -> None:
    """With a card more in hand, or trumps counted as plain, the figures part."""
    rules, counts = dealt_game
    larger = rules.model_copy(update={"hand_size": rules.hand_size + 1})
    for group_id in counts.keys() & {"marriage", "trump-marriage", "besi", "four-aces"}:
        chance = dealt(larger, group_id)
        assert chance is not None
        assert not any(plausible(count, float(chance)) for count in counts[group_id])
    if rules.trump_from != "turn-up":
        return
    any_suit = float(dealt(rules, "marriage") or 0) + float(dealt(rules, "trump-marriage") or 0)
    assert not any(plausible(count, any_suit) for count in counts["marriage"])


@pytest.mark.parametrize("player", ["random", "club"])
@pytest.mark.parametrize("game", GAMES)
def test_held_lies_between_dealt_and_reachable(game: str, player: str) -> None:
    rules = rules_with(game)
    totals = plan_for(rules, (player,) * rules.seats).play(SEED, 0, DEALS)
    for group_id in groups_of(rules):
        least, most = dealt(rules, group_id), reachable(rules, group_id)
        assert least is not None
        # Carte blanche is held where it is dealt, and nowhere else.
        most = least if group_id == "carte-blanche" else most
        assert most is not None
        assert least < most or group_id == "carte-blanche"
        for seat in range(rules.seats):
            held = int(totals.held[seat, GROUP_INDEX[group_id]])
            where = f"{group_id}, seat {seat}: {held} of {DEALS}"
            assert tail_below(held, DEALS, float(least)) > LEVEL, where
            assert tail_above(held, DEALS, float(most)) > LEVEL, where
            assert totals.declared[seat, GROUP_INDEX[group_id]] <= held


@pytest.mark.parametrize("game", BESI_GAMES)
def test_bounds_that_are_exchanged_would_be_noticed(game: str) -> None:
    rules = rules_with(game)
    totals = plan_for(rules, ("random",) * rules.seats).play(SEED, 0, DEALS)
    for group_id in ("marriage", "trump-marriage", "besi"):
        if dealt(rules, group_id) is None:  # nothing is dealt in trumps that are made later
            continue
        held = int(totals.held[0, GROUP_INDEX[group_id]])
        assert tail_below(held, DEALS, float(reachable(rules, group_id) or 0)) < LEVEL
        assert tail_above(held, DEALS, float(dealt(rules, group_id) or 0)) < LEVEL


@pytest.mark.parametrize("game", BESI_GAMES)
def test_what_is_dealt_is_held_deal_by_deal(game: str) -> None:
    """Deal by deal, a group in a dealt hand is counted as held."""
    rules = rules_with(game)
    plan = plan_for(rules, ("random",) * rules.seats)
    hands, trump = copies_dealt(rules, 0, 60)
    for group_id in ("marriage", "trump-marriage", "besi", "four-aces"):
        contained = contains(rules, group_id, hands, trump)
        for deal in range(60):
            held = plan.play(SEED, deal, 1).held[:, GROUP_INDEX[group_id]]
            assert all(held[seat] >= contained[deal, seat] for seat in range(rules.seats))
