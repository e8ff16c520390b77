"""Players of the user's own: they play in both engines, and what is wrong with one is told in a line."""

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from simulate.catalogue import RulesError, load
from simulate.jit import JIT_OFF
from simulate.own_file import own_file
from simulate.players import chooser
from simulate.run import run
from tests.agreement import check_agreement, plan_for, rules_with
from tests.command_line import answer, besi, check_refused

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")
WEAKEST = """
RANKS = 7

def card_at(view, position):
    return (int(view.legal[position >> 3]) >> (8 * (position & 7))) & 255

def choose(view, word):
    chosen, weakest = 0, -1
    for position in range(view.legal_count):
        rank = card_at(view, position) >> 3 & RANKS
        if rank > weakest:
            chosen, weakest = position, rank
    return chosen
"""
WriteFile = Callable[[str], str]


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> WriteFile:
    """Writes a player's file into the current folder; the answer is its name, me.py."""
    monkeypatch.chdir(tmp_path)

    def write(text: str) -> str:
        Path("me.py").write_text(text, "utf-8")
        return "me.py"

    return write


def readme_example() -> str:
    (block,) = re.findall(r"^```python\n(# my-player\.py\n.*?)^```$", README, re.DOTALL | re.MULTILINE)
    return block


@pytest.mark.parametrize("game", ["besi-double", pytest.param("besi-trois", marks=pytest.mark.slow)])
def test_engines_agree_on_players_of_ones_own(game: str, written: WriteFile) -> None:
    file = written(WEAKEST + "\ndef by_word(view, word):\n    return word % view.legal_count\n")
    rules = rules_with(game)
    players = (f"{file}:choose", f"{file}:by_word", "club")[: rules.seats]
    check_agreement(rules, players, 3, 0, 4)
    assert plan_for(rules, players).play(3, 0, 50) == plan_for(rules, players).play(3, 0, 50)


def test_a_function_decorated_by_numba_plays_as_a_plain_one(written: WriteFile) -> None:
    rules = rules_with("besi-double")
    plain = plan_for(rules, (f"{written(WEAKEST)}:choose", "random")).play(1, 0, 60)
    decorated = WEAKEST.replace("def ", "@njit\ndef ")
    jitted = plan_for(rules, (f"{written('from numba import njit' + decorated)}:choose", "random"))
    assert jitted.play(1, 0, 60) == plain
    assert plan_for(rules, ("club", "random")).play(1, 0, 60) != plain


def test_one_that_does_as_random_does_plays_as_random_does(written: WriteFile) -> None:
    """So it gets the same words, and its view tells how many cards are legal."""
    text = """
from simulate.streams import pick
def choose(view, word):
    return pick(word, view.legal_count)
"""
    rules = rules_with("besi-double")
    own = plan_for(rules, (f"{written(text)}:choose",) * 2)
    assert own.play(4, 0, 100) == plan_for(rules, ("random", "random")).play(4, 0, 100)


def test_the_readmes_example_plays_everywhere(written: WriteFile) -> None:
    name = f"{written(readme_example())}:choose"
    words = ["--player", f"{name},random", "--seed", "5"]
    document = answer("simulate", "besi-double", *words, "--deals", "400")
    told = own_file(name).name
    assert re.fullmatch(r"me\.py:choose@[0-9a-f]{12}", told)
    assert document["players"] == [told, "random"]
    mine, others = (seat["points"]["mean"] for seat in document["seats"])
    assert mine > others
    again = answer("simulate", "besi-double", "--player", ",".join(document["players"]), "--seed", "5",
                   "--deals", "400")  # fmt: skip
    assert again == document
    assert answer("how-rare", "besi", "--game", "besi-double", *words, "--deals", "20")["players"][0] == told
    rivals = answer("compare", "besi-double", "--player", f"{name},club", "--deals", "20")
    assert told in json.dumps(rivals)
    compared = answer("compare", "besi-double", "--with", "lower_after_higher=false", *words, "--deals", "20")
    assert compared["players"][0] == told
    assert answer("replay", "besi-double", *words)["players"][0] == told


@pytest.mark.parametrize("command", ["simulate", "compare", "decide", "replay"])
def test_what_a_player_prints_does_not_get_among_the_answer(command: str, written: WriteFile) -> None:
    text = """
print("loaded")
def choose(view, word):
    print(view.trick)
    return 0
"""
    seated = "{0}" if command == "decide" else "{0},random"
    words = ["--player", seated.format(f"{written(text)}:choose")]
    words += [] if command == "replay" else ["--deals", "2"]
    assert answer(command, "besi-simple", *words)["game"] == "besi-simple"


def test_a_run_of_a_changed_file_is_another_run(written: WriteFile, runs_folder: Path) -> None:
    game = load("besi-double")
    first, second = written(WEAKEST), WEAKEST.replace("> weakest", ">= weakest")
    before = own_file(f"{first}:choose").name
    written(second)
    after = own_file(f"{first}:choose").name
    assert before != after
    with pytest.raises(RulesError, match="changed since"):
        own_file(before)
    assert run(plan_for(game.besi, (after, "club")), 1, 20, 1).deals == 20


BAD = [
    ("", "missing.py:choose", ["can't read player file 'missing.py'"]),
    (WEAKEST, "me.py", ["me.py", "which function", "me.py:NAME"]),
    (WEAKEST, "me.py:", ["which function"]),
    (WEAKEST, "me.py:chose", ["'me.py'", "no function 'chose'", "card_at, choose"]),
    (WEAKEST, "me.py:RANKS", ["no function 'RANKS'"]),
    (WEAKEST, "me:choose", ["no player 'me:choose'", "random, club, hoarder, tuned", "comma"]),
    ("x = 1\n\ndef choose(view, word:\n", "me.py:choose", ["me.py:3:"]),
    ("def f(): return 0\n", "me.py:f", ["me.py:1:", "two parameters"]),
    ("def f(view, word, *more): return 0\n", "me.py:f", ["me.py:1:", "two parameters"]),
    ("import sys\nsys.exit(3)\ndef f(v, w): return 0\n", "me.py:f", ["me.py:2:", "SystemExit"]),
    ("import nothing_such\ndef f(v, w): return 0\n", "me.py:f", ["me.py:1:", "ModuleNotFoundError"]),
    ("def f(v, w): return 0\n\nf = 7\n", "me.py:f", ["me.py:1:", "f is no"]),
]  # fmt: skip
# What only a compiler refuses.
NOT_COMPILED = [
    ("def f(view, word):\n\n    return view.nothing\n", ["me.py:3:", "can't be compiled", "nothing"]),
    ("def f(view, word):\n    view.rules[0] = 9\n    return 0\n", ["me.py:2:", "can't be compiled"]),
    ("def f(view, word):\n    return 0.5\n", ["me.py:1:", "float64", "integer"]),
    ("def f(view, word):\n    yield 1\n", ["me.py:1:", "generator"]),
    ("def f(view, word):\n    with open('x'):\n        return 0\n", ["me.py:2:", "can't be compiled"]),
    ("def f(view, word):\n    pass\n", ["me.py:1:", "none", "integer"]),
]
AT_PLAY = [
    ("def f(view, word):\n    return 99\n", ["me.py:1:", "answered 99", "legal list of 8", "trick 0"]),
    ("def f(view, word):\n    return -1\n", ["me.py:1:", "answered -1"]),
    ("def f(view, word):\n    return view.legal_count\n", ["me.py:1:", "answered 8"]),
    ("def f(view, word):\n    return 0 if view.trick < 30 else 2 ** 40\n",
     ["answered 1099511627776", "trick 30"]),
    ("def f(view, word):\n    if view.trick < 1:\n        raise KeyError('of mine')\n    return 0\n",
     ["me.py:3:", "KeyError", "of mine"]),
    ("def f(view, word):\n    x = view.on_table\n    return 1 // x\n", ["me.py:3:", "ZeroDivisionError"]),
    ("def f(view, word):\n    x = view.rules\n    return x[1 << 20]\n", ["me.py:3:", "IndexError"]),
    ("def g(v, i):\n    return v[i]\ndef f(view, word):\n    return g(view.hand, view.trick + 2)\n",
     ["me.py:2:", "IndexError"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "name", "said"), BAD)
def test_a_file_that_is_no_player_is_refused(
    written: WriteFile, text: str, name: str, said: Sequence[str]
) -> None:
    written(text)
    check_refused(besi("simulate", "besi-double", "--deals", "5", "--player", name), said)


@pytest.mark.skipif(JIT_OFF, reason="nothing is compiled")
@pytest.mark.parametrize(("text", "said"), NOT_COMPILED)
@pytest.mark.parametrize("command", [["simulate", "--deals", "5"], ["replay"]], ids=lambda words: words[0])
def test_what_cannot_be_compiled_is_told_with_its_line(
    written: WriteFile, text: str, said: Sequence[str], command: Sequence[str]
) -> None:
    name = f"{written(text)}:f"
    check_refused(besi(command[0], "besi-double", *command[1:], "--player", name), said)


@pytest.mark.parametrize(("text", "said"), AT_PLAY)
def test_a_player_that_fails_is_told_with_the_line_and_the_deal(
    written: WriteFile, text: str, said: Sequence[str]
) -> None:
    name = f"{written(text)}:f"
    for command, more in (("simulate", ["--deals", "5"]), ("replay", [])):
        failed = besi(command, "besi-double", *more, "--seed", "9", "--player", f"random,{name}")
        assert (failed.exit_code, failed.stdout) == (2, "")
        last = failed.stderr.splitlines()[-1]  # there may be a word on compiling before it
        for part in (*said, "seat 1", *(["deal 0 of seed 9"] if more else [])):
            assert part in last


def test_the_first_deal_that_fails_is_told_and_the_next_run_is_sound(written: WriteFile) -> None:
    rules = rules_with("besi-simple")
    name = written("def f(view, word):\n    return 0 if word % 500 else 77\n") + ":f"
    plan = plan_for(rules, (name, "random"))
    with pytest.raises(RulesError, match=r"answered 77.*; deal (\d+) of seed 2") as failed:
        plan.play(2, 0, 400)
    deal = int(str(failed.value).split("; deal ")[1].split()[0])
    assert deal > 0
    assert plan.play(2, 0, deal).deals == deal
    with pytest.raises(RulesError, match=f"; deal {deal} of"):
        plan.rows(2, deal, 1)


def test_a_view_in_python_is_as_it_was(written: WriteFile) -> None:
    """Its rules can be written to by others as before, though not by the player."""
    rules = rules_with("besi-double")
    seen = []

    def look(view, word):
        seen.append(view)
        return 0

    from simulate.besi_table import play_deal

    own = chooser(rules, f"{written(WEAKEST)}:choose")
    list(play_deal(rules, [look, own], ["highest-first"] * 2, 1, 0))
    assert own(seen[0], np.uint64(0)) in range(8)
    assert seen[0].rules.flags.writeable


def test_paths_with_commas_are_said_to_be_impossible() -> None:
    check_refused(besi("simulate", "besi-double", "--player", "a,b.py:choose"), ["no player 'a'", "comma"])


def test_documents_are_json_with_a_players_path(written: WriteFile) -> None:
    name = f"{written(WEAKEST)}:choose"
    told = besi("simulate", "besi-simple", "--deals", "3", "--player", name, "--json")
    assert [player.split("@")[0] for player in json.loads(told.stdout)["players"]] == [name, name]
