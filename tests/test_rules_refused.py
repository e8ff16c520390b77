"""Rules that are refused: each in one line that quotes what was wrong and says what is accepted."""

import json
import os
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulate.catalogue import GAME_IDS, RulesError, load, to_toml
from simulate.rules import BesiRules

DOUBLE = to_toml(load("besi-double"))
BIRIBI = to_toml(load("biribi"))
STATUSES = ("documented", "ruling", "inferred", "assumed")


@pytest.fixture(scope="module")
def rule_file(tmp_path_factory):
    """A function that makes a rule file of a text or of bytes, and gives its path."""
    path = tmp_path_factory.mktemp("rules") / "mine.toml"

    def write(content):
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return write


def refused(game, *changes, rules_file=None):
    """The one line with which a game is refused."""
    with pytest.raises(RulesError) as caught:
        load(game, changes, rules_file)
    line = str(caught.value)
    assert line.splitlines() == [line]
    assert len(line) < 1500
    return line


def taken_or_refused(path, changes=()):
    """The game, or None where it was refused in one line; anything else is an error."""
    try:
        return load(path, changes)
    except RulesError as error:
        line = str(error)
    assert line.splitlines() == [line]
    return None


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("hand_size=99", ["hand_size=99", "whole number from 1 to 16"]),
        ("hand_size=0", ["hand_size=0", "from 1 to 16"]),
        ("hand_size=8.0", ["hand_size=8.0", "whole number"]),
        ("hand_size=true", ["hand_size=true", "whole number"]),
        ("hand_size=eight", ["hand_size='eight'", "whole number"]),
        ("hand_size=NaN", ["hand_size=nan", "whole number"]),
        ("hand_size=" + "9" * 5000, ["hand_size='999", "whole number"]),
        ("hand_size=" + "[" * 50_000, ["hand_size='[[", "whole number"]),
        ("seats=5", ["seats=5", "from 2 to 4"]),
        ("packs=0", ["packs=0", "from 1 to 4"]),
        ("besi=-40", ["besi=-40", "from 1 to 10000 or none"]),
        ("besi=many", ["besi='many'", "or none"]),
        ("target=0", ["target=0", "from 1 to 1000000 or none"]),
        ("seven_points=10001", ["seven_points=10001", "from 0 to 10000"]),
        ("figures=yes", ["figures='yes'", "true or false"]),
        ("figures=1", ["figures=1", "true or false"]),
        ("seven=steal", ["seven='steal'", "none, exchange, exchange-or-trick, exchange-or-declare"]),
        ("removed=XX", ["removed=['XX']", "'XX' names no card", "10D"]),
        ("outright=besi,foo", ["outright=", "'foo' names no group", "besi-triple"]),
        ("hand_sizes=9", ["'hand_sizes'", "hand_size,"]),
        ("hand_size", ["'hand_size'", "KEY=VALUE"]),
        ("hand_size=", ["'hand_size='", "KEY=VALUE"]),
        ("=8", ["no parameter ''"]),
    ],
    ids=lambda value: value[:30] if isinstance(value, str) else None,
)
def test_a_wrong_change_is_refused(written, said):
    line = refused("besi-double", written)
    assert all(words in line for words in said), line


@pytest.mark.parametrize(
    ("game_id", "changes", "said"),
    [
        ("besi-simple", ["hand_size=16"], ["hand_size=16", "33 cards", "32"]),
        ("besi-trois", ["seats=4", "packs=1", "hand_size=8"], ["hand_size=8, seats=4", "33 cards", "32"]),
        ("besi-double", ["seats=3"], ["hand_size=8, seats=3", "40 cards", "evenly"]),
        ("besi-double", ["removed=8C"], ["47 cards", "evenly"]),
        ("besi-double", ["removed=8C,8C,8C,8D"], ["removed 8C, 8C, 8C", "2 pack"]),
        ("besi-double", ["trump_from=first-marriage"], ["exchange-or-trick", "first-marriage", "turn-up"]),
        ("besi-double", ["teams=true"], ["teams=true", "seats=2", "four seats"]),
        # All cards dealt: possible to share, but there would be nothing to draw.
        ("besi-simple", ["hand_size=16", "trump_from=first-marriage", "seven=none"], ["0 cards", "one each"]),
    ],
)
def test_an_impossible_game_is_refused(game_id, changes, said):
    line = refused(game_id, *changes)
    assert all(words in line for words in said), line


def edited(text, old, new):
    """The text with its first `old` made `new`; it must have one."""
    assert old in text
    return text.replace(old, new, 1)


PARAMETER = '{ value = 1, source = "", status = "assumed" }'
WRONG_RETURNS = ('"1/0"', "0", '"0/5"', "-64", "inf", "nan", "true", '"1e999999999"', '"many"', "[64]")
OPTION_9 = "{ value = 9,"
PLEIN = BIRIBI[BIRIBI.index("[[bets]]") : BIRIBI.index("[[misreadings]]")]
HAND = next(line for line in DOUBLE.splitlines() if line.startswith("hand_size"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ["id is missing"]),
        ("= [", ["not valid TOML"]),
        ("a = " + "[" * 5000, ["not valid TOML", "deep"]),
        ("a = " + "9" * 5000, ["not valid TOML"]),
        (b"\xff\xfe\x00", ["not UTF-8"]),
        ("#" * 1_000_001, ["larger than 1000000 bytes"]),
        (edited(DOUBLE, "seats =", "chairs ="), ["seats is missing", "from 2 to 4"]),
        (edited(DOUBLE, "[rules]", f"[rules]\ncolour = {PARAMETER}"), ["'colour'"]),
        (edited(DOUBLE, "title =", "tittle ="), ["title is missing"]),
        *(
            (edited(DOUBLE, 'title = "Besi double"', f'title = "{title}"'), ["title=", "on one line"])
            for title in ("", "  ", "Besi\\ndouble", "\\u001b[31mBesi")
        ),
        (edited(DOUBLE, "[rules]", "speed = 1\n[rules]"), ["unknown key 'speed'", "about"]),
        (edited(DOUBLE, HAND, "hand_size = 8"), ["rules.hand_size=8", "a table"]),
        (edited(DOUBLE, HAND, 'hand_size = { value = 8, source = "S0" }'), ["status is missing", *STATUSES]),
        (edited(DOUBLE, 'status = "documented"', 'status = "certain"'), ["status='certain'", *STATUSES]),
        (edited(DOUBLE, OPTION_9, "{ value = 17,"), ["option of hand_size", "17", "from 1 to 16"]),
        (edited(DOUBLE, OPTION_9, '{ value = "none",'), ["option of hand_size", "'none'", "from 1 to 16"]),
        (edited(DOUBLE, OPTION_9, "{ value = 1979-05-27,"), ["option of hand_size", "1979-05-27"]),
        (edited(DOUBLE, "value = 8", "value = 0x" + "f" * 9000), ["hand_size", "too large", "from 1 to 16"]),
        (edited(DOUBLE, 'id = "besi-double"', 'id = "../besi"'), ["id='../besi'", "letters"]),
        (edited(DOUBLE, 'id = "besi-double"', 'id = "a\\n"'), ["id='a\\n'", "letters"]),
        (edited(DOUBLE, 'family = "besi"', 'family = "tarot"'), ["'tarot'", "besi, banking"]),
        (DOUBLE + PLEIN, ["bets", "'banking'"]),
        (edited(DOUBLE, 'family = "besi"', 'family = "banking"'), ["numbers is missing"]),
        (BIRIBI.split("[[bets]]")[0], ["needs a bet"]),
        (BIRIBI + PLEIN, ["more than one bet", "'plein'"]),
        (edited(BIRIBI, "[rules]", f"[rules]\nbets = {PARAMETER}"), ["[[bets]]"]),
        (edited(BIRIBI, "covers = 1", "covers = 71"), ["'plein'", "71", "70"]),
        (edited(BIRIBI, "covers = 1", "covers = 0"), ["covers=0", "from 1 up"]),
        (edited(BIRIBI, "value = 70", "value = 1"), ["numbers=1", "from 2 to 10000"]),
        *(
            (edited(BIRIBI, 'returns = "64"', f"returns = {returns}"), ["returns=", "a number above 0"])
            for returns in WRONG_RETURNS
        ),
    ],
    ids=lambda value: "",
)  # fmt: skip
def test_a_wrong_file_is_refused(text, said, rule_file):
    path = rule_file(text)
    for line in (refused(path), refused("besi-double", rules_file=path)):
        assert all(words in line for words in said), line


def test_what_is_no_rule_file_is_refused(tmp_path):
    assert all(game_id in refused("besi-quintuple") for game_id in GAME_IDS)
    assert "No such file" in refused(str(tmp_path / "missing.toml"))
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    assert "it is no file" in refused(str(folder))
    assert "besi.txt" in refused("besi.txt")
    assert "too long" in refused("a" * 500 + ".toml")
    refused("nul\0.toml")
    refused("two\nlines.toml")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_refused_and_not_waited_for(tmp_path):
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    assert "it is no file" in refused(str(pipe))


# Nothing but a game or one line


@settings(deadline=None, max_examples=60)
@given(content=st.binary(max_size=200) | st.text(max_size=200))
def test_any_file_is_taken_or_refused(content, rule_file):
    assert taken_or_refused(rule_file(content)) is None


LITERALS = (
    "1", "-1", "0", "8", "64", "1.5", "1e400", "inf", "nan", "true", '""', '"none"', '"8C"', '"1/0"',
    '"\\u0000"', '"\\u007f"', "[]", "[1]", '["8C"]', '["besi"]', "[[[]]]", "{}", "{ value = 1 }",
    "1979-05-27", "07:32:00", "0x" + "f" * 9000, "9" * 400,
)  # fmt: skip


@settings(deadline=None, max_examples=100)
@given(data=st.data(), text=st.sampled_from([DOUBLE, BIRIBI]), literal=st.sampled_from(LITERALS))
def test_any_value_anywhere_is_taken_or_refused(data, text, literal, rule_file):
    places = [match.span(1) for match in re.finditer(r' = ("[^"]*"|\[[^\]]*\]|\{.*\}|\w+)', text)]
    places += [match.span(1) for match in re.finditer(r'\w+ = ("[^"]*"|\w+)', text)]
    first, last = data.draw(st.sampled_from(sorted(set(places))))
    game = taken_or_refused(rule_file(text[:first] + literal + text[last:]))
    if game:
        assert load(rule_file(to_toml(game))) == game


@settings(deadline=None, max_examples=80)
@given(data=st.data(), text=st.sampled_from([DOUBLE, BIRIBI]), patch=st.text(max_size=8))
def test_any_damage_is_survived(data, text, patch, rule_file):
    first, last = sorted(data.draw(st.lists(st.integers(0, len(text)), min_size=2, max_size=2)))
    taken_or_refused(rule_file(text[:first] + patch + text[last:]))


@settings(deadline=None, max_examples=100)
@given(
    key=st.sampled_from(sorted(BesiRules.model_fields)) | st.text(max_size=5),
    value=st.sampled_from(LITERALS) | st.text(max_size=12) | st.integers().map(str),
)
def test_any_change_is_taken_or_refused(key, value):
    game = taken_or_refused("besi-double", [f"{key}={value}"])
    if game:
        assert BesiRules.model_validate(json.loads(game.besi.model_dump_json())) == game.besi
