"""Numbers as people read them: chances, percentages, means, intervals.

Digits follow the uncertainty: an estimate is printed with two significant digits of its
half interval, and interval ends are rounded outwards, so that rounding never makes a
figure look surer than it is.
"""

import math
from collections.abc import Mapping
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Decimal
from fractions import Fraction
from typing import Any

Document = Mapping[str, Any]

_SMALL = "no one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_LONGEST_PLAIN = 10**15
_LONGEST_AMOUNT, _LONGEST_TICK = 10**9, 10**6
PERCENT_FROM = 0.1


def whole(number: int) -> str:
    """An integer with thousands separated: ``1,003,299``."""
    return f"{number:,}"


def ratio(value: Fraction | int | str) -> str:
    """A whole number or a fraction in lowest terms, as people write it: ``9,000``, ``64/3``, ``−1/5``."""
    top, bottom = Fraction(value).as_integer_ratio()
    return fixed(top, 0) if bottom == 1 else f"{fixed(top, 0)}/{whole(bottom)}"


def amount(value: Fraction | float, decimals: int = 0) -> str:
    """`value` as `fixed` has it, from a thousand million on in powers of ten: ``−2.05 × 10¹¹``."""
    number = float(value)
    if abs(number) < _LONGEST_AMOUNT:
        return fixed(number, decimals)
    exponent = math.floor(math.log10(abs(number)))
    return f"{fixed(number / 10.0**exponent, 2)} × {power_of_ten(exponent)}"


def tick(value: float) -> str:
    """What stands at a tick of an axis, from a million on in powers of ten: ``−200``, ``2 × 10⁶``."""
    if abs(value) < _LONGEST_TICK:
        return f"{value:,g}".replace("-", "−")
    exponent = math.floor(math.log10(abs(value)))
    return f"{value / 10.0**exponent:g} × {power_of_ten(exponent)}".replace("-", "−")


def small(number: int) -> str:
    """Up to twelve in words, above in figures."""
    return _SMALL[number] if 0 <= number < len(_SMALL) else whole(number)


def power_of_ten(exponent: int) -> str:
    """``10⁹``."""
    return f"10{str(exponent).translate(_SUPERSCRIPTS)}"


def significant(value: float, digits: int) -> float:
    """`value` rounded to that many significant digits."""
    return 0.0 if value == 0 else round(value, digits - 1 - math.floor(math.log10(abs(value))))


def decimals_for(half_width: float) -> int:
    """Decimals that show two significant digits of a half interval; negative: round to tens, hundreds …"""
    return 1 - math.floor(math.log10(half_width))


def fixed(value: float, decimals: int, rounding: str = ROUND_HALF_EVEN) -> str:
    """`value` with thousands separated, rounded to `decimals` places (negative: to tens, hundreds …)."""
    step = Decimal(1).scaleb(-decimals)
    rounded = (Decimal(value) / step).to_integral_value(rounding) * step
    text = f"{rounded:,.{max(decimals, 0)}f}"
    return text.replace("-", "−") if rounded else text.lstrip("-")


def one_in(chance: Fraction | float) -> str:
    """``1 in 1,003,299``: whole from 100 up, with a decimal below, in powers of ten where commas fail.

    Raises
    ------
    ValueError
        The chance is not above 0 and at most 1.
    """
    if not 0 < chance <= 1:
        raise ValueError(f"no '1 in' for a chance of {chance}")
    odds = 1 / (chance if isinstance(chance, Fraction) else Fraction(chance))
    if odds >= _LONGEST_PLAIN:
        exponent = len(str(int(odds))) - 1
        return f"1 in {float(odds / 10**exponent):.2f} × {power_of_ten(exponent)}"
    if odds >= 100 or odds.denominator == 1:
        return f"1 in {whole(round(odds))}"
    return f"1 in {float(odds):.{1 if odds >= 10 else 2}f}"


def exact_chance(exact: Document) -> str:
    """An exact value of the documents: a percentage from 10 % up, ``1 in …`` below, never rounded to 0."""
    chance = Fraction(exact["fraction"])
    if chance == 0:
        return "impossible"
    if chance >= PERCENT_FROM:
        return percent(float(chance))
    return one_in(chance)


def percent(rate: float) -> str:
    """An exact rate as a percentage; digits enough that no chance short of certain reads 0 % or 100 %."""
    if rate in (0, 1):
        return f"{100 * rate:.0f} %"
    decimals = max(1, decimals_for(100 * min(rate, 1 - rate)))
    return f"{fixed(100 * rate, decimals)} %"


def estimate(frequency: Document) -> str:
    """A frequency's estimate alone: ``63.21 %``, ``1 in 12,030``, or ``none in 3,000,000``."""
    return _frequency_texts(frequency)[0]


def interval(frequency: Document) -> str:
    """A frequency's interval alone, in the same unit as its `estimate`.

    ``63.11 to 63.31 %``, ``11,780 to 12,290`` (after "1 in"), or ``below 1 in 271,000`` at zero hits.
    """
    return _frequency_texts(frequency)[1]


def frequency_text(frequency: Document) -> str:
    """Estimate, interval and level in one phrase: ``63.2 %, between 63.0 and 63.4 % (95 % interval)``."""
    level = level_text(frequency)
    if frequency["count"] == 0:
        return f"{estimate(frequency)}, so {interval(frequency)} ({level} confidence)"
    low, to, high = interval(frequency).partition(" to ")
    unit = "" if "%" in high else "1 in "
    between = f"between {unit}{low} and {high}" if to else low
    return f"{estimate(frequency)}, {between} ({level} interval)"


def level_text(estimated: Document) -> str:
    """The level of an interval: ``95 %``."""
    return f"{100 * estimated['level']:.4g} %"


def mean_text(mean: Document) -> str:
    """A mean and half its interval: ``241.3 ± 0.9``; the mean alone where one deal gives no interval."""
    if mean["low"] is None or mean["high"] <= mean["low"]:
        return fixed(mean["mean"], 2)
    half = (mean["high"] - mean["low"]) / 2
    decimals = max(decimals_for(half), 0)
    return f"{fixed(mean['mean'], decimals)} ± {fixed(half, decimals, ROUND_CEILING)}"


def mean_phrase(mean: Document, unit: str) -> str:
    """A mean with its unit, and its interval's level if it has one: ``1.2 ± 0.1 stakes (95 % interval)``."""
    told = f"{mean_text(mean)} {unit}"
    return f"{told} ({level_text(mean)} interval)" if "±" in told else told


def change_text(change: Document) -> str:
    """A mean change with its sign: ``+3.4 ± 0.9``, ``−0.12 ± 0.07``; ``0`` where nothing ever changed."""
    if not change["mean"] and not change["se"]:
        return "0"
    text = mean_text(change)
    return text if text.startswith("−") or change["mean"] <= 0 else f"+{text}"


def in_percent(mean: Document) -> Document:
    """A mean of shares in per cent."""
    parts = [key for key in ("mean", "se", "low", "high") if key in mean]
    return {key: None if mean[key] is None else 100 * mean[key] for key in parts}


def mean_percent(mean: Document) -> str:
    """A mean of shares as a percentage, and half its interval: ``8.6 ± 1.5 %``."""
    return f"{mean_text(in_percent(mean))} %"


def deals_words(deals: float) -> str:
    """A rounded number of deals as a person says it: ``12,000``, ``1.2 million``."""
    for size, name in ((1e12, "million million"), (1e9, "thousand million"), (1e6, "million")):
        if deals >= size:
            return f"{significant(deals / size, 3):g} {name}"
    return f"{deals:,.0f}" if deals >= 10 else f"{deals:g}"


def _frequency_texts(frequency: Document) -> tuple[str, str]:
    rate, low, high = frequency["rate"], frequency["low"], frequency["high"]
    if frequency["count"] == 0:
        return f"none in {whole(frequency['n'])}", f"below {_at_least(1 / high)}"
    if rate >= PERCENT_FROM:
        decimals = max(decimals_for(50 * (high - low)), 0) if high > low else 2
        ends = fixed(100 * low, decimals, ROUND_FLOOR), _hundred_plain(100 * high, decimals, ROUND_CEILING)
        return f"{_hundred_plain(100 * rate, decimals)} %", f"{ends[0]} to {ends[1]} %"
    if low <= 0:
        return one_in(rate), f"below {_at_least(1 / high)}"
    if high <= low:
        return one_in(rate), one_in(rate)
    # In "1 in …" the two sides differ in width: the digits follow the narrower one.
    decimals = decimals_for(min(1 / rate - 1 / high, 1 / low - 1 / rate))
    ends = fixed(1 / high, decimals, ROUND_FLOOR), fixed(1 / low, decimals, ROUND_CEILING)
    return f"1 in {fixed(1 / rate, decimals)}", f"{ends[0]} to {ends[1]}"


def _hundred_plain(percentage: float, decimals: int, rounding: str = ROUND_HALF_EVEN) -> str:
    """Like `fixed`, but ``100`` without decimals, which would claim a measured digit."""
    text = fixed(percentage, decimals, rounding)
    return "100" if float(text) == 100 else text


def _at_least(odds: float) -> str:
    """Three significant digits, rounded down: a chance below 1 in 271,085 is also below 1 in 271,000."""
    return f"1 in {fixed(odds, 2 - math.floor(math.log10(odds)), ROUND_FLOOR)}"
