"""What people call the groups."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.names import find_group, group_words
from simulate.groups import GROUP_IDS, GROUPS


@pytest.mark.parametrize("known", GROUPS, ids=lambda group: group.id)
def test_every_id_and_name_finds_its_group(known):
    assert find_group(known.id) == known.id
    assert find_group(known.english) == known.id
    assert find_group(known.english.upper()) == known.id
    for name in known.french:
        assert find_group(name) == known.id


@pytest.mark.parametrize(
    ("text", "group_id"),
    [
        ("besi triple", "besi-triple"),
        ("Triple Bésigue", "besi-triple"),
        ("BEZIQUE", "besi"),
        ("bésigues", "besi"),
        ("a besi", "besi"),
        ("4 aces", "four-aces"),
        ("quatre as", "four-aces"),
        ("cent d'as", "four-aces"),
        ("cent d’as", "four-aces"),
        ("carre de dames", "four-queens"),
        ("les quatre valets", "four-jacks"),
        ("four knaves", "four-jacks"),
        ("4 10", "four-tens"),
        ("mariage d'atout", "trump-marriage"),
        ("marriage in trumps", "trump-marriage"),
        ("royal marriage", "trump-marriage"),
        ("marriages", "marriage"),
        ("mariage", "marriage"),
        ("quinte majeure", "quinte"),
        ("Quintes", "quinte"),
        ("quinte majeure d'atout", "trump-quinte"),
        ("trump_quinte", "trump-quinte"),
        ("carte-blanche", "carte-blanche"),
    ],
)
def test_names_in_both_languages(text, group_id):
    assert find_group(text) == group_id


@pytest.mark.parametrize(
    ("text", "near"),
    [("besi tripple", "besi-triple"), ("quint majer", "quinte majeure"), ("four ace's", "four-aces")],
)
def test_a_near_miss_is_answered_with_the_nearest_names(text, near):
    with pytest.raises(ValueError, match="nearest") as caught:
        find_group(text)
    message = str(caught.value)
    assert repr(text) in message
    assert near in message
    assert "\n" not in message


@pytest.mark.parametrize(
    "text", ["", "!!!", "piquet", "besi besi", "four", "ace", "sequence", "besi à trois"]
)
def test_what_names_no_group_is_refused(text):
    with pytest.raises(ValueError, match="no group is called"):
        find_group(text)


@given(st.text(max_size=300))
def test_any_text_is_a_group_or_one_line_of_refusal(text):
    refusal = ""
    try:
        found = find_group(text)
    except ValueError as error:
        found, refusal = None, str(error)
    assert found in GROUP_IDS or len(refusal.splitlines()) == 1
    assert len(refusal) < 500


def test_groups_in_words():
    assert group_words("besi-triple") == ("a besi triple", "three Q♠ with three J♦")
    assert group_words("besi").cards == "Q♠ with J♦"
    assert group_words("four-aces").a_group == "four aces"
    assert group_words("trump-marriage").cards == "king and queen of trumps"
