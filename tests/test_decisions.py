"""Decision tables: every situation against the readable engine's, and answers that are known by hand."""

import json
import threading
from pathlib import Path

import numpy as np
import pytest

from simulate.besi_table import play_shuffled
from simulate.catalogue import change, load
from simulate.decisions import Decisions, DecisionTables, prepare_decisions, run_decisions
from simulate.rules import Game
from simulate.run import Interrupted
from simulate.situations import Pair, pair_table
from tests.forks import Orders, Play, Situation, dealt, situations_of, tally_of
from tests.scenes import card, cards, rules_for, scripted

SEED = 3
NESTED = {
    pair: Pair(*pair, nested=True)
    for pair in [("marriage", "quinte"), ("trump-marriage", "trump-quinte"), ("besi", "besi-double")]
}


def game_with(game_id: str, *changes: str) -> Game:
    return change(load(game_id), changes)


def check_against_the_readable_engine(game: Game, player: str, first: int, count: int) -> int:
    """The core's counters are those of the situations told one by one; the number of these."""
    plan = prepare_decisions(game, player)
    play = [dealt(game.besi, player, SEED, deal) for deal in range(first, first + count)]
    deals = [situations_of(game.besi, each) for each in play]
    for deal, situations in enumerate(deals, first):
        assert plan.decisions(SEED, deal, 1).to_json() == tally_of(plan, [situations]), f"deal {deal}"
    assert plan.decisions(SEED, first, count).to_json() == tally_of(plan, deals)
    return sum(map(len, deals))


@pytest.mark.parametrize(
    ("game_id", "change_with", "deals", "least"),
    [
        ("besi-double", "lower_after_higher=true", 30, 10),
        ("besi-double", "lower_after_higher=false", 30, 10),
        ("besi-trois", "lower_after_higher=false", 6, 20),
        ("besi-borgne-3", "lower_after_higher=true", 6, 20),
        ("besi-double", "seven=exchange-or-declare", 15, 5),
        ("besi-quatre", "lay_down_all=false", 4, 10),
        ("rubicon", "lower_after_higher=false", 1, 5),
    ],
)
def test_every_situation_is_worth_what_the_readable_engine_makes_of_it(
    game_id: str, change_with: str, deals: int, least: int
) -> None:
    game = game_with(game_id, change_with)
    assert check_against_the_readable_engine(game, "club", 0, deals) >= least


@pytest.mark.slow
def test_forks_of_random_players_are_those_of_the_readable_engine() -> None:
    game = game_with("besi-double", "lower_after_higher=false")
    assert check_against_the_readable_engine(game, "random", 100, 100) > 5


@pytest.mark.prove
@pytest.mark.parametrize("lower_after_higher", ["true", "false"])
@pytest.mark.parametrize("player", ["club", "random"])
@pytest.mark.parametrize(
    "game_id",
    ["besi-simple", "besi-double", "besi-trois", "besi-quatre", "besi-borgne-2", "besi-borgne-4", "besigue",
     "besigue-sans-retourne", "besigue-quatre", "besigue-xix", "rubicon"],
)  # fmt: skip
def test_long_agreement_on_situations(game_id: str, player: str, lower_after_higher: str) -> None:
    game = game_with(game_id, f"lower_after_higher={lower_after_higher}")
    # Players at random seldom have a choice.
    deals = {"club": 150, "random": 600}[player]
    assert check_against_the_readable_engine(game, player, 1000, deals) > 0


@pytest.mark.slow
def test_what_random_players_do_no_declaration_changes() -> None:
    """They look at no card, so either way the tricks are the same: only what is declared differs."""
    plan = prepare_decisions(load("besi-double"), "random")
    decisions = plan.decisions(SEED, 0, 40_000)
    rules = plan.game.besi
    last_draw = 0
    assert (decisions.sums[:, 0] == decisions.sums[:, 1]).all()
    assert (decisions.squares[:, 0] == decisions.squares[:, 1]).all()
    seen = 0
    for place, pair in enumerate(plan.pairs):
        count = decisions.situations[place, last_draw]
        gain = rules.value_of(pair.lower) - rules.value_of(pair.higher)
        assert decisions.sums[place, 0, last_draw] == count * gain
        assert decisions.squares[place, 0, last_draw] == count * gain**2
        seen += count > 0
    assert seen > 10


def test_where_all_is_laid_down_nothing_comes_first() -> None:
    """Forked into two ways that can't differ, a deal brings exactly the same."""
    plan = prepare_decisions(load("besi-quatre"), "club")
    decisions = plan.decisions(SEED, 0, 400)
    assert decisions.situations.sum() > 500
    assert not decisions.squares.any()
    assert not decisions.products.any()


def test_a_deal_forked_into_what_it_does_anyway_ends_as_it_does() -> None:
    """With ranks turned round the branch declares what the deal itself declares, taken for the other way."""
    others = ("marriage", "trump_marriage", "four_aces", "four_kings", "four_queens", "four_jacks", "quinte",
              "trump_quinte")  # fmt: skip
    plan = prepare_decisions(game_with("besi-double", *(f"{group}=none" for group in others)), "club")
    assert plan.pairs == (NESTED["besi", "besi-double"],)
    honest = plan.decisions(SEED, 0, 2000)
    plan._ranks = -plan._ranks
    turned = plan.decisions(SEED, 0, 2000)
    assert (turned.situations == honest.situations).all()
    assert honest.situations.sum() > 50
    assert not turned.squares.any()
    assert honest.squares.any()


def scene_of(hand: str, plays: str, talon: str, **changes: object) -> list[Situation]:
    """Situations of a deal in which seat 0 holds and plays what is written, hearts being trump."""
    size = len(hand.split())
    blanks = "9C 9D 9S 8C 8D 8S 7C 7D 7S 9C' 9D' 9S' 8C' 8D' 8S'"
    other = cards(blanks)[:size]
    rules = rules_for("besi-double").model_copy(update={"seats": 2, "hand_size": size} | changes)
    shuffled = [*cards(hand), *other, card("9H"), *cards(talon)]

    def play(orders: Orders) -> object:
        players = [scripted(plays), scripted("")]
        return play_shuffled(rules, players, orders, shuffled, lambda seat, trick: 0)

    told: Play = play  # type: ignore[assignment]
    return situations_of(rules, told)


QUINTE = "AH 10H KH QH JH"
BESIS = "QS QS' JD JD'"


@pytest.mark.parametrize(
    ("hand", "pair", "last", "before_last", "allowed_before_last"),
    [
        # Of two draws the one way scores both groups in turn, if the rules let the lower one follow.
        (QUINTE, NESTED["trump-marriage", "trump-quinte"], 40 - 250, 40, 0),
        ("AD 10D KD QD JD", NESTED["marriage", "quinte"], 20 - 150, 20, 0),
        (BESIS, NESTED["besi", "besi-double"], 40 - 500, 40, 0),
        # Groups without a card in common both score whatever comes first.
        ("QS JD KH QH", Pair("besi", "trump-marriage", False), 0, 0, 0),
        ("KD QD AC'' AD' AS' AH'", Pair("marriage", "four-aces", False), 20 - 100, 0, 0),
    ],
)
def test_a_scene_is_worth_what_is_reckoned_by_hand(
    hand: str, pair: Pair, last: int, before_last: int, allowed_before_last: int
) -> None:
    for allowed, expected in ((True, allowed_before_last), (False, before_last)):
        found = [
            one
            for one in scene_of(f"AC AC' {hand}", "AC AC'", "8H' 8D'' 7S''", lower_after_higher=allowed)
            if one.pair == pair
        ]
        assert found[0] == Situation(pair, 2, expected, expected)
        (only,) = [
            one for one in scene_of(f"AC {hand}", "AC", "8H'", lower_after_higher=allowed) if one.pair == pair
        ]
        assert only == Situation(pair, 1, last, last)


def test_pairs_are_nested_ones_first_and_the_lower_is_the_inner_one() -> None:
    table = pair_table(load("besi-double").besi)
    assert table.pairs[: table.nested] == tuple(NESTED.values())
    assert not any(pair.nested for pair in table.pairs[table.nested :])
    # Ten groups have a value; a marriage and a quinte are a pair in one suit and another in two.
    assert len(table.pairs) == 10 * 9 // 2 + 1
    assert Pair("besi", "trump-marriage", False) in table.pairs, (
        "of equal value the canonical first is higher"
    )
    dear = pair_table(game_with("besi-double", "marriage=900").besi)
    assert Pair("marriage", "quinte", True) in dear.pairs
    assert Pair("quinte", "marriage", False) in dear.pairs


def test_before_there_is_a_trump_a_marriage_is_a_trump_marriage() -> None:
    table = pair_table(load("besi-borgne-3").besi)
    hearts_marriage, hearts_quinte, spades_quinte = 2, 4 + 2, 4 + 3
    places = table.places[0, hearts_marriage]
    assert table.pairs[places[hearts_quinte]] == Pair("trump-marriage", "quinte", True)
    assert table.pairs[places[spades_quinte]] == Pair("trump-marriage", "quinte", False)
    assert (pair_table(load("besi-double").besi).places[0] == -1).all()


def test_neither_threads_nor_blocks_change_a_figure() -> None:
    plans = [prepare_decisions(game_with("besi-double", f"lower_after_higher={way}"), "club")
             for way in ("true", "false")]  # fmt: skip
    one, two = (run_decisions(plans, SEED, 900, threads) for threads in (1, 3))
    assert json.dumps([each.to_json() for each in one]) == json.dumps([each.to_json() for each in two])
    parts = [plans[0].decisions(SEED, first, 300) for first in (0, 300, 600)]
    assert parts[0] + parts[1] + parts[2] == one[0]
    assert one[0] != one[1]


def test_a_run_that_was_stopped_goes_on(runs_folder: Path) -> None:
    plans = [prepare_decisions(load("besi-double"), "club")]
    whole = plans[0].decisions(SEED, 0, 5000)
    stop = threading.Event()
    with pytest.raises(Interrupted) as stopped:
        run_decisions(plans, SEED, 5000, 1, progress=lambda done: stop.set(), stop=stop)
    assert 0 < stopped.value.done < 5000
    assert stopped.value.kept
    notes: list[str] = []
    (resumed,) = run_decisions(plans, SEED, 5000, 1, note=notes.append)
    assert resumed == whole
    assert "resuming" in notes[0]
    assert not list(runs_folder.iterdir())


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda saved: saved.pop("sums"), "not a table"),
        (lambda saved: saved.update(deals=1.5), "1.5 is no integer"),
        (lambda saved: saved.update(squares=[[]]), "squares has the wrong shape"),
        (lambda saved: saved["deal_counts"].pop(), "deal_counts has the wrong shape"),
        (lambda saved: saved["deal_counts"].__setitem__(0, "1"), "'1' is no integer"),
    ],
)
def test_damaged_counters_are_refused(spoil: object, said: str) -> None:
    saved = Decisions.zero(4, 2, 3).to_json()
    assert Decisions.from_json(saved) == Decisions.zero(4, 2, 3)
    spoil(saved)  # type: ignore[operator]
    with pytest.raises(ValueError, match=said):
        Decisions.from_json(saved)


def test_counters_without_a_nested_pair_can_be_kept() -> None:
    saved = json.loads(json.dumps(Decisions.zero(3, 0, 5).to_json()))
    assert Decisions.from_json(saved).products.shape == (0, 5, 5)


@pytest.mark.parametrize("saved", [{}, [], None])
def test_what_is_no_list_of_tables_is_refused(saved: object) -> None:
    with pytest.raises(ValueError, match="not a list"):
        DecisionTables.from_json(saved)


def test_tables_of_different_runs_are_refused() -> None:
    one, other = Decisions.zero(2, 1, 2).to_json(), Decisions.zero(2, 1, 2).to_json() | {"deals": 7}
    with pytest.raises(ValueError, match="different numbers"):
        DecisionTables.from_json([one, other])
    with pytest.raises(ValueError, match="different games"):
        Decisions.zero(2, 1, 2) + Decisions.zero(2, 1, 3)


def test_counters_are_whole_numbers_of_any_size() -> None:
    one = prepare_decisions(load("besi-double"), "club").decisions(SEED, 0, 50)
    many = one
    for _ in range(60):
        many = many + many
    assert many.situations.sum() == one.situations.sum() * 2**60 > np.iinfo(np.int64).max
