"""An evening at a banking game: its laws against enumeration, closed forms, and evenings played."""

import threading
import time
from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest
from scipy.stats import binom

from analysis import evening
from analysis.bank_ruin import capital_needed, ruin_chance
from analysis.lattice import Law
from simulate import bench, evening_core
from simulate.catalogue import load
from simulate.evening_core import BANK, CHOICE_STREAM, LOWEST, PUNTER, evenings
from simulate.evenings import run_evenings
from simulate.rules import Bet
from simulate.run import Interrupted
from simulate.streams import BANK_STREAM, plain_pick, plain_word

BIRIBI = load("biribi").bank
PLEIN = BIRIBI.bets[0]
ROULETTE = load("roulette-1798").bank
COLOUR = ROULETTE.bets[0]


def bet(covers: int, returns: str, stays: int = 0, places: int | None = None) -> Bet:
    return Bet(
        name="a bet",
        covers=covers,
        stays=stays,
        places=places,
        returns=Fraction(returns),
        source="test",
        status="assumed",
    )


def gain(numbers: int, wager: Bet, chosen: int, drawn: int) -> Fraction:
    """What a punter gains who chose that number, or place, when that number is drawn."""
    reach = wager.covers + wager.stays
    first = chosen * reach if wager.places else chosen
    mine = [(first + step) % numbers for step in range(reach)]
    if drawn in mine[: wager.covers]:
        return wager.returns - 1
    return Fraction(0) if drawn in mine else Fraction(-1)


def every_round(numbers: int, wager: Bet, punters: int) -> list[Fraction]:
    """The bank's gain for every number drawn and every choice of each punter, all as likely."""
    choices = range(wager.places or numbers)
    return [
        -sum(gain(numbers, wager, chosen, drawn) for chosen in each)
        for drawn in range(numbers)
        for each in product(choices, repeat=punters)
    ]


def exactly(law: Law) -> dict[Fraction, float]:
    return {law.gain(place): chance for place, chance in enumerate(law.chances) if chance}


SMALL = [
    (5, bet(1, "4"), 2),
    (5, bet(2, "7/3"), 2),
    (4, bet(1, "3"), 3),
    (6, bet(2, "2", stays=1), 2),
    (6, bet(2, "2", stays=1, places=2), 3),
    (5, bet(1, "5/2", stays=1, places=2), 2),
    (7, bet(2, "3", places=3), 2),
]


@pytest.mark.parametrize(("numbers", "wager", "punters"), SMALL)
def test_a_round_against_every_draw_and_choice(numbers: int, wager: Bet, punters: int) -> None:
    gains = every_round(numbers, wager, punters)
    law = evening.round_law(numbers, wager, punters)
    assert exactly(law) == pytest.approx({g: n / len(gains) for g, n in Counter(gains).items()})


@pytest.mark.parametrize(("numbers", "wager", "punters"), SMALL)
def test_an_evening_against_every_path(numbers: int, wager: Bet, punters: int) -> None:
    one = Counter(every_round(numbers, wager, punters))
    total = sum(one.values())
    sums: Counter[Fraction] = Counter()
    lows: Counter[Fraction] = Counter()
    for path in product(one.items(), repeat=3):
        weight = Fraction(1)
        bank = low = Fraction(0)
        for change, count in path:
            weight *= Fraction(count, total)
            bank += change
            low = min(low, bank)
        sums[bank] += weight
        lows[low] += weight
    law = evening.table_law(numbers, wager, 3, punters)
    assert exactly(law) == pytest.approx({g: float(w) for g, w in sums.items()}, abs=1e-13)
    assert law.above(0) == pytest.approx(float(sum(w for g, w in sums.items() if g > 0)))
    assert law.below(0) == pytest.approx(float(sum(w for g, w in sums.items() if g < 0)))
    assert law.exactly(0) == pytest.approx(float(sums[Fraction(0)]), abs=1e-14)
    assert law.mean() == pytest.approx(float(sum(g * w for g, w in sums.items())))
    one_law = evening.round_law(numbers, wager, punters)
    for capital in range(5):
        ruined = float(sum(w for low, w in lows.items() if low < -capital))
        assert ruin_chance(one_law, 3, capital).chance == pytest.approx(ruined, abs=1e-13)
    mean, deviation = evening.spread_of(numbers, wager, 3, punters)
    assert mean == pytest.approx(law.mean())
    assert deviation**2 == pytest.approx(float(sum((g - Fraction(mean)) ** 2 * w for g, w in sums.items())))


PROBABILITIES = ("1/100", "1/20", "1/4", "1/2", "3/4", "19/20", "99/100")


@pytest.mark.parametrize(("numbers", "wager", "punters"), [*SMALL, (6, bet(3, "2"), 3), (4, bet(2, "2"), 1)])
def test_rows_against_every_path(numbers: int, wager: Bet, punters: int) -> None:
    """Quantiles and chances after each of three rounds; at a fair bet some are reached exactly."""
    one = Counter(every_round(numbers, wager, punters))
    total = sum(one.values())
    sums = {Fraction(0): Fraction(1)}
    rows = list(evening.rows_of(numbers, wager, 3, punters))
    assert [rounds for rounds, _ in rows] == [1, 2, 3]
    for _, law in rows:
        following: Counter[Fraction] = Counter()
        for (gain, weight), (change, count) in product(sums.items(), one.items()):
            following[gain + change] += weight * Fraction(count, total)
        sums = following
        assert law.above(0) == pytest.approx(float(sum(w for g, w in sums.items() if g > 0)))
        for probability in map(Fraction, PROBABILITIES):
            least = min(gain for gain in sums if sum(w for g, w in sums.items() if g <= gain) >= probability)
            assert law.quantile(float(probability)) == least, probability


@pytest.mark.parametrize(
    ("bank", "name", "rounds", "punters"),
    [
        ("biribi", "plein", 200, 10),
        ("biribi", "3 numbers", 999, 7),
        ("belle", None, 20_000, 3),
        ("biribi", "32 numbers", 37, 1),
    ],
)
def test_rows_where_wins_are_binomial(bank: str, name: str | None, rounds: int, punters: int) -> None:
    game = load(bank).bank
    wager = next(one for one in game.bets if name in (None, one.name))
    rows = list(evening.rows_of(game.numbers, wager, rounds, punters))
    assert 19 <= len(rows) <= 40
    assert rows[-1][0] == rounds
    chance = wager.covers / game.numbers
    for done, law in rows:
        bets = done * punters
        assert law.mean() == pytest.approx(bets * 6 / 70 if bank == "biribi" else bets / 13)
        # Ahead: fewer wins than would bring back all the stakes. The fewer wins, the larger the gain.
        least = -(-bets * wager.returns.denominator // wager.returns.numerator)
        assert law.above(0) == pytest.approx(binom.cdf(least - 1, bets, chance), rel=1e-9)
        for probability in (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99):
            most = int(binom.isf(probability, bets, chance)) + 2
            wins = next(k for k in range(most, -1, -1) if binom.sf(k - 1, bets, chance) >= probability)
            assert law.quantile(probability) == bets - wager.returns * wins


def test_rows_are_where_stakes_nearly_pay_for_whole_wins() -> None:
    """Six rounds of ten stakes are four short of a win of 64; no other step of so many rows is nearer."""
    assert [rounds for rounds, _ in evening.rows_of(70, PLEIN, 200, 10)] == [*range(6, 200, 6), 200]
    assert [rounds for rounds, _ in evening.rows_of(70, PLEIN, 2048, 1)] == list(range(64, 2049, 64))


@pytest.mark.parametrize(
    ("numbers", "wager", "punters"), [(70, PLEIN, 10), (40, COLOUR, 5), (70, BIRIBI.bets[2], 3)]
)
def test_rows_against_evenings_played(numbers: int, wager: Bet, punters: int) -> None:
    """Chances to be ahead and to have at most a quantile, within 5 standard errors."""
    count, rounds = 30_000, 80
    laws = dict(evening.rows_of(numbers, wager, rounds, punters))
    for done in [*laws][::9]:
        law = laws[done]
        bank = evenings(numbers, wager, punters, done, 11, 0, count)[:, BANK]
        for place in (*(law.quantile(p) for p in (0.05, 0.5, 0.95)), Fraction(0)):
            true = law.above(place)
            seen = float((bank > float(place * wager.returns.denominator) + 1e-6).mean())
            assert abs(seen - true) <= 5 * (true * (1 - true) / count) ** 0.5 + 1e-12


def test_punters_who_share_a_place_are_not_alone_with_their_luck() -> None:
    """On a colour two punters win together or not; by themselves the bank's spread would be smaller."""
    alone = COLOUR.model_copy(update={"places": None})
    together = evening.spread_of(40, COLOUR, 1, 2)
    apart = evening.spread_of(40, alone, 1, 2)
    assert together[0] == apart[0] == pytest.approx(2 / 40)
    assert together[1] != pytest.approx(apart[1], rel=1e-4)


def test_the_punters_evening_by_integers() -> None:
    law = evening.punter_law(70, PLEIN, 200)
    wins = {k: Fraction(comb(200, k) * 69 ** (200 - k), 70**200) for k in range(201)}
    assert law.above(0) == pytest.approx(float(sum(w for k, w in wins.items() if 64 * k > 200)), rel=1e-12)
    assert law.exactly(-136) == pytest.approx(float(wins[1]), rel=1e-12)
    assert law.mean() == pytest.approx(-200 * 6 / 70)
    assert law.quantile(0.5) == next(
        64 * k - 200 for k in range(201) if sum(wins[j] for j in range(k + 1)) >= Fraction(1, 2)
    )


def test_many_punters_are_one_punter_for_longer() -> None:
    one, many = evening.table_law(70, PLEIN, 60, 1), evening.table_law(70, PLEIN, 6, 10)
    assert one.start == many.start
    assert np.array_equal(one.chances, many.chances)
    convolved = evening.round_law(70, PLEIN, 10)
    by_rounds = convolved.chances
    for _ in range(5):
        by_rounds = np.convolve(by_rounds, convolved.chances)
    assert by_rounds == pytest.approx(one.chances, abs=1e-14)


@pytest.mark.parametrize(
    ("numbers", "wager", "punters"), [(70, PLEIN, 10), (5, bet(1, "4"), 1), (12, bet(1, "10"), 3)]
)
def test_ahead_for_good_by_looking_at_every_number_of_rounds(numbers: int, wager: Bet, punters: int) -> None:
    ahead = evening.rounds_to_be_ahead(numbers, wager, punters, 0.99)
    rounds = np.arange(1, 3 * ahead.for_good)
    # Ahead: fewer wins than would bring back all that was staked.
    least = -(-rounds * punters // int(wager.returns))
    chances = binom.cdf(least - 1, rounds * punters, 1 / numbers)
    assert chances[ahead.for_good - 2] < 0.99 <= chances[ahead.for_good - 1 :].min()
    assert ahead.first == int(np.argmax(chances >= 0.99)) + 1


def test_ahead_at_first_is_not_ahead_for_good() -> None:
    """One round of la belle leaves the bank ahead with 103 in 104; the hundredth doesn't."""
    belle = load("belle").bank
    ahead = evening.rounds_to_be_ahead(104, belle.bets[0], 1, 0.99)
    assert ahead.first == 1
    assert ahead.for_good > 50_000


def test_ahead_for_good_where_stakes_stay() -> None:
    ahead = evening.rounds_to_be_ahead(40, COLOUR, 1, 0.9)

    def chance(rounds: int) -> float:
        stays = np.arange(rounds + 1)
        moved = rounds - stays
        # Of the rounds that count, fewer than half may be the punter's.
        fewer = binom.cdf((moved + 1) // 2 - 1, moved, 19 / 39)
        return float(binom.pmf(stays, rounds, 1 / 40) @ fewer)

    assert (
        chance(ahead.for_good - 1) < 0.9 <= min(chance(n) for n in range(ahead.for_good, ahead.for_good + 40))
    )


def test_a_bank_that_is_never_ahead() -> None:
    assert evening.rounds_to_be_ahead(5, bet(1, "5"), 1, 0.99) == (None, None)
    assert evening.rounds_to_be_ahead(5, bet(1, "6"), 1, 0.99) == (None, None)
    assert evening.rounds_to_be_ahead(100_000, bet(1, "99999"), 1, 0.99) == (None, None), "too far to look"


@pytest.mark.parametrize(
    ("numbers", "wager", "punters"),
    [(70, PLEIN, 10), (40, COLOUR, 4), (36, bet(18, "2"), 7), (36, bet(1, "54"), 3)],
)
def test_the_bank_needs_just_so_much(numbers: int, wager: Bet, punters: int) -> None:
    one = evening.round_law(numbers, wager, punters)
    capital, ruin = capital_needed(one, 200, 0.01)
    assert ruin == ruin_chance(one, 200, capital)
    assert ruin.chance < 0.01 <= ruin_chance(one, 200, capital - 1).chance


def test_a_bank_that_cannot_be_ruined_needs_nothing() -> None:
    assert capital_needed(evening.round_law(4, bet(1, "1/2"), 2), 50, 0.01)[0] == 0


def test_too_many_outcomes_are_refused() -> None:
    with pytest.raises(evening.TooManyOutcomesError, match="fewer rounds or punters"):
        evening.table_law(70, PLEIN, 100_000, 1000)
    with pytest.raises(evening.TooManyOutcomesError, match="too large to count"):
        evening.table_law(5, bet(1, "999999999999999999"), 10, 1)
    with pytest.raises(evening.TooManyOutcomesError, match="fewer rounds or punters"):
        evening.table_law(40, COLOUR, 100_000, 1000)


# Evenings played


def plain_evening(
    numbers: int, wager: Bet, punters: int, rounds: int, seed: int, number: int
) -> list[Fraction]:
    """An evening by plain integers and the rules as they are told."""
    mine = bank = low = Fraction(0)
    for index in range(number * rounds, (number + 1) * rounds):
        drawn = plain_pick(plain_word(seed, BANK_STREAM, index // 4, index % 4), numbers)
        for punter in range(punters):
            word = plain_word(seed, CHOICE_STREAM, index, punter)
            won = gain(numbers, wager, plain_pick(word, wager.places or numbers), drawn)
            bank -= won
            mine += won if punter == 0 else 0
        low = min(low, bank)
    return [one * wager.returns.denominator for one in (mine, bank, low)]


@pytest.mark.parametrize(
    ("numbers", "wager", "punters"),
    [
        (70, BIRIBI.bets[6], 6),
        (40, COLOUR, 3),
        (9, bet(2, "7/3", stays=2), 9),
        (5, bet(1, "9/2", places=3), 1),
    ],
)
def test_evenings_are_those_told_by_plain_integers(numbers: int, wager: Bet, punters: int) -> None:
    found = evenings(numbers, wager, punters, 12, 5, 10, 6)
    told = [plain_evening(numbers, wager, punters, 12, 5, number) for number in range(10, 16)]
    assert found.tolist() == told
    assert (PUNTER, BANK, LOWEST) == (0, 1, 2)


def test_evenings_are_the_same_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = evenings(40, COLOUR, 9, 57, 4, 100, 30)
    monkeypatch.setattr(evening_core, "SLICE", 9 * 30 * 5)
    assert evenings(40, COLOUR, 9, 57, 4, 100, 30).tolist() == whole.tolist()


@pytest.mark.parametrize(
    ("numbers", "wager", "punters", "rounds", "capital", "seed", "count", "golden"),
    [
        (70, PLEIN, 10, 200, 772, 1, 3000,
         (3000, 1, 945, 0, -60928, 35275264, 2179, 0, 551040, 446453760, 23)),
        (40, COLOUR, 7, 333, 20, 5, 500, (500, 1, 152, 9, -4305, 202109, 435, 4, 26865, 2624633, 171)),
        (70, BIRIBI.bets[2], 1000, 4999, 5000, 7, 3,
         (3, 3, 0, 0, -2879, 3863339, 3, 0, 3929816, 5149480516800, 0)),
        (70, PLEIN, 49, 100_000, 4000, 3, 2, (2, 1, 0, 0, -18688, 176588800, 2, 0, 851840, 362910361600, 0)),
    ],
)  # fmt: skip
def test_a_seed_gives_the_evenings_that_it_always_gave(
    numbers: int,
    wager: Bet,
    punters: int,
    rounds: int,
    capital: int,
    seed: int,
    count: int,
    golden: tuple[int, ...],
) -> None:
    assert run_evenings(numbers, wager, punters, rounds, capital, seed, count, 2) == golden


def test_the_bench_times_evenings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SECONDS", 0.02)
    one, ten = (bench.evening_rounds_per_second(punters) for punters in (1, 10))
    assert (one.what, one.unit) == ("rounds of evenings, 1 punter", "rounds/s")
    assert one.value > ten.value > 0


def test_the_largest_evenings_stop_at_once() -> None:
    """Many threads, each in an evening of five million bets: none of them plays it to its end."""
    stop = threading.Event()
    threading.Timer(0.5, stop.set).start()
    with pytest.raises(Interrupted) as stopped:
        run_evenings(70, PLEIN, 50, 100_000, 10, 1, 10**6, 200, stop=stop)
    assert stopped.value.done < 10**6
    begun = time.monotonic()
    assert evenings(70, PLEIN, 1000, 10**6, 1, 0, 1000, stop) is None
    assert time.monotonic() - begun < 1


@pytest.mark.parametrize("threads", [1, 3])
def test_counters_add_up_for_any_threads(threads: int) -> None:
    rounds, count, capital = 30, 3000, 20
    counters = run_evenings(40, COLOUR, 4, rounds, capital, 9, count, threads)
    gains = evenings(40, COLOUR, 4, rounds, 9, 0, count)
    mine, bank, low = gains.T
    assert counters == (
        count, 1, (mine > 0).sum(), (mine == 0).sum(), mine.sum(), (mine**2).sum(),
        (bank > 0).sum(), (bank == 0).sum(), bank.sum(), (bank**2).sum(), (low < -capital).sum(),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("numbers", "wager", "punters"), [(70, PLEIN, 10), (40, COLOUR, 5), (70, BIRIBI.bets[2], 3)]
)
def test_evenings_played_agree_with_what_is_exact(numbers: int, wager: Bet, punters: int) -> None:
    rounds, count, capital = 60, 40_000, 30
    counters = run_evenings(numbers, wager, punters, rounds, capital, 1, count, 1)
    bank = evening.table_law(numbers, wager, rounds, punters)
    mine = evening.punter_law(numbers, wager, rounds)
    ruined = ruin_chance(evening.round_law(numbers, wager, punters), rounds, capital).chance
    seen = (counters.punter_ahead, counters.bank_ahead, counters.bank_level, counters.ruined)
    for found, chance in zip(seen, (mine.above(0), bank.above(0), bank.exactly(0), ruined), strict=True):
        assert abs(found / count - chance) <= 5 * (chance * (1 - chance) / count) ** 0.5
    mean, deviation = evening.spread_of(numbers, wager, rounds, punters)
    assert abs(counters.bank_sum / counters.unit / count - mean) < 5 * deviation / count**0.5
