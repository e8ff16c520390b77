"""The commands of the banking games beyond their edges: an evening at the table, and ruin."""

from typing import TYPE_CHECKING

import click

from cli_errors import nearest
from cli_options import (
    Count,
    Deals,
    cores,
    csv_option,
    game_argument,
    json_option,
    load_game,
    print_json,
    rule_options,
    seed_option,
    stack,
    table_format,
)
from cli_play import Asked, play_bank, playing, progress_bar, working

if TYPE_CHECKING:
    from analysis.evening_document import Question, Simulated
    from reports.book import BankReport
    from simulate.rules import Bet, Game

MOST_ROUNDS = 100_000
MOST_PUNTERS = 1_000
MOST_STAKES = 10**9
MAX_THREADS = 1024
ROUNDS, PUNTERS = 200, 10
REPORT_PURSES = (10, 100)
CURVE_GOAL, CURVE_POINTS = 240, 16

bet_options = stack(
    click.option("--bet", "bet_name", metavar="NAME", help="Which bet.  [default: the game's first]"),
    click.option(
        "--covers",
        type=Count("of numbers", 1, 10_000),
        help="The bet on so many numbers of one's choice, where the game has a rule for it.",
    ),
)


@click.command("evening")
@game_argument
@rule_options
@bet_options
@click.option(
    "--rounds",
    type=Count("of rounds", 1, MOST_ROUNDS),
    default=str(ROUNDS),
    show_default=True,
    help="Rounds in an evening.",
)
@click.option(
    "--punters",
    type=Count("of punters", 1, MOST_PUNTERS),
    default=str(PUNTERS),
    show_default=True,
    help="Punters at the table; each bets one stake a round at random.",
)
@click.option(
    "--bank",
    "capital",
    type=Count("of stakes", 0, MOST_STAKES),
    help="Stakes that the bank begins with: how likely is its ruin?  [default: enough for under 1 %]",
)
@click.option(
    "--deals", type=Deals(), default="50k", show_default=True, help="How many evenings to play beside it."
)
@click.option("--exact", is_flag=True, help="Only what is exact; the same as --deals 0.")
@seed_option
@click.option(
    "--threads",
    type=Count("of threads", 1, MAX_THREADS),
    default=cores,
    show_default="all cores",
    help="How many evenings are played at the same time; it never changes a figure.",
)
@json_option
@csv_option
def evening_command(
    name: str | None,
    changes: tuple[str, ...],
    rules_file: str | None,
    bet_name: str | None,
    covers: int | None,
    rounds: int,
    punters: int,
    capital: int | None,
    deals: int,
    exact: bool,
    seed: int,
    threads: int,
    as_json: bool,
    as_csv: bool,
) -> None:
    """An evening at a banking game: what a punter and the bank have after some rounds of flat bets.

    Everything is exact; evenings are played beside it (--deals counts them). The table as CSV is the
    distribution of the punter's result.
    """
    form = table_format(as_json, as_csv)
    game = load_game(name, changes, rules_file, family="banking")
    bet = chosen_bet(game, bet_name, covers)
    from analysis.evening import TooManyOutcomesError
    from analysis.evening_document import Question, document, solve

    asked = Question(game, bet, rounds, punters, capital)
    try:
        with working("working out the evening"):
            solved = solve(asked)
    except TooManyOutcomesError as error:
        raise click.UsageError(f"--rounds {rounds}, --punters {punters}: {error}") from None
    played = None if exact or deals == 0 else play_evenings(asked, solved.capital, deals, seed, threads)
    answer = document(asked, solved, played)
    if form == "json":
        print_json(answer)
    elif form == "csv":
        from reports import rows

        # The rows tell by themselves of which bet they are, and whether it is a conjecture.
        told = {"game": game.id, "bet": bet.name, "status": bet.status}
        click.echo(rows.csv_text([told | line for line in answer["punter"]["distribution"]]), nl=False)
    else:
        from reports import tables_bank

        tables_bank.print_evening(answer, game)


@click.command()
@game_argument
@rule_options
@bet_options
@click.option(
    "--purse",
    type=Count("of units", 1, MOST_STAKES),
    required=True,
    help="What the punter has, in whole units.",
)
@click.option(
    "--goal",
    type=Count("of units", 1, MOST_STAKES),
    help="What he wants to have.  [default: twice the purse]",
)
@click.option(
    "--stake",
    type=Count("of units", 1, MOST_STAKES),
    default="1",
    show_default=True,
    help="The base stake of flat play, martingale and d'Alembert's progression.",
)
@json_option
@csv_option
def ruin(
    name: str | None,
    changes: tuple[str, ...],
    rules_file: str | None,
    bet_name: str | None,
    covers: int | None,
    purse: int,
    goal: int | None,
    stake: int,
    as_json: bool,
    as_csv: bool,
) -> None:
    """A goal or ruin: what chances systems have, each as a share of the best possible play.

    Flat stakes, the martingale, d'Alembert's progression and bold play, on every bet of the game (or on
    --bet or --covers); and the best of all ways to stake whole units on whatever bet.
    """
    form = table_format(as_json, as_csv)
    game = load_game(name, changes, rules_file, family="banking")
    from analysis.ruin_document import Question, document, most_goal

    said = f"--goal {goal}" if goal else f"--purse {purse}, to be doubled"
    goal = goal or 2 * purse
    if goal <= purse:
        raise click.UsageError(f"--goal {goal} isn't above the purse of {purse}")
    most = most_goal(game)
    if goal > most:
        raise click.UsageError(
            f"{said}: goals to {most:,} are worked out, in some minutes; the time grows with the square of "
            f"the goal, to {(goal / most) ** 2:,.1f} times that here: count in larger units"
        )
    if stake > purse:
        raise click.UsageError(f"--stake {stake} is more than the purse of {purse}")
    one = bet_name is not None or covers is not None
    bets = [chosen_bet(game, bet_name, covers)] if one else game.bank.bets
    asked = Question(game, bets, purse, goal, stake)
    with progress_bar("ways of playing", asked.steps) as progress:
        answer = document(asked, progress)
    if form == "json":
        print_json(answer)
    elif form == "csv":
        from reports import rows

        if not answer["systems"]:
            names = ", ".join(bet["bet"] for bet in answer["bets"])
            raise click.UsageError(f"--csv: no bet asked for gains anything ({names}), so there is no table")
        click.echo(rows.csv_text(answer["systems"]), nl=False)
    else:
        from reports import tables_bank

        tables_bank.print_ruin(answer, game)


def chosen_bet(game: "Game", name: str | None, covers: int | None) -> "Bet":
    """The bet that --bet or --covers asks for; the game's first where neither is given.

    Raises
    ------
    click.UsageError
        Both are given, or the game has no bet of that name.
    simulate.catalogue.RulesError
        It has no rule for bets on so many numbers.
    """
    bets = game.bank.bets
    if covers is not None:
        if name is not None:
            raise click.UsageError(f"--bet {name!r} and --covers {covers}: give one of them")
        from simulate.catalogue import with_bets_on

        widened = with_bets_on(game, (covers,)).bank
        asked = widened.bet_on(covers)
        return next(bet for bet in widened.bets if (bet.covers, bet.returns) == (covers, asked.returns))
    if name is None:
        return bets[0]
    names = [bet.name for bet in bets]
    begun = [one for one in names if one.startswith(name)]
    if len(begun) == 1:
        name = begun[0]
    if name not in names:
        raise click.UsageError(
            f"--bet {name!r}: {game.id} has no such bet; bets are {', '.join(names)}{nearest(name, names)}"
        )
    return bets[names.index(name)]


def play_evenings(asked: "Question", capital: int, count: int, seed: int, threads: int) -> "Simulated":
    """Play evenings, and count the ruins of a bank of that capital.

    Raises
    ------
    Stopped
        The user interrupted it.
    """
    from analysis.evening_document import Simulated
    from simulate.evenings import run_evenings
    from simulate.streams import STREAM_VERSION

    numbers = asked.game.bank.numbers
    with playing("evenings", count) as (progress, stop):
        counters = run_evenings(
            numbers, asked.bet, asked.punters, asked.rounds, capital, seed, count, threads, progress, stop
        )
    return Simulated(counters, seed, STREAM_VERSION)


def bank_bundle(game: "Game", asked: Asked) -> "BankReport":
    """Everything that the report says of a banking game; as many rounds are drawn in evenings as else.

    Raises
    ------
    Stopped
        The user interrupted it.
    """
    from analysis import documents, evening_document, ruin_document
    from analysis.evening import TooManyOutcomesError
    from reports.book import BankReport

    if asked.to_play == 0:
        edges = documents.edges([game], None)
    else:
        from simulate.streams import STREAM_VERSION

        drawn = play_bank(game, asked.to_play, asked.seed, asked.threads)
        edges = documents.edges([game], drawn, seed=asked.seed, stream_version=STREAM_VERSION)
    evening = None
    # Where a table's outcomes are too many to be told apart, those of one punter may not be.
    for punters in (PUNTERS, 1):
        question = evening_document.Question(game, game.bank.bets[0], ROUNDS, punters)
        try:
            solved = evening_document.solve(question)
        except TooManyOutcomesError:
            continue
        count = asked.to_play // ROUNDS
        played = play_evenings(question, solved.capital, count, asked.seed, asked.threads) if count else None
        evening = evening_document.document(question, solved, played)
        break
    doublings = [
        ruin_document.document(ruin_document.Question(game, game.bank.bets, purse, 2 * purse, 1))
        for purse in REPORT_PURSES
    ]
    curves = ruin_document.curves(game, CURVE_GOAL, CURVE_POINTS)
    example = ruin_document.example(game)
    return BankReport(game, edges, evening, curves, doublings, example)
