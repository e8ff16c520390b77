"""The ``ruin`` document: systems that play to a goal or ruin, against the best possible play."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from analysis.best_play import Best, best_play
from analysis.documents import bet_entry, head
from analysis.ruin import (
    SYSTEMS,
    System,
    TooManyStatesError,
    Value,
    Wager,
    fair_bound,
    system_value,
    wager,
    wagers,
)
from simulate.rules import Bet, Game

Document = dict[str, Any]

_TOLD_OF_BEST = ("bet", "covers", "status", "chance", "share")
# At biribi this takes some two minutes; time grows with the square of the goal.
MOST_GOAL = 20_000
# Stakes to try at a purse, for each unit of the goal: those of biribi are fewer.
_MOST_STAKES = 4


class Question(NamedTuple):
    """Who plays: the purse, the goal above it, the base stake of the systems, the bets that they play."""

    game: Game
    bets: Sequence[Bet]
    purse: int
    goal: int
    stake: int

    @property
    def steps(self) -> int:
        """Ways of playing that `document` works out, one after the other."""
        return 1 + (len(SYSTEMS) + 1) * len(self.bets)


def most_goal(game: Game) -> int:
    """The largest goal that is worked out: where a game has more bets than any here, a smaller one."""
    stakes = sum(1 / (met.unit + met.gain) for met in wagers(game.bank))
    return int(MOST_GOAL * min(1.0, (_MOST_STAKES / stakes) ** 0.5)) if stakes else MOST_GOAL


def document(asked: Question, tell: Callable[[int], None] | None = None) -> Document:
    """The ``ruin`` document; `tell` is called with the number of ways of playing worked out so far."""
    game, purse, goal = asked.game, asked.purse, asked.goal
    every = wagers(game.bank)
    best = best_play(every, purse, goal)
    done = 1
    lines = []
    for bet in asked.bets:
        met = wager(game.bank.numbers, bet)
        for system in (*SYSTEMS, None):
            if tell is not None:
                tell(done)
            if met is not None:
                lines.append(_line(asked, bet, met, system, best.value))
            done += 1
    if tell is not None:
        tell(done)
    fair = fair_bound(purse, goal, every)
    return {
        **head(game, None),
        "purse": purse,
        "goal": goal,
        "stake": asked.stake,
        "fair": None if fair is None else float(fair),
        "best": {**_told(best.value, purse), "first": _first(best, purse), "bets": len(every)},
        "bets": [bet_entry(game, bet, None) for bet in asked.bets],
        "systems": lines,
        "best_of_system": best_of_system(lines),
    }


def best_of_system(lines: Sequence[Document]) -> list[Document]:
    """For each system the bet on which it reaches the goal with the largest chance.

    Returns
    -------
    list of dict
        `system`; `bet`, `covers`, `status`, `chance` and `share`, None where no bet reaches the goal; and
        `not_worked_out`, the names of the bets that are left out of it.
    """
    found = []
    for name in dict.fromkeys(line["system"] for line in lines):
        its = [line for line in lines if line["system"] == name]
        best = max(
            (line for line in its if line["chance"]),
            key=lambda line: line["chance"],
            default=dict.fromkeys(_TOLD_OF_BEST),
        )
        left_out = [line["bet"] for line in its if line["chance"] is None]
        told = {key: best[key] for key in _TOLD_OF_BEST}
        found.append({"system": name, **told, "not_worked_out": left_out})
    return found


def example(game: Game) -> Document | None:
    """The ``ruin`` document from one stake to what it makes by two wins in a row, the winnings left.

    None where the game has no worked example, or that goal isn't whole, above the stake and within reach.
    """
    bet = game.bank.bets[0]
    goal = bet.returns**2
    if game.example is None or goal.denominator != 1 or not 1 < goal <= MOST_GOAL:
        return None
    return document(Question(game, (bet,), 1, int(goal), 1))


def curves(game: Game, goal: int, points: int) -> Document:
    """The chance to reach a goal from several purses: each system on the game's first bet and its widest.

    Returns
    -------
    dict
        `goal`; `purses`, some `points` of them; `panels`, each with `bet`, `status` and `lines` (`system`;
        `chances` from these purses; `shares`, these as shares of the best play's, None where it has no
        chance); `best` with every purse and the best play's chance from it, over `bets` of them; and
        `bounded`, whether no play can exceed purse by goal, which holds unless a bet favours the punter.
    """
    step = max(goal // points, 1)
    purses = list(range(step, goal, step))
    every = wagers(game.bank)
    best = best_play(every, purses[0], goal)
    bets = [bet for bet in game.bank.bets if wager(game.bank.numbers, bet) is not None]
    shown = list(dict.fromkeys((bets[0], max(bets, key=lambda bet: bet.covers)))) if bets else []
    return {
        **head(game, None),
        "goal": goal,
        "purses": purses,
        "panels": [
            {
                "bet": bet.name,
                "status": bet.status,
                "lines": _curves_of(game, bet, goal, purses, best.chances.tolist()),
            }
            for bet in shown
        ],
        "best": {
            "purses": list(range(goal + 1)),
            "chances": best.chances.tolist(),
            "bets": len(every),
        },
        "bounded": fair_bound(1, goal, every) is not None,
    }


def _curves_of(
    game: Game, bet: Bet, goal: int, purses: Sequence[int], best: Sequence[float]
) -> list[Document]:
    met = wager(game.bank.numbers, bet)
    assert met is not None
    lines = []
    for system in SYSTEMS:
        chances = [system_value(system, met, purse, goal, 1).chance for purse in purses]
        shares = [
            chance / best[purse] if best[purse] else None
            for chance, purse in zip(chances, purses, strict=True)
        ]
        lines.append({"system": system.name, "chances": chances, "shares": shares})
    return lines


def _line(asked: Question, bet: Bet, met: Wager, system: System | None, best: Value) -> Document:
    """A system on a bet, or (without a system) the best play of that bet alone."""
    name = "best on this bet" if system is None else system.name
    line: Document = {"system": name, "bet": bet.name, "covers": bet.covers, "status": bet.status}
    try:
        if system is None:
            value = best_play([met], asked.purse, asked.goal).value
        else:
            value = system_value(system, met, asked.purse, asked.goal, asked.stake)
    except (TooManyStatesError, MemoryError) as error:
        # The other lines are worth having.
        note = str(error)
        if isinstance(error, MemoryError):
            note = f"{name} on {bet.name} takes more memory than there is"
        empty = dict.fromkeys(("chance", "error", "rounds", "staked", "left", "loss_per_unit", "share"))
        return {**line, **empty, "edge": float(met.edge), "note": note}
    share = value.chance / best.chance if best.chance else None
    return {**line, **_told(value, asked.purse), "share": share, "edge": float(met.edge), "note": ""}


def _told(value: Value, purse: int) -> Document:
    return {**value._asdict(), "loss_per_unit": value.loss_per_unit(purse) if value.staked else None}


def _first(best: Best, purse: int) -> Document | None:
    """The first stake of the best play, and the bet; None where no bet can be made."""
    met = best.bets[purse]
    if met is None:
        return None
    told = {"bet": met.bet.name, "covers": met.bet.covers, "status": met.bet.status}
    return {**told, "stake": int(best.stakes[purse])}
