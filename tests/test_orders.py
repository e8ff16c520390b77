"""Declaration orders: what each puts first, in plain cases; and that both engines read them alike."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulate.besi_table_groups import ANNOUNCEMENTS, Candidate
from simulate.besi_table_order import by_order
from simulate.cards import Card
from simulate.catalogue import RulesError, load
from simulate.order_texts import order_of
from simulate.orders import NAMED, Order, Phase, named_order
from simulate.rules import BesiRules
from tests.agreement import check_agreement, plan_for, rules_with
from tests.strategies import orders, rule_sets

SEED = 4
# Offers as (group, suit): hearts are trump.
MARRIAGE, TRUMP_MARRIAGE, QUINTE, TRUMP_QUINTE = (
    ("marriage", 1), ("trump-marriage", 2), ("quinte", 1), ("trump-quinte", 2)
)  # fmt: skip
OTHER_MARRIAGE = ("marriage", 0)
BESI, DOUBLE, TRIPLE, ACES, JACKS = (
    (group_id, -1) for group_id in ("besi", "besi-double", "besi-triple", "four-aces", "four-jacks")
)
RULES = load("besi-trois").besi


def first(order: str, *groups: tuple[str, int], draws_left: int = 10) -> tuple[str, int] | None:
    """What an order declares of these groups."""
    offers = [offer(group_id, suit) for group_id, suit in groups]
    chosen = by_order(order_of(order))(offers, 2, draws_left)
    return None if chosen is None else (chosen.group_id, chosen.suit)


def offer(group_id: str, suit: int) -> Candidate:
    """An offer of a group with as many cards as it takes, whichever they are."""
    announced = next(each for each in ANNOUNCEMENTS if group_id in each.names and each.suit in (suit, -1))
    size = 4 if announced.use == "four" else announced.each * len(announced.kinds)
    cards = tuple(Card(0, 0, copy) for copy in range(size))
    return Candidate(announced.number, announced.use, group_id, suit, cards, RULES.value_of(group_id))


@pytest.mark.parametrize(
    ("order", "offers", "expected"),
    [
        ("highest-first", [MARRIAGE, QUINTE, ACES], QUINTE),
        ("highest-first", [JACKS, BESI, TRUMP_MARRIAGE], TRUMP_MARRIAGE),
        ("lowest-first", [ACES, QUINTE, MARRIAGE, OTHER_MARRIAGE], OTHER_MARRIAGE),
        ("lowest-first", [JACKS, BESI, TRUMP_MARRIAGE], TRUMP_MARRIAGE),
        ("nested-first", [QUINTE, MARRIAGE, ACES], MARRIAGE),
        ("nested-first", [QUINTE, OTHER_MARRIAGE, ACES], QUINTE),
        ("nested-first", [TRUMP_QUINTE, TRUMP_MARRIAGE, MARRIAGE], TRUMP_MARRIAGE),
        ("nested-first", [ACES, MARRIAGE], ACES),
        ("nested-first", [BESI, DOUBLE, TRIPLE], DOUBLE),
        ("nested-first", [BESI, TRIPLE], BESI),
        ("nested-first", [BESI, TRUMP_QUINTE], TRUMP_QUINTE),
        ("fragile-first", [ACES, TRIPLE, TRUMP_QUINTE], TRIPLE),
        ("fragile-first", [ACES, QUINTE, BESI], QUINTE),
        ("fragile-first", [ACES, DOUBLE], DOUBLE),
        ("none", [ACES, QUINTE], None),
        ("besi>marriage", [ACES, BESI, QUINTE, MARRIAGE], BESI),
        ("besi>marriage", [ACES, QUINTE, MARRIAGE], MARRIAGE),
        ("besi>marriage", [ACES, QUINTE], QUINTE),
        ("besi>marriage>none", [ACES, QUINTE], None),
        ("besi>none", [ACES, BESI], BESI),
        ("four-jacks", [ACES, JACKS], JACKS),
    ],
)  # fmt: skip
def test_what_an_order_puts_first(order: str, offers: list[tuple[str, int]], expected: object) -> None:
    assert first(order, *offers) == first(order, *reversed(offers)) == expected


def test_late_highest_changes_with_the_draws_left() -> None:
    nested = [first("late-highest:5", QUINTE, MARRIAGE, draws_left=draws) for draws in (6, 5, 4, 1)]
    assert nested == [MARRIAGE, MARRIAGE, QUINTE, QUINTE]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("highest", "no order 'highest'; orders are highest-first"),
        ("late-highest:0", "N from 1 to 63"),
        ("late-highest:x", "N from 1 to 63"),
        ("late-highest:64", "N from 1 to 63"),
        ("besi>bezique", "no group 'bezique'; groups are marriage, "),
        ("besi>carte-blanche", "no group 'carte-blanche'"),
        ("besi>four-aces>besi", "'besi' stands twice"),
        ("besi>>four-aces", "no group ''"),
        (">none", "no group ''"),
        ("besi-quadruple>besi", "'besi-quadruple' is worth nothing in this game"),
        ("nowhere.toml", "can't read order file 'nowhere.toml'"),
    ],
)
def test_what_is_no_order_is_refused_in_a_line(text: str, said: str) -> None:
    with pytest.raises(RulesError) as refused:
        order_of(text, RULES)
    assert said in str(refused.value)


FILE = """
[[phase]]
draws = 8
ahead = [["marriage", "quinte"]]
[[phase]]
ranking = ["besi-double", "besi"]
rest = "none"
[provenance]
found = "by hand"
"""


def test_an_order_file_is_read_and_told_by_its_content(tmp_path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(FILE)
    order = order_of(str(path))
    assert order.phases == (
        Phase(8, (), "highest", (("marriage", "quinte"),)),
        Phase(0, ("besi-double", "besi"), "none", ()),
    )
    assert order_of(order.name) == order
    path.write_text(FILE.replace("8", "9"))
    assert order_of(str(path)).name != order.name
    with pytest.raises(RulesError, match="was changed since"):
        order_of(order.name)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("draws = 8", "draws = 0", "from the most draws left down"),
        ("draws = 8", "draws = 64", "phase.0.draws=64"),
        ('rest = "none"', 'rest = "some"', "takes one of highest, lowest, fragile, none"),
        ('"besi-double", "besi"', '"besi", "besi"', "'besi' stands twice"),
        ('["marriage", "quinte"]', '["quinte", "quinte"]', "can't go ahead of itself"),
        ('["marriage", "quinte"]', '["marriage", "piquet"]', "no group 'piquet'"),
        ('["marriage", "quinte"]', '["marriage"]', "phase.0.ahead.0.1 is missing"),
        ('["marriage", "quinte"]', '["marriage", 3]', "phase.0.ahead.0.1=3: takes text"),
        ('["marriage", "quinte"]', '["marriage", "quinte", "besi"]', "takes a list"),
        ("[provenance]", "[origin]", "unknown key 'origin'"),
        ("[[phase]]", "[phase]", "not valid TOML"),
    ],
)
def test_what_is_wrong_in_an_order_file_is_told(tmp_path, old: str, new: str, said: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(FILE.replace(old, new, 1))
    with pytest.raises(RulesError) as refused:
        order_of(str(path))
    assert str(path) in str(refused.value)
    assert said in str(refused.value)


NAMES = (*NAMED, "late-highest:6", "four-kings>besi>none", "besi>besi-double>marriage>quinte")


@pytest.mark.parametrize("game", ["besi-double", "besi-borgne-3", "rubicon", "besi-quatre"])
@pytest.mark.parametrize("order", NAMES)
def test_engines_agree_on_named_orders(game: str, order: str) -> None:
    rules = rules_with(game, lower_after_higher=order != "nested-first")
    check_agreement(rules, ("club",) * rules.seats, SEED, 0, 6, (order,) * rules.seats)


@given(rule_sets(rubicon=True), st.data())
@settings(max_examples=30, deadline=None)
def test_engines_agree_on_drawn_orders(rules: BesiRules, data: st.DataObject) -> None:
    drawn = [data.draw(orders()) for _ in range(rules.seats)]
    check_agreement(rules, ("random",) * rules.seats, SEED, 0, 4, drawn)


def points(rules: BesiRules, chosen: Sequence[Order | str]) -> list[list[list[int]]]:
    """All that is kept of each of 300 deals, seat by seat."""
    return plan_for(rules, ("club", "club"), chosen).rows(SEED, 0, 300).tolist()


def test_declaring_nothing_scores_nothing() -> None:
    played = points(rules_with("besi-double"), ("none", "highest-first"))
    assert not any(deal[0][1] or deal[0][6] for deal in played)
    assert any(deal[1][1] for deal in played)


def test_orders_that_spell_the_same_play_the_same() -> None:
    rules = rules_with("besi-double")
    spelt = "besi-double>trump-quinte>quinte>four-aces>four-kings>four-queens>trump-marriage>besi>four-jacks"
    assert points(rules, (spelt, spelt)) == points(rules, ("highest-first", "highest-first"))
    # With marriages of no value and one besi there is nothing that a group could be part of.
    poor = rules_with("besi-double", marriage=None, trump_marriage=None, besi=None)
    assert points(poor, ("nested-first",) * 2) == points(poor, ("highest-first",) * 2)
    assert points(rules, ("nested-first",) * 2) != points(rules, ("highest-first",) * 2)


def test_late_highest_has_nested_first_and_highest_first_at_its_ends() -> None:
    rules = rules_with("besi-double", lower_after_higher=False)
    assert points(rules, ("late-highest:1",) * 2) == points(rules, ("nested-first",) * 2)
    assert points(rules, ("late-highest:25",) * 2) == points(rules, ("highest-first",) * 2)
    assert named_order("late-highest:25") != named_order("highest-first")


def test_the_order_file_of_the_readme_is_one(tmp_path: Path) -> None:
    readme = (Path(__file__).parent.parent / "README.md").read_text("utf-8")
    (block,) = re.findall(r"```toml\n(\[\[phase\]\].*?)```", readme, re.DOTALL)
    path = tmp_path / "my-order.toml"
    path.write_text(block, "utf-8")
    assert order_of(str(path)).phases == (
        Phase(8, ahead=(("marriage", "quinte"),)),
        Phase(ranking=("besi-double",)),
    )
