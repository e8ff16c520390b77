"""The player `tuned`: it balances as its weights say, beats `club`, and its weights can be found again."""

import re
import tomllib
from collections.abc import Sequence
from contextlib import nullcontext
from importlib import resources
from math import sqrt
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from simulate.cards import ACE, DIAMONDS, JACK, KING, QUEEN, SEVEN, SPADES, TEN, Card, card_of
from simulate.catalogue import load
from simulate.events import Played
from simulate.groups import QUINTE_RANKS
from simulate.packing import BESI, FOUR, QUINTE
from simulate.rules import BesiRules
from simulate.run import Interrupted
from simulate.training import Training, train
from simulate.view import View
from simulate.weights import LAYOUT, TRAINED, from_tables, nearest_game, to_tables, to_toml, weights_of
from tests.agreement import BESI_GAMES, Readable, check_agreement, plan_for, rules_with
from tests.any_deals import best_of, card_set, cards_in_order
from tests.command_line import answer, besi, check_refused

SEED = 3
NEAREST = {
    "besi-simple": ("besi-simple", "besi-borgne-2", "besigue-xix"),
    "besi-double": (
        "besi-double", "besi-quatre", "besi-borgne-2-double", "besi-borgne-4", "besigue-xix-double",
    ),
    "besi-trois": ("besi-trois", "besi-borgne-3", "rubicon"),
    "besigue": (
        "besigue", "besigue-trois", "besigue-quatre", "besigue-sans-retourne", "besigue-panache",
    ),
}  # fmt: skip


# What it plays, reckoned card by card as the weights' layout tells it


def balances(view: View, rules: BesiRules, tables: dict[str, Any]) -> dict[tuple[int, int], int]:
    """The balance of each kind in hand while the talon lasts."""
    hand, shown = card_set(view.hand), card_set(view.shown)
    turned = {card_of(view.turned)} if view.turned >= 0 else set()
    unseen = card_set(view.pack) - hand - card_set(view.played) - shown - turned
    bucket = sum(view.draws_left > few for few in (1, 3, 8))
    worth, ready = {}, 0
    announced = int(view.announced)
    values = [
        0 if rules.once_per_announcement and announced >> number & 1 else points
        for number, points in enumerate(instance_points(rules, view.trump))
    ]

    def fresh(used: Any) -> set[Card]:
        return hand - card_set(used)

    kings = {card for card in fresh(view.used_marriage) if card.rank in (KING, QUEEN)}
    for kind in {card.kind for card in hand}:
        suit, rank = kind
        copies = [card for card in hand if card.kind == kind]
        trump = int(suit == view.trump)
        total = tables["base"][bucket][trump][rank]
        if len(copies) > 1:
            total += tables["spare"][bucket]
        if rank in (KING, QUEEN) and values[suit]:
            partner = (suit, KING + QUEEN - rank)
            mine = any(card in kings for card in copies)
            if mine and any(card.kind == partner for card in kings):
                ready = max(ready, values[suit])
                total += tables["marriage"][bucket][trump][0] * (len(copies) == 1)
            elif mine and (coming := sum(card.kind == partner for card in unseen)):
                total += tables["marriage"][bucket][trump][1 if coming > 1 else 2] * (len(copies) == 1)
        own = {card.rank for card in fresh(view.used_quinte) if card.suit == suit and card.rank <= JACK}
        if values[QUINTE + suit] and own | {card.rank for card in unseen if card.suit == suit} >= {
            *QUINTE_RANKS
        }:
            if len(own) == 5:
                ready = max(ready, values[QUINTE + suit])
            if rank in own and len(copies) == 1:
                total += tables["quinte"][bucket][trump][len(own) - 1]
        if rank <= JACK and values[FOUR + rank]:
            have = [card for card in fresh(view.used_four) if card.rank == rank]
            more = [card for card in unseen if card.rank == rank]
            if rules.panache:
                count = len({card.suit for card in have})
                most = len({card.suit for card in [*have, *more]})
            else:
                count, most = len(have), len(have) + len(more)
            if count >= 4:
                ready = max(ready, values[FOUR + rank])
            serves = any(card.kind == kind for card in have) and not (rules.panache and len(copies) > 1)
            if most >= 4 and 0 < count <= 4 and serves:
                total += tables["four"][bucket][rank][count - 1]
        if kind in ((SPADES, QUEEN), (DIAMONDS, JACK)):
            worth_of_besi, complete = besi_of(view, rules, hand, unseen, values, tables["besi"][bucket], kind)
            total += worth_of_besi
            ready = max(ready, complete)
        exchange = view.turned >= 0 and rules.seven != "none" and card_of(view.turned).rank != SEVEN
        if kind == (view.trump, SEVEN) and exchange:
            total += tables["seven"][bucket]
        worth[kind] = total
    eager = sum(ready >= points for points in (1, 60, 200)) + 4 * (view.draws_left == 1)
    return {
        kind: in_the_trick(view, rules, kind, eager, unseen | shown, tables) - total
        for kind, total in worth.items()
    }


def instance_points(rules: BesiRules, trump: int) -> list[int]:
    """What each instance is worth by its number (`simulate.packing`), spelt out once more."""
    times = rules.point_multiplier
    quinte_too = rules.trump_from == "first-marriage-or-quinte"
    marriages = ["trump_marriage" if trump in (suit, -1) else "marriage" for suit in range(4)]
    quintes = [
        "trump_quinte" if suit == trump or (trump == -1 and quinte_too) else "quinte" for suit in range(4)
    ]
    fours = [f"four_{name}" for name in ("aces", "tens", "kings", "queens", "jacks")]
    besis = ["besi", "besi_double", "besi_triple", "besi_quadruple"]
    return [times * (getattr(rules, name) or 0) for name in (*marriages, *quintes, *fours, *besis)]


def besi_of(
    view: View, rules: BesiRules, hand: set[Card], unseen: set[Card], values: list[int], table: Any,
    kind: tuple[int, int],
) -> tuple[int, int]:  # fmt: skip
    """What the levels of besi give to one of its kinds; the points of the best that is ready."""

    def count(cards: set[Card], wanted: tuple[int, int]) -> int:
        return sum(card.kind == wanted for card in cards)

    other = (DIAMONDS, JACK) if kind == (SPADES, QUEEN) else (SPADES, QUEEN)
    worth = ready = 0
    for level, used in enumerate((view.used_besi, view.used_besi2, view.used_besi3, view.used_besi4), 1):
        if not values[BESI + level - 1] or (
            not rules.redeclare and int(view.announced) >> (BESI + level - 1) & 1
        ):
            continue
        mine, others = count(hand, kind), count(hand, other)
        if min(mine + count(unseen, kind), others + count(unseen, other)) < level:
            continue
        fresh = hand - card_set(used) if rules.redeclare else hand
        if min(count(fresh, kind), count(fresh, other)) >= level:
            ready = values[BESI + level - 1]
        lacking = level - mine + max(level - others, 0)
        if mine <= level and lacking < 4:
            worth += table[level - 1][lacking]
    return worth, ready


def in_the_trick(
    view: View, rules: BesiRules, kind: tuple[int, int], eager: int, others: set[Card], tables: dict[str, Any]
) -> int:
    """What a kind does in the trick."""
    suit, rank = kind
    trump, brisque = int(suit == view.trump), rank in (ACE, TEN)
    if view.on_table == 0:
        above = sum(card.suit == suit and card.rank < rank for card in others)
        strength = sum(above > few for few in (0, 2, 5))
        return tables["lead"][eager][trump][strength] + (tables["lead_brisque"][trump] if brisque else 0)
    to_come = int(view.on_table != rules.seats - 1)
    on_table = cards_in_order((view.table, 0), view.on_table)
    partner_has_it = rules.teams and view.best_seat == view.seat ^ 2
    if partner_has_it and (rules.lay_down_all or eager % 4 == 0):
        return tables["take_brisque"][to_come] if brisque else 0
    card = Card(suit, rank, 9)
    if best_of([*on_table, card], view.trump) != card:
        return tables["lose_brisque"][0] if brisque else 0
    taking = tables["take"][eager][to_come] + tables["take_point"][to_come] * view.table_points
    return taking + (tables["take_brisque"][to_come] if brisque else 0)


@pytest.mark.parametrize("game", BESI_GAMES)
def test_tuned_plays_a_kind_of_the_best_balance(game: str) -> None:
    rules = rules_with(game)
    tables = to_tables(weights_of(nearest_game(rules)))
    decisions = 0
    for deal in range(6):
        for event in Readable(rules, ("tuned",) * rules.seats).events(SEED, deal):
            if isinstance(event, Played) and event.view.draws_left > 0:
                found = balances(event.view, rules, tables)
                assert found[event.card.kind] == max(found.values())
                decisions += len(set(found.values())) > 1
    assert decisions > 50


@pytest.mark.parametrize("game", ["besi-simple", "besi-trois", "besi-quatre", "besigue-panache", "rubicon"])
def test_engines_agree_on_tuned(game: str) -> None:
    rules = rules_with(game)
    check_agreement(rules, ("tuned", "club", "tuned", "random")[: rules.seats], SEED, 0, 4)


# What it is worth


def lead(game: str, weights: NDArray[np.int64] | None = None, deals: int = 2_000) -> tuple[float, float]:
    """Points that `tuned` makes more than `club`, from both seats of the same deals; its standard error."""
    leads = np.zeros(deals)
    for seat in range(2):
        plan = plan_for(rules_with(game), [("tuned", "club"), ("club", "tuned")][seat])
        if weights is not None:
            plan.take_weights(np.stack([weights] * 2))
        points = plan.rows(SEED, 0, deals)[:, :, 0]
        leads += (points[:, seat] - points[:, 1 - seat]) / 2
    return float(leads.mean()), float(leads.std()) / sqrt(deals)


@pytest.mark.parametrize(("game", "least"), [("besi-double", 25), ("besi-simple", 8), ("besigue", 20)])
def test_tuned_beats_club(game: str, least: float) -> None:
    mean, error = lead(game)
    assert mean > least + 3 * error


def test_scrambled_weights_lose_to_club() -> None:
    scrambled = np.random.default_rng(1).permutation(weights_of("besi-double"))
    mean, error = lead("besi-double", scrambled)
    assert mean < -50 - 3 * error


# The weights


def test_each_game_takes_the_nearest_games_weights_and_the_readme_says_which() -> None:
    readme = (Path(__file__).parent.parent / "README.md").read_text("utf-8")
    assert sorted(game for games in NEAREST.values() for game in games) == sorted(BESI_GAMES)
    for trained, games in NEAREST.items():
        assert {nearest_game(rules_with(game)) for game in games} == {trained}
        (row,) = re.findall(rf"^\| `{trained}` \|(.*)\|$", readme, re.MULTILINE)
        assert re.findall(r"`([\w-]+)`", row) == [game for game in games if game != trained]


@pytest.mark.parametrize("game", TRAINED)
def test_weights_say_where_they_come_from(game: str) -> None:
    text = (resources.files("simulate") / "trained" / f"{game}.toml").read_text("utf-8")
    provenance = tomllib.loads(text)["provenance"]
    assert provenance["game"] == game
    assert provenance["rules_hash"] == load(game).rules_hash
    assert provenance["command"].startswith(f"besi train {game} --seed {provenance['seed']} ")
    assert to_toml(weights_of(game), provenance) == text


def test_training_finds_the_same_again_and_with_another_seed_something_else(tmp_path: Path) -> None:
    words = ["train", "besi-simple", "--generations", "2", "--candidates", "4", "--deals", "3"]
    first = besi(*words, "--seed", "1")
    assert first.exit_code == 0, first.stderr
    path = tmp_path / "weights.toml"
    assert besi(*words, "--seed", "1", "--out", str(path)).stdout == ""
    assert path.read_text("utf-8") == first.stdout
    assert besi(*words, "--seed", "2").stdout != first.stdout
    found = tomllib.loads(first.stdout)
    assert found["provenance"]["deals"] == 2 * 4 * 3 * 2
    assert found["provenance"]["command"] == f"besi {' '.join([*words[:2], '--seed', '1', *words[2:]])}"
    assert (to_toml(from_tables(found["weights"]), found["provenance"])) == first.stdout


def test_training_gets_better() -> None:
    game = load("besi-simple")
    *_, last = train(game, Training(generations=8, candidates=32, deals=60, seed=2))
    first = next(train(game, Training(generations=1, candidates=4, deals=1, seed=2)))
    better, error = lead("besi-simple", last.centre, 4_000)
    before, error_before = lead("besi-simple", first.centre, 4_000)
    assert better - before > 2 * sqrt(error**2 + error_before**2)


def test_training_that_is_stopped_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stop = Event()
    generations = train(load("besi-simple"), Training(generations=3, candidates=4, deals=1, seed=1), stop)
    assert next(generations).number == 1
    stop.set()
    with pytest.raises(Interrupted, match="after 1 of 3 generations"):
        next(generations)
    monkeypatch.setattr("simulate.run.stopping_on_interrupt", lambda: nullcontext(stop))
    stopped = besi("train", "besi-simple", "--out", str(tmp_path / "weights.toml"))
    assert stopped.exit_code == 130
    assert "interrupted after 0 of 300 generations" in stopped.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["besi-quatre"], ["besi-quatre", "partners"]),
        (["besi-simple", "--candidates", "7"], ["7", "even"]),
        (["besi-simple", "--candidates", "2"], ["'2'", "4 to"]),
        (["biribi"], ["biribi", "banking"]),
        (["besi-simple", "--out", "weights.csv"], ["weights.csv", ".toml"]),
    ],
)
def test_what_cannot_be_trained_is_refused(words: Sequence[str], said: Sequence[str]) -> None:
    check_refused(besi("train", *words), said)


def test_damaged_weights_are_refused() -> None:
    tables = to_tables(weights_of("besi-simple"))
    for name in LAYOUT:
        with pytest.raises(ValueError, match="weights are the tables"):
            from_tables({key: table for key, table in tables.items() if key != name})
        with pytest.raises(ValueError, match=name):
            from_tables(tables | {name: [0.5]})


def test_documents_name_tuned() -> None:
    document = answer("simulate", "besi-simple", "--deals", "50", "--player", "tuned,hoarder")
    assert document["players"] == ["tuned", "hoarder"]
