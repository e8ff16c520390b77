"""The orders found best: each file tells truly where it comes from, and both engines play it alike."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest

import cli
from simulate.best_orders import FOUND_FOR, best_text, best_texts, nearest
from simulate.catalogue import GAME_IDS, RulesError, load
from simulate.order_texts import order_of, order_toml, read_order
from simulate.orders import Order, Phase
from simulate.streams import STREAM_VERSION
from tests.agreement import BESI_GAMES, check_agreement, rules_with
from tests.command_line import answer

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")
CASES = [(game, allowed) for game in FOUND_FOR for allowed in (True, False)]


@pytest.mark.parametrize(("game_id", "allowed"), CASES)
def test_provenance_says_for_which_game_by_which_command_and_with_what_precision(
    game_id: str, allowed: bool
) -> None:
    game = load(game_id, [f"lower_after_higher={str(allowed).lower()}"])
    told = tomllib.loads(best_text(game.besi))["provenance"]
    assert (told["game"], told["rules_hash"]) == (game_id, game.rules_hash)
    assert told["stream_version"] == STREAM_VERSION
    assert told["fresh_deals"] >= 500_000
    assert told["gain_low"] <= told["gain"] <= told["gain_high"]
    assert told["gain_low"] > -0.01, "not clearly worse than the highest first, whatever its name"
    program, command, *words = shlex.split(told["command"])
    assert (program, words[0]) == ("besi", game_id)
    context = cli.main.commands[command].make_context(command, words)
    assert context.params["changes"] == (f"lower_after_higher={str(allowed).lower()}",)
    assert (context.params["seed"], context.params["deals"]) == (told["seed"], told["fresh_deals"])


@pytest.mark.parametrize(("game_id", "allowed"), CASES)
def test_both_engines_play_it_alike(game_id: str, allowed: bool) -> None:
    rules = rules_with(game_id, lower_after_higher=allowed)
    check_agreement(rules, ("club",) * rules.seats, 11, 0, 3, ("best",) * rules.seats)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", sorted(set(BESI_GAMES) - set(FOUND_FOR)))
def test_both_engines_play_it_alike_in_the_games_that_borrow_it(game_id: str) -> None:
    rules = rules_with(game_id, lower_after_higher=False)
    check_agreement(rules, ("club",) * rules.seats, 12, 0, 3, ("best",) * rules.seats)


def test_best_is_told_by_its_content_and_can_be_asked_for_by_it() -> None:
    names = {order_of("best", load(game, [f"lower_after_higher={allowed}"]).besi).name
             for game in FOUND_FOR for allowed in ("true", "false")}  # fmt: skip
    assert all(re.fullmatch(r"best@[0-9a-f]{12}", name) for name in names)
    assert len(names) == len(set(best_texts()))
    for name in names:
        assert order_of(name).name == name
    with pytest.raises(RulesError, match="no order found best has this hash"):
        order_of("best@0123456789ab")
    with pytest.raises(RulesError, match="another for each game"):
        order_of("best")


def test_documents_say_which_best_was_played() -> None:
    document = answer("simulate", "besi-double", "--order", "best,highest-first", "--deals", "20")
    name = order_of("best", load("besi-double").besi).name
    assert document["orders"] == [name, "highest-first"]
    again = answer("simulate", "besi-double", "--order", f"{name},highest-first", "--deals", "20")
    assert again == document


def test_every_game_goes_by_the_best_of_the_game_that_the_readme_says() -> None:
    (table,) = re.findall(r"^\| `best` of \|.*?\n\n", README, re.DOTALL | re.MULTILINE)
    rows = re.findall(r"^\| `([a-z-]+)` \| (`.+) \|$", table, re.MULTILINE)
    told = {game: found for found, games in rows if found in FOUND_FOR for game in games.split(", ")}
    besi_games = [game for game in GAME_IDS if game != "biribi"]
    assert told == {f"`{game}`": nearest(load(game).besi) for game in besi_games}


def test_a_game_of_ones_own_goes_by_its_seats_and_packs() -> None:
    assert nearest(rules_with("besi-double", packs=3)) == "besi-double"
    assert nearest(rules_with("besigue-trois", once_per_announcement=False)) == "besi-double"
    assert nearest(rules_with("besi-trois", packs=4, removed=("7C", "7D"))) == "besi-trois"
    assert nearest(rules_with("besi-simple", once_per_announcement=True)) == "besigue"


def test_an_order_written_is_read_as_it_was() -> None:
    order = Order(
        "x",
        (
            Phase(9, ("besi", "four-aces"), "lowest", (("marriage", "quinte"), ("besi", "besi-double"))),
            Phase(0, (), "highest", ()),
        ),
    )
    text = order_toml(order, {"command": 'besi "x"', "seed": 3, "gain": -1.5e-7})
    assert read_order(text, "x").phases == order.phases
    assert tomllib.loads(text)["provenance"] == {"command": 'besi "x"', "seed": 3, "gain": -1.5e-7}
