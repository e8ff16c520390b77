"""Orders against an order on the same deals: the fast way, the plain way, and by the readable engine."""

from collections.abc import Sequence

import numpy as np
import pytest

from simulate.catalogue import load
from simulate.duel import BASELINE, Duel, measure
from simulate.forked import Contest
from simulate.gains import Gains
from simulate.order_texts import order_of
from simulate.orders import Order
from simulate.rules import BesiRules, Game
from tests.agreement import Readable, rules_with

SEED = 6
NAMES = ("nested-first", "lowest-first", "late-highest:6", "four-jacks>besi", "none", "highest-first")
ORDERS = [order_of(name) for name in NAMES]


def game_of(rules: BesiRules) -> Game:
    return load("besi-simple").model_copy(update={"rules": rules})


def by_the_readable_engine(rules: BesiRules, order: Order, deals: range) -> list[int]:
    """The contract's difference between an order and the highest first, times the seats, deal by deal."""
    seats, players = rules.seats, ("club",) * rules.seats

    def points(orders: Sequence[Order], deal: int) -> list[int]:
        brisques = rules.game_value != "rubicon"
        counts = Readable(rules, players, orders).play(SEED, deal).counts
        return [sum(count.parts) - (0 if brisques else count.parts[1]) for count in counts]

    found = []
    for deal in deals:
        total = 0
        for seat in range(seats):
            seated = [order if place == seat else BASELINE for place in range(seats)]
            made = points(seated, deal)
            against = made[1 - seat] if seats == 2 else points([BASELINE] * seats, deal)[seat]
            total += made[seat] - against
        found.append(total)
    return found


@pytest.mark.parametrize(
    ("game", "changes", "name"),
    [
        ("besi-double", {"lower_after_higher": False}, "lowest-first"),
        ("besi-trois", {}, "lowest-first"),
        ("rubicon", {}, "late-highest:9"),
    ],
)
def test_a_duel_is_the_contracts_difference(game: str, changes: dict[str, bool], name: str) -> None:
    rules, order = rules_with(game, **changes), order_of(name)
    values = Duel(game_of(rules), ("club",) * rules.seats, [order]).values(SEED, 3, 8)
    assert values[0].tolist() == by_the_readable_engine(rules, order, range(3, 11))
    assert values.any()


def check_contest(rules: BesiRules, players: tuple[str, ...], deals: int) -> None:
    """A contest gives what duels give, whichever order stands."""
    game = game_of(rules)
    values = Duel(game, players, ORDERS).values(SEED, 0, deals)
    for place, standing in enumerate(ORDERS):
        changes = Contest(game, players, standing, ORDERS).changes(SEED, 0, deals)
        assert (changes == values - values[place]).all(), standing.name
    assert values[:-1].any(axis=1).sum() >= 3
    assert not values[-1].any(), "the highest first against itself"


def test_a_contest_gives_what_whole_duels_give() -> None:
    check_contest(rules_with("besi-double", lower_after_higher=False), ("club", "club"), 150)
    check_contest(rules_with("besigue-sans-retourne"), ("random", "club"), 60)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["besi-trois", "besi-quatre", "rubicon"])
def test_a_contest_gives_what_whole_duels_give_in_larger_games(game: str) -> None:
    rules = rules_with(game, lower_after_higher=False)
    check_contest(rules, ("club",) * rules.seats, 80)


def test_orders_that_cannot_differ_change_nothing_in_any_deal() -> None:
    only = dict.fromkeys(("marriage", "trump_marriage", "besi", "besi_double", "four_kings", "four_queens"))
    rules = rules_with("besi-double", **only, four_jacks=None, trump_quinte=None, quinte=None)
    orders = [order_of(name) for name in NAMES if name not in ("none", "four-jacks>besi")]
    assert not Contest(game_of(rules), ("club", "club"), BASELINE, orders).changes(SEED, 0, 200).any()


def test_measured_gains_are_those_of_the_deals_from_the_first_on() -> None:
    rules = rules_with("besi-double", lower_after_higher=False)
    game, players = game_of(rules), ("club", "club")
    gains = [measure(game, players, ORDERS, SEED, 300, threads) for threads in (1, 2)]
    values = Duel(game, players, ORDERS).values(SEED, 0, 300)
    assert gains[0] == gains[1] == Gains.of(values)
    exact = values.astype(object)
    assert gains[0].sums.tolist() == exact.sum(axis=1).tolist()
    assert gains[0].squares.tolist() == (exact**2).sum(axis=1).tolist()
    assert gains[0].crosses.tolist() == (exact * exact[0]).sum(axis=1).tolist()
    assert (gains[0].above + gains[0].below).tolist() == (values != 0).sum(axis=1).tolist()


def test_gains_are_written_and_read_and_refuse_what_is_damaged() -> None:
    gains = Gains.of(np.array([[3, -2, 0], [1, 1, -5]]))
    assert Gains.from_json(gains.to_json()) == gains
    assert gains + Gains.zero(2) == gains
    assert gains.picked([1]).crosses.tolist() == [1]
    for damage in ({"deals": 3.0}, {"sums": [1]}, {"above": ["1", 2]}, {"more": 1}):
        with pytest.raises(ValueError, match="gains: "):
            Gains.from_json(gains.to_json() | damage)
    with pytest.raises(ValueError, match="different games"):
        gains + Gains.zero(3)
