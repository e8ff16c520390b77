"""A goal or ruin: systems and the best play against closed forms, rational solutions and all policies."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from analysis import best_play as best_play_module
from analysis import chain_solving, ruin
from analysis.best_play import best_play
from analysis.ruin import SYSTEMS, TooManyStatesError, Wager, system_value, wager, wagers
from simulate.catalogue import load
from simulate.rules import Bet

BY_NAME = {system.name: system for system in SYSTEMS}
BIRIBI = load("biribi").bank
COLOUR = wager(40, load("roulette-1798").bank.bets[0])


def met(numbers: int, covers: int, returns: str, stays: int = 0) -> Wager:
    bet = Bet(
        name="a bet", covers=covers, stays=stays, returns=Fraction(returns), source="test", status="assumed"
    )
    found = wager(numbers, bet)
    assert found is not None
    return found


def gamblers_ruin(win: Fraction, purse: int, goal: int) -> Fraction:
    """The classical chance with one unit staked a round at even money."""
    odds = (1 - win) / win
    return Fraction(purse, goal) if odds == 1 else (1 - odds**purse) / (1 - odds**goal)


@pytest.mark.parametrize(("purse", "goal"), [(1, 2), (3, 10), (10, 20), (50, 60), (99, 100)])
@pytest.mark.parametrize("one", [COLOUR, met(70, 35, "2"), met(70, 32, "2"), met(9, 5, "2")])
def test_flat_stakes_at_even_money_in_closed_form(one: Wager, purse: int, goal: int) -> None:
    value = system_value(BY_NAME["flat"], one, purse, goal, 1)
    assert value.chance == pytest.approx(float(gamblers_ruin(one.win, purse, goal)), rel=1e-11)
    assert value.error < 1e-11


@pytest.mark.parametrize(("purse", "goal"), [(1, 2), (2, 5), (7, 20), (25, 64), (100, 1000)])
@pytest.mark.parametrize("one", [COLOUR, met(70, 32, "2"), met(10, 3, "2")])
def test_bold_play_is_best_at_subfair_even_money(one: Wager, purse: int, goal: int) -> None:
    """Dubins and Savage, How to gamble if you must (1965)."""
    bold = system_value(BY_NAME["bold"], one, purse, goal, 1).chance
    assert best_play([one], purse, goal).value.chance == pytest.approx(bold, abs=1e-12)


def test_bold_play_is_not_best_at_long_odds() -> None:
    """Where a number returns 64, or where the punter is favoured, there are better ways."""
    plein = wager(70, BIRIBI.bets[0])
    assert (
        best_play([plein], 100, 200).value.chance
        > system_value(BY_NAME["bold"], plein, 100, 200, 1).chance + 0.005
    )
    kind = met(10, 6, "2")
    assert best_play([kind], 5, 10).value.chance > system_value(BY_NAME["bold"], kind, 5, 10, 1).chance + 0.1


# Rational solutions


def solved(rows: dict, start) -> Fraction:
    """The value of `start` where each state's value is a sum of others' and a number, by elimination."""
    states = list(rows)
    for state in states:
        terms, known = rows.pop(state)
        itself = terms.pop(state, Fraction(0))
        terms = {other: weight / (1 - itself) for other, weight in terms.items()}
        known /= 1 - itself
        if state == start and not terms:
            return known
        rows_left = rows if state != start else {}
        for other, (its, value) in list(rows_left.items()):
            weight = its.pop(state, Fraction(0))
            for third, more in terms.items():
                its[third] = its.get(third, Fraction(0)) + weight * more
            rows[other] = its, value + weight * known
    raise AssertionError(start)


def rational(name: str, one: Wager, purse: int, goal: int, base: int) -> dict[str, Fraction]:
    """What a system brings, walked by its rules as they are told and solved in fractions."""
    unit, gain = one.unit, one.gain
    base = -(-base // unit) * unit

    def capped(have: int, wanted: int) -> int:
        need = next(stake for stake in range(unit, 10**6, unit) if have + stake // unit * gain >= goal)
        return min(wanted, have - have % unit, need)

    def following(placed: int, won: bool) -> int:
        if name == "bold":
            return 10**6
        if name == "martingale":
            return base if won else 2 * placed
        if name == "d'alembert":
            return max(placed - base, base) if won else placed + base
        return base

    chances: dict = {}
    stakes: dict = {}
    first = purse, capped(purse, 10**6 if name == "bold" else base)
    left = [first]
    while left:
        state = have, placed = left.pop()
        if state in chances:
            continue
        terms: dict = {}
        known = Fraction(0)
        for won, weight in ((True, one.win), (False, 1 - one.win)):
            after = have + (placed // unit * gain if won else -placed)
            if after >= goal:
                known += weight
            elif after >= unit:
                other = after, capped(after, following(placed, won))
                terms[other] = terms.get(other, Fraction(0)) + weight
                left.append(other)
        chances[state] = terms, known
        stakes[state] = dict(terms), Fraction(placed) / (1 - one.stays)

    def last_first(rows: dict) -> dict:
        return {state: rows[state] for state in sorted(rows, key=lambda state: state == first)}

    return {"chance": solved(last_first(chances), first), "staked": solved(last_first(stakes), first)}


RATIONAL = [
    (met(70, 1, "64"), 5, 10, 1),
    (met(70, 3, "64/3"), 20, 40, 1),
    (met(70, 16, "4"), 9, 15, 2),
    (met(70, 32, "2"), 8, 12, 1),
    (met(40, 19, "2", stays=1), 7, 12, 1),
    (met(7, 3, "9/4", stays=1), 9, 20, 1),
    (met(5, 3, "2"), 6, 10, 1),
    (met(10, 9, "10/9"), 20, 30, 1),
]


@pytest.mark.parametrize("name", BY_NAME)
@pytest.mark.parametrize(("one", "purse", "goal", "base"), RATIONAL)
def test_a_system_against_fractions(name: str, one: Wager, purse: int, goal: int, base: int) -> None:
    exact = rational(name, one, purse, goal, base)
    value = system_value(BY_NAME[name], one, purse, goal, base)
    assert value.chance == pytest.approx(float(exact["chance"]), rel=1e-12)
    assert value.staked == pytest.approx(float(exact["staked"]), rel=1e-11)
    assert abs(value.chance - float(exact["chance"])) <= value.error


def policies(game: list[Wager], goal: int) -> Iterator[list[tuple[Wager, int] | None]]:
    """Every way to choose a bet and a stake for each purse below the goal."""
    choices = [
        [(one, stake) for one in game for stake in range(one.unit, purse + 1, one.unit)] or [None]
        for purse in range(goal)
    ]
    return (list(policy) for policy in product(*choices))


@pytest.mark.parametrize(
    ("game", "goal"),
    [
        ([met(10, 4, "2")], 5),
        ([met(10, 1, "4"), met(10, 4, "2")], 4),
        ([met(10, 6, "3/2"), met(10, 2, "4")], 4),
        ([met(10, 6, "2")], 5),
        ([met(10, 5, "2")], 5),
        ([met(8, 3, "2", stays=2)], 5),
        ([met(10, 5, "2"), met(10, 4, "2")], 4),
        ([met(10, 5, "2"), met(10, 2, "4")], 4),
        ([met(10, 6, "2"), met(10, 2, "5")], 4),
        ([met(10, 6, "2"), met(10, 2, "6")], 4),
    ],
)
def test_the_best_play_against_every_policy(game: list[Wager], goal: int) -> None:
    best = [Fraction(0)] * goal
    for policy in policies(game, goal):
        for purse in range(1, goal):
            rows = {}
            for have in sorted(range(1, goal), key=lambda have, purse=purse: have == purse):
                terms: dict = {}
                known = Fraction(0)
                if policy[have] is not None:
                    one, stake = policy[have]
                    for weight, after in (
                        (one.win, have + stake // one.unit * one.gain),
                        (1 - one.win, have - stake),
                    ):
                        if after >= goal:
                            known += weight
                        elif after:
                            terms[after] = terms.get(after, Fraction(0)) + weight
                rows[have] = terms, known
            best[purse] = max(best[purse], solved(rows, purse))
    for purse in range(1, goal):
        found = best_play(game, purse, goal).value
        assert found.chance == pytest.approx(float(best[purse]), abs=1e-12)
        edges = [one.edge for one in game]
        if min(edges) < 0 < max(edges):
            assert found.error is None, "no bound is known where one bet favours the bank, another the punter"
        else:
            assert abs(found.chance - float(best[purse])) <= found.error < 1e-12


@pytest.mark.parametrize(
    "game",
    [
        [met(10, 4, "2"), met(10, 1, "4")],
        [met(10, 5, "2"), met(10, 1, "4")],
        [met(10, 5, "2"), met(10, 2, "5")],
        [met(10, 6, "2"), met(10, 2, "7")],
        [met(10, 6, "2"), met(10, 10, "3/2")],
        [met(8, 3, "5/2", stays=2)],
    ],
)
def test_no_play_takes_more_rounds_than_its_bound(game: list[Wager]) -> None:
    """The most mean rounds of any play, by going on with whatever takes longest."""
    goal = 12
    longest = [0.0] * goal
    for _ in range(3_000):
        longest = [
            max(
                (
                    1
                    + float(one.win)
                    * (longest[have + units * one.gain] if have + units * one.gain < goal else 0)
                    + float(1 - one.win) * longest[have - units * one.unit]
                    for one in game
                    for units in range(1, one.most(have, goal) // one.unit + 1)
                ),
                default=0.0,
            )
            for have in range(goal)
        ]
    for purse in range(1, goal):
        most = best_play_module._most_rounds(game, purse, goal)
        assert longest[purse] <= most * (1 + 1e-9)
        if longest[purse]:
            assert most < 100 * longest[purse]


def test_the_bound_of_the_best_play_holds_for_a_worse_policy() -> None:
    """Values that stakes gain on by so much are no further from the best than is said."""
    for game in ([met(10, 4, "2"), met(10, 1, "4")], [met(10, 5, "2")], [met(10, 6, "2"), met(10, 2, "7")]):
        best = best_play(game, 20, 50)
        for choice, one in enumerate(game):
            chances = best_play([one], 20, 50).chances
            missed = float((best_play_module._improved(game, 50, chances)[0] - chances).max())
            value = best_play([one], 20, 50).value._replace(error=1e-12)
            bound = best_play_module._bound(game, 20, 50, value, missed)
            assert best.value.chance - value.chance <= bound, choice


# What holds of every game


@pytest.mark.parametrize("game_id", ["biribi", "biribi-36", "belle", "roulette-1798"])
@pytest.mark.parametrize(("purse", "goal"), [(10, 20), (40, 130)])
def test_no_system_loses_less_than_the_edge_or_beats_the_best(game_id: str, purse: int, goal: int) -> None:
    bank = load(game_id).bank
    best = best_play(wagers(bank), purse, goal).value
    assert best.error < 1e-10
    assert best.chance <= float(ruin.fair_bound(purse, goal, wagers(bank)))
    for bet in bank.bets:
        one = wager(bank.numbers, bet)
        alone = best_play([one], purse, goal).value
        assert alone.chance <= best.chance + 1e-12
        for system in SYSTEMS:
            value = system_value(system, one, purse, goal, 1)
            assert value.chance <= alone.chance + 1e-12
            assert value.loss_per_unit(purse) == pytest.approx(float(one.edge), rel=1e-9)


def test_sweeps_steps_and_factors_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("flat", "martingale", "d'alembert"):
        for one in (wager(70, BIRIBI.bets[3]), COLOUR, met(10, 6, "3/2"), wager(70, BIRIBI.bet_on(40))):
            chain = ruin._chain(BY_NAME[name], one, 40, 90, one.unit)
            factors = ruin.evaluate(chain)[0]
            monkeypatch.setattr(chain_solving, "_FEW_STATES", 0)
            sweeps = ruin.evaluate(chain)[0]
            monkeypatch.setattr(chain_solving, "_MOST_SWEEPS", 0)
            monkeypatch.setattr(chain_solving, "_SOME_STATES", 0)
            monkeypatch.setattr(chain_solving, "_MOST_FACTORISED", 0)
            steps = ruin.evaluate(chain._replace(local=False))[0]
            monkeypatch.undo()
            assert sweeps == pytest.approx(factors, rel=1e-9, abs=1e-11)
            assert steps == pytest.approx(factors, rel=1e-9, abs=1e-11)
            assert max(sweeps.error, steps.error) < 1e-10


def test_equations_that_settle_by_nothing_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_FEW_STATES", "_SOME_STATES", "_MOST_FACTORISED", "_MOST_SWEEPS", "_MOST_STARTS"):
        monkeypatch.setattr(chain_solving, name, 0)
    with pytest.raises(TooManyStatesError, match=r"martingale on a bet has .* gigabytes"):
        system_value(BY_NAME["martingale"], met(10, 6, "3/2"), 40, 90, 1)


def test_too_many_states_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ruin, "MOST_STATES", 100)
    with pytest.raises(TooManyStatesError, match="d'alembert on couleur"):
        system_value(BY_NAME["d'alembert"], COLOUR, 50, 100, 1)


def test_a_purse_too_small_for_the_bet_reaches_nothing() -> None:
    thirds = wager(70, BIRIBI.bets[2])
    assert system_value(BY_NAME["flat"], thirds, 2, 40, 1).chance == 0
    assert best_play([thirds], 2, 40).value == (0, 0, 0, 0, 2)


def test_a_return_of_eighteen_digits_overflows_nothing() -> None:
    jackpot = met(1000, 1, "999999999999999999")
    value = best_play([jackpot], 5, 20).value
    assert value.chance == pytest.approx(1 - 0.999**5)
    assert value.left > 1e14


def test_every_bet_is_tried_once_and_those_that_gain_nothing_never() -> None:
    """Biribi's bets on 1 to 63 numbers; on 64 a win brings the stake back, on more less than that."""
    assert sorted(one.bet.covers for one in wagers(BIRIBI)) == list(range(1, 64))
    assert wager(70, BIRIBI.bet_on(64)) is None


@pytest.mark.slow
def test_doubling_a_thousand_at_biribi() -> None:
    """The best play keeps nearly half; flat stakes on half the board keep nothing."""
    best = best_play(wagers(BIRIBI), 1000, 2000).value
    assert best.chance == pytest.approx(0.46808456, abs=1e-8)
    assert best.error < 1e-10
    flat = system_value(BY_NAME["flat"], wager(70, BIRIBI.bets[6]), 1000, 2000, 1)
    assert flat.chance == pytest.approx(float(gamblers_ruin(Fraction(32, 70), 1000, 2000)), abs=flat.error)
