"""Numbers, sentences and familiar chances as people read them."""

import math
import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report_samples import exact, frequency, how_rare_sample, mean

from reports.familiar import FAMILIAR, compared, nearest
from reports.numbers import (
    amount,
    estimate,
    exact_chance,
    fixed,
    frequency_text,
    interval,
    mean_percent,
    mean_phrase,
    mean_text,
    one_in,
    percent,
    ratio,
)
from reports.words import figure_of, how_rare_text
from simulate.catalogue import load


def told(**asked):
    document = how_rare_sample(**asked)
    return how_rare_text(document, load(document["game"]))


def test_the_sentence_to_quote():
    assert told()[0] == (
        "At a table of three sensible players somebody declares a besi triple about once in 12,000 deals, "
        "some 600 evenings of twenty."
    )


def test_every_notion_is_named_and_figured():
    text = "\n".join(told())
    assert (
        "Besi triple at besi à trois (three Q♠ with three J♦; 1,500 points, and wins the game outright)"
        in text
    )
    assert "Dealt (in the hand as dealt): 1 in 1,003,299, exactly 33/33108868." in text
    assert "Held (in the hand at some moment): 1 in 20,000, between 1 in 19,1" in text
    assert "Declared (scored at least once): 1 in 36,000, between" in text
    assert "(95 % interval)" in text
    assert "12,000,000 deals of three sensible players, declaring highest-first, seed 7" in text
    assert "guessing a code of four digits (1 in 10,000)" in text
    for notion in ("Received", "Reachable", "Held by anyone (at least one", "Declared by anyone (at"):
        assert any(line.startswith(notion) for line in told())


def test_exact_only_speaks_of_the_deal():
    text = told(deals=None)
    assert text[0] == "A player is dealt a besi triple once in 1,003,299 deals."
    assert not any("Held" in line or "Declared" in line for line in text)
    assert "20 heads in a row (1 in 1,048,576)" in text[-1]


def test_zero_hits_are_told_as_a_bound():
    text = told(held=0, declared=0, deals=100_000)
    assert text[0] == "A player is dealt a besi triple once in 1,003,299 deals."
    assert text[1] == (
        "In 100,000 deals of three sensible players nobody declared a besi triple; "
        "so that is rarer than once in 27,100 deals, with 95 % confidence."
    )
    whole_text = "\n".join(text)
    assert "none in 300,000, so below 1 in 81,3" in whole_text
    assert "players, per deal): none in 100,000, so below 1 in 27,1" in whole_text


def test_what_cannot_be_dealt_is_told_by_what_is_reachable():
    document = how_rare_sample(dealt=Fraction(0), held=0, declared=0, deals=1_000)
    document["reachable"] = exact(Fraction(1, 400))
    first = how_rare_text(document, load("besi-trois"))[0]
    assert first == "However he plays, a player holds a besi triple at most once in 400 deals."
    document["reachable"] = exact(Fraction(0))
    first = how_rare_text(document, load("besi-trois"))[0]
    assert first == "At besi à trois no player can ever hold a besi triple."
    text = how_rare_text(document, load("besi-trois"))
    assert "Reachable (no way of playing holds it more often): impossible." in text
    assert not any("nobody" in line or line.startswith("Something familiar") for line in text)


def test_a_trump_made_in_play_bounds_nothing():
    """Players make trump of what they hold, and so hold more than a trump drawn apart would give them."""
    document = how_rare_sample("besi-borgne-4", "trump-marriage", Fraction(1, 9), 0.49, 0.47, deals=None)
    document |= {"dealt": None, "received": exact(Fraction(47, 100)), "reachable": exact(Fraction(47, 100))}
    text = how_rare_text(document, load("besi-borgne-4"))
    assert text[0] == (
        "Had the suit of trumps been drawn beforehand, a player would receive a trump marriage "
        "in 47.0 % of deals."
    )
    assert "Reachable (no way of playing holds it more often): no such bound in this game." in text
    assert figure_of(document, "reachable") is None
    # A plain group is bounded, whoever makes trump.
    plain = how_rare_sample("besi-borgne-4", "marriage")
    assert figure_of(plain, "reachable") == plain["reachable"]


def test_a_group_that_play_does_not_count():
    document = how_rare_sample(group="carte-blanche", dealt=Fraction(1, 500), declared=None)
    document["held"] = document["anyone"]["held"] = None
    text = how_rare_text(document, load("besi-trois"))
    assert text[0] == "A player is dealt a carte blanche once in 500 deals."
    assert "Held: not counted in this game." in text
    assert not any("by anyone" in line for line in text)


def test_a_frequent_group_is_told_in_per_cent():
    first = told(game_id="besi-simple", group="besi", held=0.5, declared=0.4, player="random")[0]
    assert first == "At a table of two players who play at random somebody declares a besi in 64 % of deals."


def test_a_group_without_value_is_only_held():
    text = told(game_id="besi-double", group="four-tens", held=0.0125, declared=None, deals=10**6)
    assert text[0] == (
        "At a table of two sensible players somebody holds four tens about once in 40 deals, "
        "some two evenings of twenty."
    )
    assert "Declared: never, since it has no value in this game." in text


@pytest.mark.parametrize(
    ("rate", "end"),
    [
        (0.9999, "in nearly every deal."),
        (0.10, "about once in 5 deals, or four times in an evening of twenty."),
        (0.0463, "about once in 11 deals, or twice in an evening of twenty."),
        (0.0363, "about once in 14 deals, once or twice in an evening of twenty."),
        (0.0253, "about once in 20 deals, or once in an evening of twenty."),
        (0.0168, "about once in 30 deals, or once in one and a half evenings of twenty."),
        (0.0084, "about once in 60 deals, some three evenings of twenty."),
        (0.00125, "about once in 400 deals, some 20 evenings of twenty."),
        (4.2e-7, "about once in 1.2 million deals, some 60,000 evenings of twenty."),
    ],
)
def test_how_often_in_words(rate, end):
    first = told(game_id="besi-double", group="besi", held=rate, declared=rate, deals=10**9)[0]
    assert first.endswith(f"declares a besi {end}")


def test_few_hits_are_told_with_one_digit():
    document = how_rare_sample(deals=10**6)
    document["anyone"]["declared"] = frequency(3, 10**6)
    assert (
        "about once in 300,000 deals, some 15,000 evenings" in how_rare_text(document, load("besi-trois"))[0]
    )


def test_other_players_are_named():
    document = how_rare_sample()
    document["players"] = ["club", "random", "random"]
    first = how_rare_text(document, load("besi-trois"))[0]
    assert first.startswith("At a table of three players (club, random, random) somebody declares")


def test_chances():
    assert one_in(Fraction(33, 33108868)) == "1 in 1,003,299"
    assert one_in(Fraction(15, 496)) == "1 in 33.1"
    assert one_in(Fraction(1, 37)) == "1 in 37"
    assert one_in(Fraction(1, 2 * 10**17)) == "1 in 2.00 × 10¹⁷"
    assert exact_chance(exact(Fraction(0))) == "impossible"
    assert exact_chance(exact(Fraction(1))) == "100 %"
    assert percent(0.99996) == "99.9960 %"
    assert fixed(-12345.678, -1) == "−12,350"
    assert fixed(-0.001, 1) == "0.0"
    with pytest.raises(ValueError, match="no '1 in'"):
        one_in(0.0)


def test_intervals_are_rounded_outwards():
    shown = {"count": 6321, "n": 10_000, "rate": 0.6321, "low": 0.62256, "high": 0.64156, "level": 0.95}
    assert estimate(shown) == "63.21 %"
    assert interval(shown) == "62.25 to 64.16 %"
    assert frequency_text(shown) == "63.21 %, between 62.25 and 64.16 % (95 % interval)"


def test_what_was_always_seen_is_a_hundred_per_cent_without_decimals():
    always = {"count": 20_000, "n": 20_000, "rate": 1.0, "low": 0.99981557, "high": 1.0, "level": 0.95}
    assert (estimate(always), interval(always)) == ("100 %", "99.9815 to 100 %")
    but_once = always | {"count": 19_999, "rate": 0.99995, "low": 0.99972, "high": 0.999999}
    assert (estimate(but_once), interval(but_once)) == ("99.995 %", "99.972 to 100 %")


@given(st.integers(1, 10**6), st.integers(0, 10**9))
def test_a_printed_interval_holds_the_computed_one(count, misses):
    found = frequency(count, count + misses)
    text = interval(found)
    numbers = [float(part.replace(",", "")) for part in text.split() if part[0].isdigit()]
    if "%" in text:
        low, high = (number / 100 for number in numbers)
    else:
        high, low = (1 / max(number, 0.5) for number in numbers)
    assert low <= found["low"] * (1 + 1e-12) + 1e-15
    assert high >= found["high"] * (1 - 1e-12)
    assert low < high or found["low"] == found["high"]


def test_means():
    assert mean_text(mean(241.34, 0.455)) == "241.34 ± 0.90"
    assert mean_text({"mean": 12.5, "low": None, "high": None}) == "12.50"
    assert mean_percent(mean(0.0861, 0.0076)) == "8.6 ± 1.5 %"
    assert mean_percent(mean(-0.02, 0.01)) == "−2.0 ± 2.0 %"


def test_familiar_chances_are_right():
    known = dict(FAMILIAR)
    assert known["a royal flush in a dealt poker hand"] == Fraction(1, 649_740)
    assert known["a full house in a dealt poker hand"] == Fraction(3744, 2_598_960)
    assert known["two pairs in a dealt poker hand"] == Fraction(123_552, 2_598_960)
    assert known["a pair, no more, in a dealt poker hand"] == Fraction(1_098_240, 2_598_960)
    assert known["the jackpot of the French Loto with one ticket"] == Fraction(1, 19_068_840)
    assert known["the EuroMillions jackpot with one ticket"] == Fraction(1, 139_838_160)
    assert known["the Powerball jackpot with one ticket"] == Fraction(1, 292_201_338)
    assert known["a bridge hand of the thirteen spades"] == Fraction(1, 635_013_559_600)
    assert 1826 < 1 / known["a bridge hand with no card above nine"] < 1829
    assert float(known["at least one six in four throws of a die"]) == pytest.approx(0.517747, abs=1e-6)
    assert float(known["two people in a room of thirty sharing a birthday"]) == pytest.approx(
        0.706316, abs=1e-6
    )


def test_something_familiar_is_near_from_even_chances_to_ten_million_million():
    for step in range(4, 131):
        chance = 10 ** (-step / 10)
        assert abs(math.log(nearest(chance).chance / Fraction(chance))) < math.log(3), chance


def test_a_familiar_chance_says_by_how_much_it_differs():
    assert compared(Fraction(1, 1_048_000)) == "about as likely as 20 heads in a row (1 in 1,048,576)"
    assert compared(Fraction(1, 2**45)) == "4 times rarer than 43 heads in a row (1 in 8,796,093,022,208)"
    assert compared(Fraction(1, 18)).startswith("1.2 times as likely as two pairs in a dealt poker hand")
    with pytest.raises(ValueError, match="nothing is as rare"):
        nearest(0)


def test_words_and_tables_need_no_heavy_library():
    code = (
        "import sys, reports.words, reports.names, reports.tables, reports.rows\n"
        "heavy = {'matplotlib', 'numba', 'pandas', 'scipy'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    ("value", "decimals", "told"),
    [
        (Fraction(-5, 2), 1, "−2.5"),
        (999_999_999, 0, "999,999,999"),
        (-(10**9), 0, "−1.00 × 10⁹"),
        (Fraction(10**12, 7), 3, "1.43 × 10¹¹"),
        (0, 0, "0"),
    ],
)
def test_amounts_from_a_thousand_million_on_are_told_in_powers_of_ten(
    value: Fraction | int, decimals: int, told: str
) -> None:
    assert amount(value, decimals) == told


def test_ratios_are_told_as_people_write_them() -> None:
    assert [ratio(value) for value in (9000, "64/3", "-1/5", "0/1", Fraction(12345, 10_000_000))] == [
        "9,000",
        "64/3",
        "−1/5",
        "0",
        "2,469/2,000,000",
    ]


def test_a_mean_without_an_interval_claims_none() -> None:
    one = {"mean": -1.0, "low": None, "high": None, "level": 0.95}
    assert mean_phrase(one, "stakes") == "−1.00 stakes"
    assert mean_phrase({**one, "low": -1.5, "high": -0.5}, "stakes") == "−1.00 ± 0.50 stakes (95 % interval)"
