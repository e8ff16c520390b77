"""Worked examples of winnings left on a number: the table of the rule file, and the figures of its page."""

import pytest

from analysis import documents
from reports.rows import rules_rows
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
