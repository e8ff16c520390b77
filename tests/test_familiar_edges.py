"""Familiar games' edges: derived a second way, and agreeing with what is published of them."""

import random
from fractions import Fraction
from itertools import product

import pytest
from matplotlib.text import Text
from test_figures import bank_report

from reports.book import report_pages
from reports.familiar_edges import edges_beside, familiar_games, familiar_sources
from reports.style import printed

GAMES = {one.game: one for one in familiar_games()}
DICE = range(1, 7)


def of_spins(zeros):
    """A stake on number 7, spun once on every number of the wheel."""
    wheel = [*range(1, 37), *(["0", "00"][:zeros])]
    return -Fraction(sum(35 if number == 7 else -1 for number in wheel), len(wheel))


def of_three_dice():
    """By how many of three dice show a six, each with its binomial chance."""
    chances = [Fraction(ways * 5 ** (3 - shown), 6**3) for shown, ways in enumerate((1, 3, 3, 1))]
    assert sum(chances) == 1
    return chances[0] - sum(shown * chance for shown, chance in enumerate(chances))


def of_craps():
    """The edge, and the thrower's chance, from the Markov chain of his throws: an equation for each point."""
    ways = dict.fromkeys(range(2, 13), 0)
    for one, other in product(DICE, DICE):
        ways[one + other] += 1

    def made(point):
        # w = hit + (1 - hit - seven) w
        hit, seven = Fraction(ways[point], 36), Fraction(ways[7], 36)
        return hit / (1 - (1 - hit - seven))

    won = {7: Fraction(1), 11: Fraction(1), 2: Fraction(0), 3: Fraction(0), 12: Fraction(0)}
    wins = sum(Fraction(ways[total], 36) * (won[total] if total in won else made(total)) for total in ways)
    return (1 - wins) - wins, wins


@pytest.mark.parametrize(
    ("game", "derived", "fraction"),
    [
        ("roulette with one zero", of_spins(1), "1/37"),
        ("roulette with two zeros", of_spins(2), "1/19"),
        ("one face of three dice (chuck-a-luck)", of_three_dice(), "17/216"),
        ("craps, the pass line", of_craps()[0], "7/495"),
    ],
)
def test_a_counted_edge_is_derived_another_way_and_is_the_published_one(game, derived, fraction):
    one = GAMES[game]
    assert one.counted
    assert one.edge == derived == Fraction(fraction)
    assert one.published == f"{float(100 * derived):.2f} %"


def test_what_is_said_of_throws_is_so():
    assert of_craps()[1] == Fraction(244, 495)
    assert "244 of 495 win" in GAMES["craps, the pass line"].how
    shown = [throw.count(6) for throw in product(DICE, repeat=3)]
    assert [shown.count(dice) for dice in (1, 2, 3, 0)] == [75, 15, 1, 125]
    assert "of 216 throws 75, 15 and 1, and 125 lose" in GAMES["one face of three dice (chuck-a-luck)"].how


def test_a_pass_line_played_out_throw_by_throw_loses_about_as_much():
    rng = random.Random(3)
    rounds, lost = 200_000, 0
    for _ in range(rounds):
        total = rng.randint(1, 6) + rng.randint(1, 6)
        if total in (7, 11, 2, 3, 12):
            lost += -1 if total in (7, 11) else 1
            continue
        point, total = total, 0
        while total not in (point, 7):
            total = rng.randint(1, 6) + rng.randint(1, 6)
        lost += 1 if total == 7 else -1
    # Four standard errors of a gain of one stake either way.
    assert lost / rounds == pytest.approx(7 / 495, abs=4 / rounds**0.5)


def test_what_is_published_only_is_said_to_be_and_has_no_more_digits_than_its_source():
    (published,) = [one for one in GAMES.values() if not one.counted]
    # De Morgan's table gives the refait of thirty-one .0219, Poisson the advantage as eleven thousandths.
    assert f"{100 * 0.0219 / 2:.1f} %" == f"{float(100 * published.edge):.1f} %" == published.published
    assert published.how.startswith("not counted here")
    assert any("1.1 %, as published" in one.what for one in edges_beside("biribi"))


def test_all_stand_in_order_with_the_other_banking_games():
    beside = edges_beside("biribi-36")
    assert [one.edge for one in beside] == sorted(one.edge for one in beside)
    assert [one.what for one in beside if "3/35 = 8.57 %" in one.what] == ["biribi, plein: 3/35 = 8.57 %"]
    assert len(beside) == len(GAMES) + 3


def test_the_report_explains_the_familiar_edges_once_and_names_their_sources():
    with printed():
        pages = report_pages([bank_report("biribi-36"), bank_report("roulette-1798")], "besi report")
    told = [" ".join(text.get_text() for text in page.figure.findobj(Text)) for page in pages]
    assert sum("how it follows" in page for page in told) == 1
    assert "how it follows" in told[1]
    assert "7/495" in told[1]
    made = " ".join(" ".join(told).split())
    for title in familiar_sources():
        assert title in made
    assert len(familiar_sources()) == len(set(familiar_sources())) == 4
