"""The banking games' exact figures: published edges, closed forms, and enumeration of every draw."""

from fractions import Fraction
from itertools import product
from math import comb, sqrt

import pytest
from scipy.stats import binom

from analysis import banking
from simulate.catalogue import load
from simulate.rules import Bet


def bet(covers: int, returns: int | str, stays: int = 0) -> Bet:
    return Bet(
        name="a bet", covers=covers, stays=stays, returns=Fraction(returns), source="test", status="assumed"
    )


BIRIBI = load("biribi").bank
PLEIN = BIRIBI.bets[0]


def test_biribi_keeps_eight_and_four_sevenths_per_cent() -> None:
    """Huyn, 1788, and the dictionary's own proof: of seventy francs six stay with the bank."""
    edge = banking.edge(BIRIBI.numbers, PLEIN)
    assert edge == Fraction(3, 35) == Fraction(6, 70)
    assert 100 * edge == 8 + Fraction(4, 7)


def test_the_misreading_makes_one_in_fourteen() -> None:
    misread = BIRIBI.misreadings[0]
    assert banking.edge(BIRIBI.numbers, misread) == Fraction(5, 70) == Fraction(1, 14)


@pytest.mark.parametrize(
    ("numbers", "covers", "returns", "edge"),
    [
        (36, 1, 32, Fraction(4, 36)),
        (104, 1, 96, Fraction(8, 104)),
        (70, 2, 32, Fraction(3, 35)),
        (70, 3, "64/3", Fraction(3, 35)),
        (70, 8, 8, Fraction(3, 35)),
        (36, 1, 36, Fraction(0)),
        (4, 1, 5, Fraction(-1, 4)),
    ],
)
def test_edges(numbers: int, covers: int, returns: int | str, edge: Fraction) -> None:
    assert banking.edge(numbers, bet(covers, returns)) == edge


def test_casanovas_biribi_pays_32_where_equal_stakes_would_return_36() -> None:
    game = load("biribi-36").bank
    (plein,) = game.bets
    assert banking.edge(game.numbers, plein) == Fraction(4, 36)
    assert banking.edge(game.numbers, plein.model_copy(update={"returns": Fraction(36)})) == 0


def test_lacombes_roulette_keeps_two_and_a_half_per_cent_by_walking_round_the_wheel() -> None:
    """Cells 0 to 18 are red, 19 the bank's red, 20 to 38 black, 39 the bank's black; a stake on red."""
    game = load("roulette-1798").bank
    (colour,) = game.bets
    gains = [-1] * 19 + [0] + [1] * 19 + [1]
    assert 100 * Fraction(sum(gains), 40) == Fraction(5, 2)
    assert banking.edge(game.numbers, colour) == Fraction(sum(gains), 40)
    assert (colour.places, colour.covers + colour.stays) == (2, 20)


def test_the_edge_of_la_belle_is_a_conjecture_and_called_one() -> None:
    game = load("belle").bank
    (plein,) = game.bets
    assert banking.edge(game.numbers, plein) == Fraction(8, 104)
    assert plein.status == "assumed"
    assert "conjecture" in plein.name
    assert "conjecture" in plein.note


@pytest.mark.parametrize("covers", range(1, 71))
def test_any_number_of_numbers_costs_the_same_at_biribi(covers: int) -> None:
    wager = BIRIBI.bet_on(covers)
    assert wager.returns * covers == 64
    assert wager.status == "inferred"
    assert banking.edge(70, wager) == Fraction(3, 35)
    assert all(one.returns == wager.returns for one in BIRIBI.bets if one.covers == covers)


@pytest.mark.parametrize(("returns", "whom"), [(4, "bank"), (5, "nobody"), ("5.01", "punter")])
def test_whom_a_bet_favours(returns: int | str, whom: str) -> None:
    assert banking.favours(5, bet(1, returns)) == whom


@pytest.mark.parametrize(
    ("numbers", "wager"),
    [
        (70, PLEIN),
        (70, bet(3, "64/3")),
        (36, bet(1, 32)),
        (5, bet(5, 1)),
        (40, bet(19, 2, stays=1)),
        (7, bet(2, "5/2", stays=3)),
    ],
)
def test_edge_and_spread_of_one_bet_by_drawing_every_number(numbers: int, wager: Bet) -> None:
    back = [wager.returns] * wager.covers + [1] * wager.stays
    gains = [1 - returned for returned in back + [0] * (numbers - len(back))]
    average = Fraction(sum(gains), numbers)
    variance = sum((gain - average) ** 2 for gain in gains) / numbers
    assert banking.edge(numbers, wager) == average
    assert banking.standard_deviation(numbers, wager) == pytest.approx(sqrt(variance))


def every_gain(numbers: int, wager: Bet, rounds: int, punters: int) -> list[Fraction]:
    """The bank's gain for every sequence of draws; punter i's numbers are the i-th `covers` of them."""
    gains = []
    for draws in product(range(numbers), repeat=rounds):
        gain = Fraction(0)
        for drawn in draws:
            for punter in range(punters):
                mine = range(punter * wager.covers, (punter + 1) * wager.covers)
                gain += 1 - (wager.returns if drawn in mine else 0)
        gains.append(gain)
    return sorted(gains)


SMALL_GAMES = [
    (5, bet(1, 4), 4, 1),
    (5, bet(2, "7/3"), 4, 2),
    (4, bet(1, 2), 5, 1),
    (4, bet(1, 3), 4, 3),
    (3, bet(1, 5), 1, 1),
    (6, bet(2, 3), 3, 3),
]


@pytest.mark.parametrize(("numbers", "wager", "rounds", "punters"), SMALL_GAMES)
def test_quantiles_and_chance_ahead_by_enumeration(
    numbers: int, wager: Bet, rounds: int, punters: int
) -> None:
    gains = every_gain(numbers, wager, rounds, punters)
    # Odd thousandths can't be a whole share of numbers^rounds draws: no quantile falls on a tie.
    probabilities = [0.001, 0.053, 0.251, 0.501, 0.747, 0.951, 0.999]
    expected = [next(g for i, g in enumerate(gains, 1) if i >= p * len(gains)) for p in probabilities]
    assert banking.banker_spread(numbers, wager, rounds, probabilities, punters) == expected
    ahead = sum(gain > 0 for gain in gains) / len(gains)
    assert banking.chance_ahead(numbers, wager, rounds, punters) == pytest.approx(ahead, abs=1e-12)


@pytest.mark.parametrize(
    ("numbers", "wager"), [(6, bet(2, 2, stays=1)), (5, bet(1, "7/2", stays=2)), (5, bet(4, 2, stays=1))]
)
def test_quantiles_and_chance_ahead_where_stakes_stay_by_enumeration(numbers: int, wager: Bet) -> None:
    one = [1 - wager.returns] * wager.covers + [Fraction(0)] * wager.stays
    one += [Fraction(1)] * (numbers - len(one))
    gains = sorted(sum(path) for path in product(one, repeat=4))
    probabilities = [0.0011, 0.0531, 0.2511, 0.5011, 0.7471, 0.9511, 0.9991]
    expected = [next(g for i, g in enumerate(gains, 1) if i >= p * len(gains)) for p in probabilities]
    assert banking.banker_spread(numbers, wager, 4, probabilities) == expected
    ahead = sum(gain > 0 for gain in gains) / len(gains)
    assert banking.chance_ahead(numbers, wager, 4) == pytest.approx(ahead, abs=1e-12)
    with pytest.raises(ValueError, match="one punter only"):
        banking.chance_ahead(numbers, wager, 4, punters=2)


def test_level_is_not_ahead() -> None:
    """Two rounds of even money at four numbers: the bank is ahead only if it never pays."""
    assert banking.chance_ahead(4, bet(1, 2), 2) == pytest.approx(float(Fraction(9, 16)))


def test_biribi_over_few_rounds_in_closed_form() -> None:
    """Up to 64 rounds the bank is ahead unless it pays at all: one payment brings 64 rounds to nothing."""
    for rounds in (1, 10, 63, 64):
        assert banking.chance_ahead(70, PLEIN, rounds) == pytest.approx((69 / 70) ** rounds, rel=1e-12)
    one_or_none = (69 / 70) ** 65 + 65 * 69**64 / 70**65
    assert banking.chance_ahead(70, PLEIN, 65) == pytest.approx(one_or_none, rel=1e-12)


@pytest.mark.parametrize("rounds", [1, 1000, 200_000])
def test_quantiles_against_the_binomial_distribution(rounds: int) -> None:
    probabilities = [0.0213, 0.251, 0.503, 0.749, 0.977]
    gains = banking.banker_spread(70, PLEIN, rounds, probabilities)
    hits = [int(binom.ppf(1 - p, rounds, 1 / 70)) for p in probabilities]
    assert gains == [rounds - 64 * k for k in hits]
    assert gains == sorted(gains)
    ahead = binom.cdf((rounds - 1) // 64, rounds, 1 / 70)
    assert banking.chance_ahead(70, PLEIN, rounds) == pytest.approx(ahead, rel=1e-9)


def test_the_law_of_large_numbers_is_with_the_bank() -> None:
    rounds = 10**9
    low, middle, high = banking.banker_spread(70, PLEIN, rounds, [0.025, 0.5, 0.975])
    deviation = banking.standard_deviation(70, PLEIN) * sqrt(rounds)
    assert float(middle) == pytest.approx(rounds * 3 / 35, rel=1e-4)
    assert float(high - low) == pytest.approx(2 * 1.959964 * deviation, rel=1e-3)
    assert banking.chance_ahead(70, PLEIN, rounds) == pytest.approx(1)


def test_a_board_full_of_punters_leaves_no_luck() -> None:
    """A franc on each of the seventy numbers: the bank keeps six francs a round, always."""
    assert banking.banker_spread(70, PLEIN, 100, [0.01, 0.5, 0.99], punters=70) == [600, 600, 600]
    assert banking.chance_ahead(70, PLEIN, 100, punters=70) == 1


def test_no_round_no_gain() -> None:
    assert banking.banker_spread(70, PLEIN, 0, [0.5]) == [0]
    assert banking.chance_ahead(70, PLEIN, 0) == 0


def test_chances_of_hits_by_summing() -> None:
    chances = [comb(12, k) * 0.3**k * 0.7 ** (12 - k) for k in range(13)]
    for least in range(-1, 15):
        at_least = sum(chances[max(least, 0) :])
        assert banking.chance_of_hits(least, 12, 0.3) == pytest.approx(at_least, abs=1e-12)
        assert banking.chance_of_fewer_hits(least, 12, 0.3) == pytest.approx(1 - at_least, abs=1e-12)


def test_what_cannot_be_asked() -> None:
    for probability in (0, 1, -0.1, 1.5):
        with pytest.raises(ValueError, match="probability"):
            banking.banker_spread(70, PLEIN, 10, [probability])
    for punters in (0, 71):
        with pytest.raises(ValueError, match="punters"):
            banking.banker_spread(70, PLEIN, 10, [0.5], punters)
    with pytest.raises(ValueError, match="rounds"):
        banking.banker_spread(70, PLEIN, -1, [0.5])
    with pytest.raises(ValueError, match="rounds"):
        banking.chance_ahead(70, PLEIN, -1)
