"""The bound on rounding, and on what is cut off, against whole numbers."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb, gcd

import pytest

from analysis import bank_ruin, evening, evening_document, lattice
from analysis.bank_ruin import ruin_chance
from analysis.lattice import UNIT_ROUNDOFF, Law, relative_bound
from simulate.catalogue import load
from simulate.rules import Bet
from tests.test_evening import COLOUR, PLEIN, bet

# The bound supposes that every rounding is the worst and that none undoes another. For laws it is seen
# to be some 1,000 times what happens at most.
LOOSEST = 3_000.0
LEAST = 1e-20


def bound(roundings: int) -> Fraction:
    return Fraction(roundings) / (2**53 - roundings)


def exact_round(numbers: int, wager: Bet, punters: int) -> tuple[Counter[int], int]:
    """Ways in which a round brings the bank each gain, in parts of a stake, and all ways."""
    won = wager.returns.denominator - wager.returns.numerator
    lost = wager.returns.denominator
    kinds: list[tuple[int, Counter[int]]]
    if wager.places is None:
        alone = Counter({won: wager.covers, lost: numbers - wager.covers - wager.stays})
        alone[0] += wager.stays
        kinds, choices = [(1, alone)], numbers
        ways = numbers**punters
    else:
        places, choices = wager.places, wager.places
        others = Counter({lost: places - 1})
        kinds = [
            (places * wager.covers, others + Counter({won: 1})),
            (places * wager.stays, others + Counter({0: 1})),
            (numbers - places * (wager.covers + wager.stays), Counter({lost: places})),
        ]
        ways = numbers * choices**punters
    total: Counter[int] = Counter()
    for weight, one in kinds:
        law: Counter[int] = Counter({0: weight})
        for _ in range(punters):
            following: Counter[int] = Counter()
            for gain, count in law.items():
                for change, more in one.items():
                    following[gain + change] += count * more
            law = following
        total += law
    assert total.total() == ways
    return total, ways


def exact_law(numbers: int, wager: Bet, rounds: int, punters: int) -> tuple[dict[int, int], int]:
    """The same of many rounds: the power of one polynomial, packed into a whole number."""
    one, ways = exact_round(numbers, wager, punters)
    least, bits = min(one), (ways**rounds).bit_length()
    step = gcd(*(gain - least for gain in one if one[gain])) or 1
    packed = sum(count << bits * ((gain - least) // step) for gain, count in one.items()) ** rounds
    mask = (1 << bits) - 1
    data = packed.to_bytes(packed.bit_length() // 8 + 1, "little")
    counts = {}
    for place in range((max(one) - least) // step * rounds + 1):
        first = bits * place
        piece = int.from_bytes(data[first // 8 : (first + bits) // 8 + 1], "little") >> first % 8 & mask
        if piece:
            counts[least * rounds + step * place] = piece
    return counts, ways**rounds


def errors(law: Law, counts: dict[int, int], ways: int) -> Iterator[Fraction]:
    """How far each chance that weighs anything is from the true one, as a share of that."""
    kept = dict(zip((law.start + law.step * n for n in range(len(law.chances))), law.chances, strict=True))
    for gain, count in counts.items():
        # A quotient of whole numbers is rounded but once.
        if count / ways > LEAST:
            top, bottom = float(kept[gain]).as_integer_ratio()
            yield Fraction(abs(top * ways - count * bottom) * 2**80 // (count * bottom), 2**80)


def check_law(law: Law, counts: dict[int, int], ways: int) -> float:
    found = max(errors(law, counts, ways))
    assert found <= bound(law.roundings) + Fraction(law.cut) / Fraction(LEAST)
    return relative_bound(law.roundings) / max(float(found), UNIT_ROUNDOFF)


@pytest.mark.parametrize(
    ("numbers", "wager", "rounds", "punters"),
    [
        (70, PLEIN, 20, 10),
        (40, COLOUR, 1, 30),
        (40, COLOUR, 7, 11),
        (40, COLOUR, 300, 1),
        (40, COLOUR, 60, 4),
        (9, bet(2, "7/3", stays=2), 12, 5),
        (9, bet(3, "1/3", stays=2), 12, 5),
        (5, bet(1, "5/2", stays=1, places=2), 40, 2),
        (7, bet(2, "3", places=3), 50, 2),
        pytest.param(40, COLOUR, 1200, 1, marks=pytest.mark.slow),
        pytest.param(40, COLOUR, 150, 10, marks=pytest.mark.slow),
    ],
)
def test_laws_are_right_to_within_their_bound(numbers: int, wager: Bet, rounds: int, punters: int) -> None:
    law = evening.table_law(numbers, wager, rounds, punters)
    counts, ways = exact_law(numbers, wager, rounds, punters)
    assert check_law(law, counts, ways) < LOOSEST
    # The rows come to the same law on another way, of more steps.
    for number, row in enumerate(evening.laws(numbers, wager, punters, 1, min(rounds, 20)), 1):
        check_law(row, *exact_law(numbers, wager, number, punters))


def binomial_ways(bets: int, covers: int, numbers: int, least: int, most: int) -> Iterator[int]:
    ways = comb(bets, least) * covers**least * (numbers - covers) ** (bets - least)
    for wins in range(least, most + 1):
        yield ways
        ways = ways * ((bets - wins) * covers) // ((wins + 1) * (numbers - covers))


@pytest.mark.parametrize(
    ("bets", "covers", "numbers"),
    [
        (1, 1, 70),
        (1_000, 1, 70),
        (1_001, 1, 70),
        (5_000, 1, 104),
        (3_000, 32, 70),
        (20_000, 1, 70),
        pytest.param(150_000, 1, 70, marks=pytest.mark.slow),
        pytest.param(40_000, 18, 37, marks=pytest.mark.slow),
    ],
)
def test_binomial_laws_are_right_to_within_their_bound(bets: int, covers: int, numbers: int) -> None:
    least, chances, roundings, cut = lattice.binomial(bets, covers, numbers)
    assert cut < 1e-25
    law = Law(1, least, 1, chances, roundings, cut)
    ways = binomial_ways(bets, covers, numbers, least, least + len(chances) - 1)
    counts = dict(enumerate(ways, least))
    assert check_law(law, counts, numbers**bets) < LOOSEST


@pytest.fixture
def coarse(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Cut so much that it can be seen."""

    def cut(least: float) -> None:
        monkeypatch.setattr(lattice, "NEGLIGIBLE", least)
        monkeypatch.setattr(bank_ruin, "NEGLIGIBLE", least)

    return cut


@pytest.mark.parametrize(
    ("numbers", "wager", "rounds", "punters"),
    [(40, COLOUR, 60, 4), (9, bet(2, "7/3", stays=2), 30, 3), (36, bet(9, "3"), 400, 4)],
)
@pytest.mark.parametrize("least", [1e-4, 1e-7])
def test_what_is_cut_off_is_bounded(
    numbers: int, wager: Bet, rounds: int, punters: int, least: float, coarse: Callable[[float], None]
) -> None:
    counts, ways = exact_law(numbers, wager, rounds, punters)
    coarse(least)
    law = evening.table_law(numbers, wager, rounds, punters)
    assert 1 - law.chances.sum() <= law.cut + 1e-12 or evening.is_binomial(numbers, wager)
    assert 0 < law.cut < 2_000 * least
    unit, below = wager.returns.denominator, 0
    seen = Fraction(0)
    for gain, count in sorted(counts.items()):
        true = Fraction(below, ways)
        off = abs(Fraction(law.below(Fraction(gain, unit))) - true)
        assert off <= bound(law.roundings + 1) * true + Fraction(law.cut)
        seen = max(seen, off)
        below += count
    assert law.cut < 50 * seen


def exact_ruin(numbers: int, wager: Bet, rounds: int, punters: int, capital: int) -> Fraction:
    one, ways = exact_round(numbers, wager, punters)
    floor, ruined = -capital * wager.returns.denominator, Fraction(0)
    alive: Counter[int] = Counter({0: 1})
    gone = 0
    for _ in range(rounds):
        following: Counter[int] = Counter()
        gone *= ways
        for gain, count in alive.items():
            for change, more in one.items():
                if gain + change < floor:
                    gone += count * more
                else:
                    following[gain + change] += count * more
        alive = following
    ruined = Fraction(gone, ways**rounds)
    assert gone + alive.total() == ways**rounds
    return ruined


RUINS = [
    (70, PLEIN, 60, 10, 300),
    (70, PLEIN, 60, 1, 0),
    (40, COLOUR, 100, 4, 20),
    (9, bet(2, "7/3", stays=2), 40, 3, 9),
    (36, bet(12, "4"), 60, 2, 40),
    pytest.param(70, PLEIN, 200, 10, 772, marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("numbers", "wager", "rounds", "punters", "capital"), RUINS)
def test_ruin_is_right_to_within_its_bound(
    numbers: int, wager: Bet, rounds: int, punters: int, capital: int
) -> None:
    found = ruin_chance(evening.round_law(numbers, wager, punters), rounds, capital)
    true = exact_ruin(numbers, wager, rounds, punters, capital)
    off = abs(Fraction(found.chance) - true)
    assert found.cut < 1e-22
    assert off <= bound(found.roundings) * true + Fraction(found.cut)
    assert true <= Fraction(found.most)
    assert relative_bound(found.roundings) < LOOSEST * max(float(off / true), UNIT_ROUNDOFF)


@pytest.mark.parametrize(("numbers", "wager", "rounds", "punters", "capital"), RUINS[:-1])
@pytest.mark.parametrize("least", [1e-3, 1e-6])
def test_what_ruin_leaves_out_is_bounded(
    numbers: int,
    wager: Bet,
    rounds: int,
    punters: int,
    capital: int,
    least: float,
    coarse: Callable[[float], None],
) -> None:
    true = exact_ruin(numbers, wager, rounds, punters, capital)
    coarse(least)
    found = ruin_chance(evening.round_law(numbers, wager, punters), rounds, capital)
    assert Fraction(found.chance) <= true * (1 + bound(found.roundings))
    assert true <= Fraction(found.most)
    assert found.cut > 0


def test_a_bank_that_is_out_of_danger_is_looked_at_no_longer(coarse: Callable[[float], None]) -> None:
    """Sinking as Lundberg says, the chance of a later ruin soon weighs nothing."""
    one = evening.round_law(6, bet(1, "3"), 2)
    whole = ruin_chance(one, 100_000, 30)
    assert whole.roundings < 4_000 * (one.roundings + len(one.chances))
    first = exact_ruin(6, bet(1, "3"), 150, 2, 30)
    assert float(first) <= whole.most
    coarse(1e-6)
    early = ruin_chance(one, 100_000, 3)
    assert early.chance <= ruin_chance(one, 150, 3).most
    assert float(exact_ruin(6, bet(1, "3"), 150, 2, 3)) <= early.most
    assert early.cut < 1e-3


@pytest.mark.parametrize(
    ("numbers", "wager", "punters"), [(70, PLEIN, 1), (70, PLEIN, 7), (36, bet(9, "7/2"), 3)]
)
def test_scipy_is_right_enough_where_it_decides(numbers: int, wager: Bet, punters: int) -> None:
    chances = evening._binomial_ahead(numbers, wager, punters, 120)
    for rounds in (1, 2, 17, 64, 120):
        law = evening.table_law(numbers, wager, rounds, punters)
        counts, ways = exact_law(numbers, wager, rounds, punters)
        true = float(Fraction(sum(count for gain, count in counts.items() if gain > 0), ways))
        assert abs(chances[rounds - 1] - true) < 1e-2 * evening._NEAR
        assert law.above(0) == pytest.approx(true, rel=relative_bound(law.roundings + 1))


def test_the_document_tells_the_bound() -> None:
    game = load("biribi")
    question = evening_document.Question(game, game.bank.bets[0], 40, 5)
    document = evening_document.document(question, evening_document.solve(question), None)
    rounding = document["rounding"]
    counts, ways = exact_law(70, PLEIN, 40, 5)
    for key, true in (
        ("ahead", sum(count for gain, count in counts.items() if gain > 0)),
        ("behind", sum(count for gain, count in counts.items() if gain < 0)),
    ):
        assert abs(Fraction(document["bank"][key]) * ways / true - 1) <= Fraction(rounding["relative"])
    mine, games = exact_law(70, PLEIN, 40, 1)
    for line in document["punter"]["distribution"]:
        reached = Fraction(sum(count for gain, count in mine.items() if -gain >= line["gain"]), games)
        allowed = Fraction(rounding["relative"]) * reached + Fraction(rounding["cut"])
        assert abs(Fraction(line["at_least"]) - reached) <= allowed, "what is too rare to be told counts too"
    ruined = exact_ruin(70, PLEIN, 40, 5, document["bank"]["capital"]["stakes"])
    off = abs(Fraction(document["bank"]["capital"]["ruin"]) / ruined - 1)
    assert off <= Fraction(rounding["relative"]) + Fraction(rounding["cut"]) / ruined
    assert rounding["relative"] < 1e-12
    assert rounding["cut"] < 1e-25
