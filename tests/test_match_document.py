"""What the document of a match says: errors from batches, steps of the table; its words and figures."""

from typing import Any

import numpy as np
import pytest
from matplotlib import colormaps
from matplotlib.colors import to_hex
from scipy.stats import t as student
from test_figures import drawn_texts, overlapping

from analysis.matches import MatchRun, match_document, step_for
from reports.figures_match import match_picture, pictures
from reports.match_tables import match_rows, percent_of
from reports.match_words import cause_words, first_deal_sentence, quotable
from reports.numbers import whole
from reports.pages import Pages
from reports.pictures import picture_pages, picture_sheet
from reports.style import A4_MARGIN, printed
from simulate.match_rules import CAUSES
from simulate.match_scores import BATCHES, grid_of, run_deals
from simulate.match_values import chances_of
from simulate.matches import run_matches
from tests.agreement import rules_with
from tests.match_games import game_of, table_of

SEED, DEALS = 6, 2000
RULES = rules_with("besi-simple", target=300)


def run_of(*players: str, score: tuple[int, ...] = (0, 0)) -> MatchRun:
    table, grid = table_of(RULES, *players), grid_of(RULES)
    counts = run_matches(table, SEED, score, 50, threads=1)
    deals = run_deals(table, grid, SEED, score, DEALS, threads=1)
    return MatchRun(counts, deals, grid, table.period, score, SEED, DEALS, table.players, table.orders, 1)


@pytest.fixture(scope="module")
def run() -> MatchRun:
    return run_of("club", "random")


@pytest.fixture(scope="module")
def document(run: MatchRun) -> dict[str, Any]:
    return match_document(game_of(RULES), run, 50)


def test_errors_are_those_of_the_batches(run: MatchRun, document: dict[str, Any]) -> None:
    """The chance is that of all deals; its error the spread of twenty batches, by Student's t."""
    batches = [chances_of(batch)[1, 10, 5] for batch in run.deal_counts.batches.values()]
    assert len(batches) == BATCHES
    (found,) = [
        line["wins"]
        for line in document["scores"]
        if (line["leader"], line["score"], line["other"]) == (1, 100, 50)
    ]
    assert found["mean"] == chances_of(run.deal_counts.together)[1, 10, 5]
    assert found["se"] == pytest.approx(np.std(batches, ddof=1) / np.sqrt(BATCHES))
    assert found["high"] - found["mean"] == pytest.approx(found["se"] * student.ppf(0.975, BATCHES - 1))
    assert found["n"] == DEALS


def test_a_side_leads_in_one_match_and_deals_in_the_other(run: MatchRun, document: dict[str, Any]) -> None:
    chances = chances_of(run.deal_counts.together)[:, 0, 0]
    first, second = document["sides"]
    assert [place["worked_out"]["mean"] for place in first["places"]] == pytest.approx(
        [chances[0], 1 - chances[1]]
    )
    assert [place["worked_out"]["mean"] for place in second["places"]] == pytest.approx(
        [chances[1], 1 - chances[0]]
    )
    assert first["worked_out"]["mean"] == pytest.approx((chances[0] + 1 - chances[1]) / 2)
    assert document["places"][0]["worked_out"]["mean"] == pytest.approx(chances.mean())
    assert document["lead"]["worked_out"]["mean"] == pytest.approx(2 * chances.mean() - 1)


def test_where_all_batches_agree_the_bound_is_that_of_none_seen() -> None:
    """Alike and level, a side's mean chance is 1/2 in every batch, whatever the deals were."""
    document = match_document(game_of(RULES), run_of("club"), None)
    found = document["sides"][0]["worked_out"]
    assert found["mean"] == pytest.approx(0.5)
    assert found["high"] - 0.5 == pytest.approx(1 - 0.025 ** (1 / DEALS))
    ends = [line["wins"] for line in document["scores"] for end in ("low", "high")]
    assert all(0 <= wins["low"] <= wins["mean"] <= wins["high"] <= 1 for wins in ends)


@pytest.mark.parametrize(
    ("target", "unit", "step"),
    [
        (500, 10, 50),
        (1000, 10, 100),
        (1500, 10, 100),
        (3000, 20, 200),
        (500, 1, 50),
        (200, 10, 20),
        (100, 7, 7),
    ],
)
def test_steps_are_round_and_give_at_most_fifteen_scores(target: int, unit: int, step: int) -> None:
    assert step_for(rules_with("besi-simple", target=target), unit) == step


def test_the_sentence_says_who_is_better_off_only_where_it_is_clear(document: dict[str, Any]) -> None:
    game = game_of(RULES)
    alike = document | {"alike": True}

    def said(low: float, mean: float, high: float) -> str:
        lead = {"mean": mean, "low": low, "high": high}
        return quotable(alike | {"lead": {"played": lead, "worked_out": None}}, game)

    assert said(-0.1, 0.1, 0.3).startswith("At besi simple to 300, whether it helps to lead or to deal first")
    assert said(0.1, 0.2, 0.3).startswith("At besi simple to 300, the player who leads first wins ")
    assert said(-0.3, -0.2, -0.1).startswith("At besi simple to 300, the player who deals first wins ")
    assert quotable(document, game).startswith("At besi simple to 300, A (club) wins ")
    places = [alike["places"][0] | {"place": place, "worked_out": None} for place in range(3)]
    alike |= {"places": places, "players": ["club"] * 3}
    for told in (said(0.1, 0.2, 0.3), said(-0.3, -0.2, -0.1)):
        for who in ("the player who leads first ", "the second player ", "the player who deals first "):
            assert told.count(who) == 1, "everyone's chance is told"


def test_the_first_deals_causes_are_told_or_said_never_to_have_come(document: dict[str, Any]) -> None:
    def found(count: int) -> dict[str, Any]:
        return {"count": count, "n": 1000, "rate": count / 1000, "low": 0.0, "high": 0.01, "level": 0.95}

    causes = [{"cause": "quintes", "matches": found(0)}, {"cause": "points", "matches": found(3)}]
    causes.append({"cause": "taken", "matches": found(1)})
    first = {
        "any": found(6),
        "at_once": found(4),
        "causes": [*causes, {"cause": "count", "matches": found(2)}],
    }
    told = first_deal_sentence({"first_deal": first, "score": [0, 0]})
    assert "never by two quintes or more together." in told
    assert "by points marked in play 1 in 333" in told
    assert "D'emblée, before the final count, it is won once in 250" in told
    causes[2]["matches"] = found(0)
    alone = {"any": found(5), "at_once": found(3), "causes": [*causes, first["causes"][-1]]}
    told = first_deal_sentence({"first_deal": alone, "score": [0, 0]})
    assert told.endswith(" By points marked in play it is won d'emblée, before the final count.")
    assert told.count("1 in 333") == 1
    nothing = first_deal_sentence({"first_deal": first | {"any": found(0)}, "score": [10, 0]})
    assert "first deal never won the match in 1,000 deals, so below 1 in 100 (95 % confidence)." in nothing
    assert len({cause_words(cause) for cause in CAUSES}) == len(CAUSES)


def test_no_chance_reads_as_certain_that_isnt() -> None:
    told = [percent_of({"mean": chance}) for chance in (0, 0.0004, 0.0006, 0.5, 0.9994, 0.9996, 1)]
    assert told == ["0.0", "<0.1", "0.1", "50.0", "99.9", ">99.9", "100.0"]
    whole_ones = [percent_of({"mean": chance}, 0) for chance in (0, 0.004, 0.006, 0.5, 0.994, 0.996, 1)]
    assert whole_ones == ["0", "<1", "1", "50", "99", ">99", "100"]


def test_the_figures_show_what_the_document_says(document: dict[str, Any]) -> None:
    """Every cell has its chance in its place; every cause a bar as long as its rate."""
    scores, causes = pictures(document, game_of(RULES))
    with printed():
        maps = picture_sheet(scores).figure.axes
        (bars,) = picture_sheet(causes).figure.axes
        for picture in (scores, causes):
            told = " ".join(text.get_text() for text in picture_sheet(picture).figure.texts)
            assert f"{whole(document['deals'])} deals of " in told
            assert f"seed {document['seed']}" in told
        assert "each played once for every one of two who may lead" in told, "as many matches as are counted"
        four = match_picture(document | {"players": ["a player of a very long name"] * 4}, game_of(RULES))
        laid = drawn_texts(picture_sheet(four))
        assert overlapping(laid) == []
        assert min(bottom for _, (_, bottom, _, _) in laid) > 0
    for leader, axes in enumerate(maps):
        lines = [line for line in document["scores"] if line["leader"] == leader]
        shown = {(text.get_position()[1], text.get_position()[0]): text.get_text() for text in axes.texts}
        assert shown == {
            (line["score"] / 50 + 0.5, line["other"] / 50 + 0.5): percent_of(line["wins"]) for line in lines
        }
        assert [tick.get_text() for tick in axes.get_xticklabels()] == [whole(50 * n) for n in range(6)]
        colours = [to_hex(patch.get_facecolor()) for patch in axes.patches]
        assert colours == [to_hex(colormaps["cividis"](line["wins"]["mean"])) for line in lines]
    assert len(maps) == 2
    rates = [
        100 * end["matches"]["rate"] for end in document["first_deal"]["causes"] if end["matches"]["count"]
    ]
    assert [patch.get_width() for patch in bars.patches] == pytest.approx(rates)


def test_rows_name_what_they_estimate(document: dict[str, Any]) -> None:
    rows = match_rows(document)
    assert {row["how"] for row in rows} == {"played", "worked out"}
    worked = [row for row in rows if row["quantity"] == "wins" and row["how"] == "worked out"]
    assert [(row["side"], row["place"]) for row in worked] == [
        (None, 0), (None, 1), (0, None), (0, 0), (0, 1), (1, None), (1, 0), (1, 1),
    ]  # fmt: skip
    assert len([row for row in rows if row["quantity"] == "from_score"]) == 72


def test_maps_of_many_leaders_go_two_on_a_page(document: dict[str, Any]) -> None:
    lines = [line | {"leader": leader} for leader in range(4) for line in document["scores"][:36]]
    four = document | {"players": ["a player of a very long name", "club"] * 2, "scores": lines}
    for scores, pages in ((four, 3), (document, 2)):
        with printed():
            drawn = Pages("")
            picture_pages(drawn, pictures(scores, game_of(RULES)))
            assert len(drawn.sheets) <= pages
            for sheet in drawn.sheets:
                laid = drawn_texts(sheet)
                assert overlapping(laid) == []
                assert min(bottom for _, (_, bottom, _, _) in laid) > A4_MARGIN
    names = [picture.name for picture in pictures(four, game_of(RULES))]
    assert len(set(names)) == len(names) == 3
