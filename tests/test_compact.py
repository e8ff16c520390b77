"""Chances in a few characters: what a cell shows is the chance that it was given."""

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report_samples import exact, frequency

from reports.compact import compact

UNITS = {"": 1, "k": 1_000, "M": 1_000_000}
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


def read(lines):
    """The odds that a cell's text says, read as a person does."""
    text = "".join(lines)
    if text.endswith("%"):
        return 100 / float(text[:-2].lstrip(">"))
    number, unit, exponent = re.fullmatch(r"([\d.,]+)([kM]?)(?:×10([⁰¹²³⁴⁵⁶⁷⁸⁹]+))?", text).groups()
    power = int(exponent.translate(SUPERSCRIPTS)) if exponent else 0
    return float(number.replace(",", "")) * UNITS[unit] * 10**power


@pytest.mark.parametrize(
    ("odds", "lines"),
    [
        (1, ("100\u202f%",)),
        (Fraction(1000, 999), (">99\u202f%",)),
        (3, ("33\u202f%",)),
        (10, ("10\u202f%",)),
        (16.44, ("16.4",)),
        (336, ("336",)),
        (2397, ("2,400",)),
        (9_996, ("10.0k",)),
        (75_516, ("75.5k",)),
        (395_587, ("396k",)),
        (999_600, ("1.00M",)),
        (Fraction(33108868, 33), ("1.00M",)),
        (2_888_288_187, ("2.89", "×10⁹")),
        (158_855_850_267, ("1.59", "×10¹¹")),
    ],
)
def test_exact_chances(odds, lines):
    shown = compact(exact(1 / Fraction(odds)))
    assert shown.lines == lines
    assert shown.odds == pytest.approx(float(odds))


def test_what_never_happens():
    assert compact(exact(Fraction(0))) == (None, ("never",))


@given(st.fractions(min_value=Fraction(1, 10**13), max_value=Fraction(995, 1000)).filter(lambda c: c > 0))
def test_a_cell_says_the_chance_to_three_digits(chance):
    shown = compact(exact(chance))
    # Three digits below 10 %, whole per cents above.
    assert read(shown.lines) == pytest.approx(float(1 / chance), rel=0.0051 if chance < 0.1 else 0.05)
    assert all(len(line) <= 5 for line in shown.lines)


def test_estimates_show_no_digit_beyond_their_interval():
    assert compact(frequency(20_000, 600_000)).lines == ("30.0",)
    assert compact(frequency(200, 6_000)).lines == ("30",)
    assert compact(frequency(2, 60)).lines == ("30",)
    assert compact(frequency(1, 2_345)).lines == ("2,000",)
    assert compact(frequency(50, 617_000)).lines == ("12k",)
    assert compact(frequency(300, 600)).lines == ("50\u202f%",)


def test_an_interval_down_to_zero_leaves_one_digit():
    assert compact(frequency(3, 2_000) | {"low": 0.0}).lines == ("700",)


def test_what_was_never_seen_is_over_its_bound():
    found = frequency(0, 600_000)
    shown = compact(found)
    assert shown.lines == ("over", "160k")
    assert shown.odds == pytest.approx(1 / found["high"])
    # Rounded down: the bound that is shown holds too.
    assert read(shown.lines[1:]) <= shown.odds
