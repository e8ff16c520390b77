"""What is said of an order found, and of the reference: never more than the figures bear."""

import pytest

from reports.optimised import candidate_words, gain_sentence, order_sentences
from reports.reference import reference_sentences


def mean(middle: float, half: float) -> dict:
    return {
        "mean": middle, "se": half / 1.96, "n": 100, "low": middle - half, "high": middle + half,
        "level": 0.95,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("gain", "said"),
    [
        (mean(0.0, 0.0), "No order was found that gains over declaring the highest first"),
        (
            mean(0.03125, 0.0625),
            "can't be told from declaring the highest first: +0.031 ± 0.063 points a deal",
        ),
        (
            mean(0.75, 0.0625),
            "gains 0.750 ± 0.063 points a deal over declaring the highest first: beyond luck, but",
        ),
        (mean(7.0, 0.5), "gains 7.00 ± 0.50 points a deal over declaring the highest first."),
        (mean(-7.0, 0.5), "loses against declaring the highest first: −7.00 ± 0.50"),
    ],
)
def test_a_gain_is_told_plainly(gain: dict, said: str) -> None:
    assert said in gain_sentence(gain)


def test_a_single_deal_tells_nothing() -> None:
    alone = dict.fromkeys(("se", "low", "high")) | {"mean": 0.0, "n": 1, "level": 0.95}
    assert gain_sentence(alone) == "The order found can't be told from declaring the highest first."


def test_an_order_is_told_phase_by_phase() -> None:
    quinte, double = ["trump-marriage", "trump-quinte"], ["besi", "besi-double"]

    def phase(draws: int, *ahead: list[str], **extra: object) -> dict:
        return {"draws": draws, "ranking": [], "rest": "highest", "ahead": list(ahead)} | extra

    assert order_sentences({"phases": [phase(7, quinte, double), phase(5, quinte), phase(4), phase(0)]}) == [
        "With 7 draws left or more: the highest first, but trump marriage ahead of trump quinte, besi ahead "
        "of besi double.",
        "With 5 to 6 draws left: the highest first, but trump marriage ahead of trump quinte.",
        "With 4 draws left: the highest first.",
        "With fewer than 4 draws left: the highest first.",
    ]
    assert (
        order_sentences({"phases": [phase(2, quinte), phase(0)]})[1] == "With 1 draw left: the highest first."
    )
    only = phase(0, ranking=["besi", "four-aces"], rest="none")
    assert order_sentences({"phases": [only]}) == ["Besi, then four aces, then nothing."]
    pair = {"inner": "besi", "outer": "besi-double", "draws": 7}
    assert candidate_words({"rest": "highest", "ahead": [pair]}) == (
        "the highest first, besi ahead of besi double (7+)"
    )


def refer(gain: dict, share: dict | None) -> list[str]:
    return reference_sentences({"gain": gain, "share": share, "order": "best@1"})


def test_the_share_is_told_only_where_there_is_something_to_share() -> None:
    share = {"ratio": 0.52, "low": 0.151, "high": 0.894, "n": 100, "level": 0.95}
    assert refer(mean(1.5, 0.5), share) == [
        "Trying every choice gains 1.50 ± 0.50 points a deal over the highest first.",
        "The order best@1 gains 52 % of that, between 15 and 90 % (95 % interval).",
    ]
    unclear = refer(mean(0.25, 0.5), None)
    assert unclear == [
        "What trying every choice gains over the highest first can't be told from luck: +0.25 ± 0.50 points "
        "a deal.",
        "So how much of it the order gains can't be told.",
    ]
