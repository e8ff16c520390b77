"""The games: what each one's file says against a table typed from the sources; a game of one's own."""

import json
from math import comb
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from analysis.documents import first_value_game
from analysis.exact import dealt
from cli import main
from simulate.besi_count import ROW
from simulate.catalogue import GAME_IDS, MAIN_GAMES, load
from simulate.groups import GROUP_IDS
from simulate.rules import BesiRules
from tests.agreement import check_agreement, plan_for, rules_with

# Players, packs, cards, hand, draws of each, talon, target, how trump sevens score, what makes trump.
# S0: encyclopedia article BESI; S2, S3: pages on bésigue; Hof: Hoffmann (1909).
TABLE = """
besi-simple            2  1   32   6  10   20   500  exchange           turn-up
besi-double            2  2   64   8  24   48  1000  exchange-or-trick  turn-up
besi-trois             3  3   96  12  20   60  1500  exchange-or-trick  turn-up
besi-quatre            4  4  128  12  20   80  1500  exchange-or-trick  turn-up
besi-borgne-2          2  1   32   6  10   20   500  none               first-marriage
besi-borgne-2-double   2  2   64   8  24   48  1000  none               first-marriage
besi-borgne-3          3  3   96  12  20   60  1500  none               first-marriage
besi-borgne-4          4  4  128  12  20   80  1500  none               first-marriage
besigue                2  2   64   8  24   48  1000  exchange           turn-up
besigue-trois          3  2   63   8  13   39  1000  exchange           turn-up
besigue-quatre         4  2   64   8   8   32  1000  exchange           turn-up
besigue-sans-retourne  2  2   64   8  24   48  1000  none               first-marriage
besigue-panache        2  2   64   8  24   48  1000  exchange           turn-up
besigue-xix            2  1   32   9   7   14  1500  exchange           turn-up
besigue-xix-double     2  2   64   9  23   46  1500  exchange           turn-up
rubicon                2  4  128   9  55  110  none  none               first-marriage-or-quinte
"""
SHAPES = {line.split()[0]: line.split()[1:] for line in TABLE.strip().splitlines()}

# Values in canonical order: marriage, trump marriage; besi, double, triple, quadruple; four aces, kings,
# queens, jacks, tens; trump quinte, quinte; carte blanche. 0: none.
SIMPLE = (20, 40, 40, 0, 0, 0, 100, 80, 60, 40, 20, 500, 250, 0)
DOUBLE = (20, 40, 40, 500, 0, 0, 100, 80, 60, 40, 0, 250, 150, 0)
TROIS = (20, 40, 40, 500, 1500, 0, 100, 80, 60, 40, 0, 250, 150, 0)
BESIGUE = (20, 40, 40, 500, 0, 0, 100, 80, 60, 40, 0, 250, 0, 0)
XIX = (20, 40, 40, 0, 0, 0, 100, 80, 60, 40, 0, 250, 0, 0)
RUBICON = (20, 40, 40, 500, 1500, 4500, 100, 80, 60, 40, 0, 250, 150, 50)
VALUES = {
    "besi-simple": SIMPLE, "besi-double": DOUBLE, "besi-trois": TROIS, "besi-quatre": DOUBLE,
    "besi-borgne-2": SIMPLE, "besi-borgne-2-double": DOUBLE, "besi-borgne-3": TROIS, "besi-borgne-4": DOUBLE,
    "besigue": BESIGUE, "besigue-trois": BESIGUE, "besigue-quatre": BESIGUE, "besigue-sans-retourne": BESIGUE,
    "besigue-panache": BESIGUE, "besigue-xix": XIX, "besigue-xix-double": BESIGUE, "rubicon": RUBICON,
}  # fmt: skip
S0 = ("besi-simple", "besi-double", "besi-trois", "besi-quatre",
      "besi-borgne-2", "besi-borgne-2-double", "besi-borgne-3", "besi-borgne-4")  # fmt: skip
S2 = ("besigue", "besigue-trois", "besigue-quatre", "besigue-sans-retourne", "besigue-panache")
S3 = ("besigue-xix", "besigue-xix-double")
# The games in which a parameter has the value named; elsewhere it has the other.
WHERE: dict[tuple[str, Any, Any], tuple[str, ...]] = {
    ("teams", True, False): ("besi-quatre", "besi-borgne-4", "besigue-quatre"),
    ("removed", ("8C",), ()): ("besigue-trois",),
    ("lay_down_all", True, False): ("besi-quatre", "besi-borgne-4"),
    ("once_per_announcement", True, False): S2,
    ("panache", True, False): ("besigue-panache",),
    ("must_beat", False, True): S3,
    ("win_at_once", True, False): S0,
    ("count_as_taken", True, False): ("besi-simple",),
    ("outright", ("trump-quinte",), ...): ("besi-simple", "besi-borgne-2"),
    ("outright", ("besi-triple",), ...): ("besi-trois", "besi-borgne-3"),
    ("lower_after_higher", False, True): ("rubicon",),
    ("redeclare", True, False): ("rubicon",),
    ("marriage_exception", True, False): ("rubicon",),
    ("marriage_cross", True, False): (),
    ("last_trick_points", 50, 10): ("rubicon",),
    ("last_trick_at", "talon", "end"): (),
    ("game_value", "rubicon", "points"): ("rubicon",),
    ("figures", True, False): (),
    ("point_multiplier", 2, 1): (),
    ("brisque_points", 20, 10): (),
}


BANKS = ("biribi", "biribi-36", "belle", "roulette-1798")
RULES = {game_id: load(game_id).besi for game_id in SHAPES}


def test_the_games_are_in_the_order_of_the_table_and_banks_come_last() -> None:
    assert (*SHAPES, *BANKS) == GAME_IDS
    assert set(MAIN_GAMES) <= set(GAME_IDS)
    assert (*S0, *S2, *S3, "rubicon") == tuple(SHAPES)


@pytest.mark.parametrize("game_id", SHAPES)
def test_a_games_shape_is_that_of_the_table(game_id: str) -> None:
    rules = RULES[game_id]
    *numbers, seven, trump_from = SHAPES[game_id]
    found = (rules.seats, rules.packs, rules.cards, rules.hand_size, rules.draws, rules.talon, rules.target)
    assert [str(number).lower() for number in found] == numbers
    assert (rules.seven, rules.trump_from) == (seven, trump_from)
    assert rules.cards - rules.seats * rules.hand_size == rules.seats * rules.draws
    # Where nothing is turned up no seven is worth anything.
    sevens = (10, 10) if trump_from == "turn-up" else (0, 0)
    assert (rules.seven_points, rules.turned_seven_points) == sevens


@pytest.mark.parametrize("game_id", VALUES)
def test_a_games_values_are_those_of_the_table(game_id: str) -> None:
    rules = RULES[game_id]
    assert tuple(rules.value_of(group_id) for group_id in GROUP_IDS) == VALUES[game_id]


@pytest.mark.parametrize("key", WHERE, ids=lambda key: f"{key[0]}={key[1]}")
def test_what_sets_games_apart(key: tuple[str, Any, Any]) -> None:
    parameter, value, other = key
    for game_id in SHAPES:
        found = getattr(RULES[game_id], parameter)
        if game_id in WHERE[key]:
            assert found == value, game_id
        else:
            assert found == other if other is not ... else found != value, game_id
    if parameter == "outright":
        assert sum(bool(RULES[game_id].outright) for game_id in SHAPES) == 4


def test_no_parameter_is_left_out_of_the_tables() -> None:
    shape = {"seats", "packs", "hand_size", "target", "seven", "trump_from"}
    shape |= {"seven_points", "turned_seven_points"}
    values = {group_id.replace("-", "_") for group_id in GROUP_IDS}
    assert shape | values | {parameter for parameter, _, _ in WHERE} == set(BesiRules.model_fields)


@pytest.mark.parametrize(
    ("group_id", "game_id"),
    [
        ("marriage", "besi-simple"),
        ("trump-marriage", "besi-simple"),
        ("besi", "besi-simple"),
        ("besi-double", "besi-double"),
        ("besi-triple", "besi-trois"),
        ("besi-quadruple", "rubicon"),
        ("four-aces", "besi-simple"),
        ("four-kings", "besi-simple"),
        ("four-queens", "besi-simple"),
        ("four-jacks", "besi-simple"),
        ("four-tens", "besi-simple"),
        ("trump-quinte", "besi-simple"),
        ("quinte", "besi-simple"),
        ("carte-blanche", "rubicon"),
    ],
)
def test_the_first_game_that_gives_a_group_points(group_id: str, game_id: str) -> None:
    assert first_value_game(group_id) == game_id


# Sources, statuses, options

SOURCE = dict.fromkeys(S0, "S0") | dict.fromkeys(S2, "S2") | dict.fromkeys(S3, "S3") | {"rubicon": "Hof"}
OPEN = "lower_after_higher carte_blanche "
S2_OPEN = OPEN + "last_trick_points last_trick_at point_multiplier"
RULINGS = {
    "besi-quatre": OPEN + "panache outright count_as_taken",
    "besi-borgne-2": OPEN + "packs figures panache count_as_taken",
    "besi-borgne-2-double": OPEN + "packs panache outright count_as_taken",
    "besi-borgne-3": OPEN + "panache count_as_taken",
    "besi-borgne-4": OPEN + "panache outright count_as_taken",
    **dict.fromkeys(S2, S2_OPEN),
    "besigue-trois": S2_OPEN + " removed",
    "besigue-xix": OPEN + "figures panache outright win_at_once",
    "besigue-xix-double": OPEN + "figures panache outright win_at_once point_multiplier",
    "rubicon": "marriage_cross",
}
# Points that the games' own pages leave to another source.
LENT = dict.fromkeys(S2, "marriage trump_marriage besi besi_double trump_quinte quinte")
NOT_TURNED: dict[str, list[Any]] = {"last_trick_at": ["talon"], "lower_after_higher": [False]}
TURNED = NOT_TURNED | {"seven": ["exchange-or-declare"]}
OPTIONS: dict[str, dict[str, list[Any]]] = {
    "besi-quatre": NOT_TURNED | {"hand_size": [16], "besi_triple": [1500], "besi_quadruple": [4500]},
    "besi-borgne-2": NOT_TURNED
    | {"figures": [True], "four_tens": [None], "trump_quinte": [250], "quinte": [150], "outright": [()]},
    "besi-borgne-2-double": NOT_TURNED | {"hand_size": [9], "target": [1500]},
    "besi-borgne-3": NOT_TURNED,
    "besi-borgne-4": NOT_TURNED | {"hand_size": [16], "besi_triple": [1500], "besi_quadruple": [4500]},
    "besigue": TURNED | {"target": [2000]},
    "besigue-trois": TURNED | {"target": [2000], "removed": [("8D",), ("8H",), ("8S",)]},
    "besigue-quatre": TURNED | {"target": [2000]},
    "besigue-sans-retourne": NOT_TURNED | {"target": [2000]},
    "besigue-panache": TURNED | {"target": [2000]},
    "besigue-xix": NOT_TURNED,  # one pack has no other trump seven to declare
    "besigue-xix-double": TURNED | {"point_multiplier": [2], "target": [3000]},
    "rubicon": {"marriage_cross": [True]},
}


@pytest.mark.parametrize("game_id", RULINGS)
def test_what_no_source_says_is_a_ruling_and_nothing_else_is(game_id: str) -> None:
    provenance = load(game_id).provenance
    rulings = {key for key, origin in provenance.items() if origin.status == "ruling"}
    assert rulings == set(RULINGS[game_id].split())
    lent = {key for key, origin in provenance.items() if origin.source not in ("besi", SOURCE[game_id])}
    assert lent == set(LENT.get(game_id, "").split())
    for key in lent:
        assert "lost in the scan" in provenance[key].note
    assert not [key for key, origin in provenance.items() if origin.status == "assumed"]


@pytest.mark.parametrize("game_id", OPTIONS)
def test_recorded_options(game_id: str) -> None:
    provenance = load(game_id).provenance
    found = {key: [o.value for o in origin.options] for key, origin in provenance.items() if origin.options}
    assert found == OPTIONS[game_id]


def test_an_options_draws_follow_from_the_hand() -> None:
    """The hands that S0 leaves to choose from, with the draws that they lead to."""
    for game_id, hand, draws in (("besi-double", 9, 23), ("besi-quatre", 16, 16), ("besi-borgne-4", 16, 16)):
        assert load(game_id, [f"hand_size={hand}"]).besi.draws == draws


@pytest.mark.parametrize("game_id", SHAPES)
def test_the_faults_of_the_source_are_named(game_id: str) -> None:
    named = {"S0": "false claims (S0)", "S2": "100 points", "S3": "S3 names no faults", "Hof": "(Hof)"}
    assert named[SOURCE[game_id]] in load(game_id).faults


# Every game is played


@pytest.mark.parametrize("player", ["random", "club"])
@pytest.mark.parametrize("game_id", SHAPES)
def test_a_deal_of_every_game_brings_its_brisques_and_one_last_trick(game_id: str, player: str) -> None:
    rules = RULES[game_id]
    rows = plan_for(rules, (player,) * rules.seats).rows(3, 0, 300)
    sums = {field: rows[:, :, place].sum(1) for place, field in enumerate(ROW)}
    packs = int(SHAPES[game_id][1])
    # The eight of clubs that is missing for three players is no brisque.
    assert (sums["brisque_points"] == 80 * packs).all()
    assert (sums["last_trick_points"] == (50 if game_id == "rubicon" else 10)).all()
    assert sums["group_points"].any()
    assert sums["seven_points"].any() == (SHAPES[game_id][-1] == "turn-up")
    assert not (rows[:, :, ROW.index("points")] % 10).any()


def test_a_hand_of_a_small_pack_may_hold_third_copies() -> None:
    """Few cards, but of four packs: what is kept of a hand must have room for every copy of a kind."""
    rest = [rank + suit for suit in "CDHS" for rank in ("A", "10", "K", "Q", "J", "9", "8", "7")]
    few = [name for name in rest if name not in ("QS", "JD", "AC", "KC", "9C", "8C")]
    rules = rules_with("besi-trois", seats=2, packs=4, removed=tuple(few) * 4, hand_size=9)
    assert rules.cards == 24
    check_agreement(rules, ("random", "random"), seed=5, first=0, count=60)
    held = plan_for(rules, ("random", "random")).play(5, 0, 3000).held
    assert held[:, GROUP_IDS.index("besi-triple")].all()


# A game that nobody wrote a file for

OWN_VALUES: dict[str, Any] = {
    "seats": 2, "packs": 3, "hand_size": 5, "trump_from": "turn-up", "seven": "exchange", "seven_points": 10,
    "turned_seven_points": 10, "brisque_points": 10, "last_trick_points": 10, "last_trick_at": "end",
    "point_multiplier": 1, "removed": [], "outright": [], "target": 700, "game_value": "points",
    "must_beat": True, "lower_after_higher": True, "four_aces": 100, "four_kings": 80, "four_queens": 60,
    "four_jacks": 40,
}  # fmt: skip


def own_game(path: Path) -> str:
    """A rule file as a user might write it: three packs for two, five cards in hand, fours only."""
    lines = [
        'id = "carres"',
        'family = "besi"',
        'title = "Les carrés"',
        'about = "fours only"',
        "",
        "[rules]",
    ]
    groups = {group_id.replace("-", "_") for group_id in GROUP_IDS}
    for key in BesiRules.model_fields:
        value = json.dumps(OWN_VALUES.get(key, "none" if key in groups else False))
        lines.append(f'{key} = {{ value = {value}, source = "set by the user", status = "assumed" }}')
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return str(path)


@pytest.fixture(scope="module")
def own_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The path of the user's rule file."""
    return own_game(tmp_path_factory.mktemp("own") / "carres.toml")


def besi(*words: str) -> str:
    """What a command prints; it must do well."""
    done = CliRunner().invoke(main, words, prog_name="besi")
    assert done.exit_code == 0, done.output
    return done.stdout


def test_a_game_of_ones_own_has_exact_odds(own_file: str) -> None:
    """Five cards of 96, twelve of them aces."""
    document = json.loads(besi("odds", "--rules", own_file, "--exact", "--json"))
    groups = {entry["group"]: entry for entry in document["groups"]}
    hits = comb(12, 4) * comb(84, 1) + comb(12, 5)
    assert groups["four-aces"]["dealt"]["probability"] == pytest.approx(hits / comb(96, 5), rel=1e-12)
    assert dealt(load(own_file).besi, "four-aces") == pytest.approx(hits / comb(96, 5))
    assert groups["four-aces"]["value"] == 100
    assert groups["besi"]["value"] is None
    assert groups["besi"]["dealt"]["probability"] > 0


def test_a_game_of_ones_own_is_simulated(own_file: str) -> None:
    """Its score is made of fours, of the brisques of three packs, of sevens and of the last trick."""
    words = ("--deals", "3000", "--seed", "4", "--json")
    document = json.loads(besi("simulate", "--rules", own_file, *words))
    assert document["game"] == "carres"
    assert json.loads(besi("simulate", own_file, *words)) == document
    seats = document["seats"]
    assert sum(seat["brisque_points"]["mean"] for seat in seats) == pytest.approx(240)
    assert sum(seat["last_trick_points"]["mean"] for seat in seats) == pytest.approx(10)
    for seat in seats:
        groups = {entry["group"]: entry for entry in seat["groups"]}
        fours = sum(
            value * groups[name]["declarations"]["mean"]
            for name, value in (
                ("four-aces", 100),
                ("four-kings", 80),
                ("four-queens", 60),
                ("four-jacks", 40),
            )
        )
        assert fours > 0
        assert seat["group_points"]["mean"] == pytest.approx(fours)
        assert groups["marriage"]["declared"] is None
        assert groups["marriage"]["held"]["count"] > 0


def test_a_game_of_ones_own_is_told_card_by_card(own_file: str) -> None:
    """Ninety-six cards are played in 48 tricks, and the deal is the simulated one."""
    text = besi("replay", "--rules", own_file, "--seed", "4", "--deal", "2")
    assert text.startswith("Les carrés, deal 2 of seed 4")
    events = json.loads(besi("replay", own_file, "--seed", "4", "--deal", "2", "--json"))["events"]
    assert len([event for event in events if event["event"] == "played"]) == 96
    assert len([event for event in events if event["event"] == "trickwon"]) == 48
    rows = plan_for(load(own_file).besi, ("club", "club")).rows(4, 2, 1)[0]
    for seat, counted in enumerate(event for event in events if event["event"] == "counted"):
        for part in ("group_points", "brisque_points", "seven_points", "last_trick_points"):
            assert counted[part] == rows[seat, ROW.index(part)]


def test_a_game_of_ones_own_is_played_alike_by_both_engines(own_file: str) -> None:
    check_agreement(load(own_file).besi, ("club", "random"), seed=4, first=0, count=30)
