"""Worked examples of winnings left on a number: the table of the rule file, and the figures of its page."""

import re
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from matplotlib.text import Text
from test_figures import bank_report, drawn_texts, overlapping

from analysis import documents, ruin_document
from analysis.banking import winnings_left
from reports import figures_left
from reports.book import pictures
from reports.rows import rules_rows
from reports.style import Sheet, printed
from simulate.catalogue import RulesError, change, load, to_toml

CASANOVA = to_toml(load("biribi-36"))
TABLE = '\n[example]\ntitle = "{title}"\nwords = "Left where it lies."\nsource = "X"\nstatus = "assumed"\n'


@pytest.fixture(scope="module")
def rule_file(tmp_path_factory):
    """A function that makes a rule file of a text, and gives its path."""
    path = tmp_path_factory.mktemp("rules") / "mine.toml"

    def write(text):
        path.write_text(text, "utf-8")
        return str(path)

    return write


def test_an_example_is_read_back_and_changes_no_rule(rule_file):
    game = load("biribi-36")
    assert (game.example.title, game.example.coin) == ("Casanova's evening", "sequin")
    assert load(rule_file(CASANOVA)) == game
    without = load(rule_file(CASANOVA[: CASANOVA.index("[example]")]))
    assert without.example is None
    assert without.rules_hash == game.rules_hash == "d0569ac12523388a"
    assert "[example]" not in to_toml(without)


def test_an_example_of_ones_own_is_counted_in_stakes_unless_it_names_a_coin(rule_file):
    game = load(rule_file(to_toml(load("belle")) + TABLE.format(title="  A lucky night ")))
    assert (game.example.title, game.example.coin) == ("A lucky night", "stake")
    assert load(rule_file(to_toml(game))) == game


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (CASANOVA + 'evening = "long"\n', ["example.evening", "title, coin, words, source, status"]),
        (CASANOVA.replace("\nwords = ", '\ncoins = "x"\nwords = '), ["example.coins"]),
        (CASANOVA.replace('coin = "sequin"', 'coin = ""'), ["example.coin=''", "one line"]),
        (CASANOVA.replace('title = "Casanova\'s evening"', 'title = "a\\nb"'), ["example.title", "one line"]),
        (CASANOVA.replace("Casanova's evening", 81 * "e"), ["example.title", "at most 80", "not 81"]),
        (CASANOVA.replace("sequin", 21 * "s"), ["example.coin", "at most 20", "not 21"]),
        (CASANOVA.replace("At Genoa", 1201 * "w"), ["example.words", "at most 1,200 characters"]),
        (CASANOVA.replace('source = "Machen"', 'source = ""'), ["example.source=''", "one line"]),
        (CASANOVA.replace('source = "Machen"\n', ""), ["example.source is missing"]),
        (to_toml(load("besi-double")) + TABLE.format(title="x"), ["an example", "'banking'", "'besi'"]),
        (to_toml(load("roulette-1798")) + TABLE.format(title="x"), ["'couleur'", "covers 19"]),
    ],
)
def test_an_example_that_makes_no_sense_is_refused(text, said, rule_file):
    with pytest.raises(RulesError) as caught:
        load(rule_file(text))
    line = str(caught.value)
    assert line.splitlines() == [line]
    for words in said:
        assert words in line


def test_a_game_whose_rules_are_changed_loses_its_example():
    game = load("biribi-36")
    assert change(game, ["numbers=37"]).example is None
    assert change(game, ["numbers=36"]) == game


def test_the_example_is_told_with_its_source_and_that_it_is_no_report_of_casanovas():
    game = load("biribi-36")
    row = rules_rows(game)[-1]
    assert (row["kind"], row["value"], row["source"]) == ("example", "Casanova's evening", "Machen")
    assert "not his report" in row["note"]
    assert documents.rules(game)["example"]["coin"] == "sequin"
    assert documents.rules(load("biribi"))["example"] is None


def test_winnings_left_by_counting_every_row_of_draws():
    game = load("biribi-36").bank
    for wins in (1, 2, 3):
        step = winnings_left(game.numbers, game.bets[0], wins)
        won = sum(set(row) == {7} for row in product(range(36), repeat=wins))
        assert step.chance == Fraction(won, 36**wins) == Fraction(1, 36**wins)
        assert (step.becomes, step.fair) == (32**wins, 36**wins)
        # Of all the money put on every row of numbers this is what never comes back.
        assert step.kept == Fraction(36**wins - 32**wins, 36**wins) == 1 - (1 - Fraction(1, 9)) ** wins
    assert winnings_left(36, game.bets[0], 1).kept == Fraction(1, 9)
    assert winnings_left(36, game.bets[0], 2).kept == Fraction(17, 81)


def test_a_stake_that_stays_is_played_again():
    bet = load("biribi-36").bank.bets[0].model_copy(update={"stays": 6})
    step = winnings_left(36, bet, 2)
    # Of thirty numbers that decide one wins.
    assert (step.chance, step.fair, step.kept) == (Fraction(1, 900), 900, 1 - Fraction(1024, 900))


def test_no_play_gets_from_one_sequin_to_1024_more_often_than_leaving_the_winnings():
    document = ruin_document.example(load("biribi-36"))
    assert (document["purse"], document["goal"]) == (1, 1024)
    assert best_by_iteration(36, 31, 1024) == pytest.approx(1 / 1296, rel=1e-12)
    assert document["best"]["chance"] == pytest.approx(1 / 1296, rel=1e-12)
    chances = {line["system"]: line["chance"] for line in document["systems"]}
    assert chances["bold"] == pytest.approx(1 / 1296, rel=1e-12)
    assert chances["flat"] == pytest.approx(flat_by_equations(36, 31, 1024), rel=1e-9)


def best_by_iteration(numbers, gain, goal):
    """The best chance from every purse, from below: one round to play, two, three …, until nothing changes.

    Then no stake from any purse promises more than the purse does, so no play of any length can do better.
    """
    chances = [0.0] * goal + [1.0]

    def promised(purse):
        most = min(purse, -((purse - goal) // gain))
        return max(
            (chances[purse - stake] * (numbers - 1) + chances[min(purse + gain * stake, goal)]) / numbers
            for stake in range(1, most + 1)
        )

    changed = True
    while changed:
        after = [0.0, *(promised(purse) for purse in range(1, goal)), 1.0]
        changed = max(abs(new - old) for new, old in zip(after, chances, strict=True)) > 1e-15
        chances = after
    return chances[1]


def flat_by_equations(numbers, gain, goal):
    """The chance of one stake at a time, from one: a linear equation for each purse."""
    matrix, right = np.eye(goal - 1), np.zeros(goal - 1)
    for purse in range(1, goal):
        if purse > 1:
            matrix[purse - 1, purse - 2] -= (numbers - 1) / numbers
        if purse + gain < goal:
            matrix[purse - 1, purse + gain - 1] -= 1 / numbers
        else:
            right[purse - 1] = 1 / numbers
    return np.linalg.solve(matrix, right)[0]


def test_the_page_of_casanovas_evening_tells_its_figures():
    game = load("biribi-36")
    shown = figures_left.Shown(game.bank.bets[0], ruin_document.example(game))
    with printed():
        height = figures_left.example_height(shown, game, game.example)
        sheet = Sheet(182, height + 12, 6)
        figures_left.draw_example(sheet, 6, shown, game)
        assert overlapping(drawn_texts(sheet)) == []
        lowest = min(y0 for _, (_, y0, _, _) in drawn_texts(sheet))
    assert 5 < lowest < 12, "as high as it says"
    told = " ".join(text.get_text() for text in sheet.figure.findobj(Text))
    for words in (
        "not his report",
        "Two wins in a row make 1,024 sequins of one, once in 1,296 tries.",
        "1/9 = 11.11 %",
        "17/81 = 20.99 %",
        "217/729 = 29.77 %",
        "1 in 46,656",
        "of 1,296 at equal stakes",
        "from 1 to 1,024",
        "1 in 295,219",
        "0.44 %",
    ):
        assert words in " ".join(told.split()), words
    shares = [bar.get_height() for bar in sheet.figure.axes[0].patches if bar.get_y() > 0]
    assert shares == pytest.approx([100 * (1 - (8 / 9) ** wins) for wins in (1, 2, 3)])


def test_the_picture_is_headed_by_the_example_where_there_is_one():
    headings = [picture.heading for picture in pictures(bank_report("biribi-36"))]
    assert "Biribi of 36 numbers: Casanova's evening" in headings
    assert "Biribi: winnings left on the number" in [one.heading for one in pictures(bank_report("biribi"))]


def test_winnings_left_without_an_example_are_told_in_a_table():
    game = load("biribi")
    bet = game.bank.bets[0]
    with printed():
        sheet = Sheet(182, figures_left.parlay_height(bet, game) + 12, 6)
        figures_left.draw_parlay(sheet, 6, bet, game)
        assert overlapping(drawn_texts(sheet)) == []
    told = " ".join(text.get_text() for text in sheet.figure.findobj(Text))
    assert "64² = 4,096" in told
    assert f"201/1225 = {100 * (1 - (64 / 70) ** 2):.2f} %" in told


def test_an_example_at_a_bet_that_pays_more_than_fair_tells_what_the_bank_gives_away(rule_file):
    game = load(rule_file(CASANOVA.replace("value = 36", "value = 20")))
    shown = figures_left.Shown(game.bank.bets[0], None)
    with printed():
        sheet = Sheet(182, figures_left.example_height(shown, game, game.example) + 12, 6)
        figures_left.draw_example(sheet, 6, shown, game)
        assert overlapping(drawn_texts(sheet)) == []
    told = " ".join(text.get_text() for text in sheet.figure.findobj(Text))
    assert "the bank gives\n60.00 %" in told
    assert "3/5 = 60.00 %" in told
    bet = game.bank.bets[0]
    with printed():
        sheet = Sheet(182, figures_left.parlay_height(bet, game) + 12, 6)
        figures_left.draw_parlay(sheet, 6, bet, game)
    told = " ".join(text.get_text() for text in sheet.figure.findobj(Text))
    assert "the bank gives" in told
    assert "each time the bank gives away its edge" in told
    assert "keeps" not in told
    assert not re.search(r"[-−]\d", told)


def test_there_is_no_way_to_a_goal_that_is_too_far_or_not_whole(rule_file):
    assert ruin_document.example(load("biribi")) is None
    for returns in ("142", "5/2", "1"):
        game = load(rule_file(CASANOVA.replace('returns = "32"', f'returns = "{returns}"')))
        assert ruin_document.example(game) is None
