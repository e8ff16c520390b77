"""The commands ``optimise`` and ``reference``: the best declaration order, and what could be gained."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli_errors import CannotBeDone, said
from cli_options import (
    DEFAULT_PLAYER,
    Count,
    Deals,
    Names,
    Number,
    csv_option,
    each_seat,
    game_argument,
    json_option,
    load_game,
    print_json,
    result_path,
    rule_options,
    run_options,
    seed_option,
    table_format,
    threads_option,
)
from cli_play import note, playing

if TYPE_CHECKING:
    from simulate.rules import Game

_BASELINE = "highest-first"
# The later rounds of a race double the deals of the first, up to so many times as many.
_MOST_DOUBLED = 64

one_player_option = click.option(
    "--player",
    "players",
    type=Names(),
    default=DEFAULT_PLAYER,
    show_default=True,
    help="Who plays: one name, or one for each seat.",
)


@click.command()
@game_argument
@rule_options
@one_player_option
@click.option(
    "--race",
    "first_deals",
    type=Deals(),
    default="4k",
    show_default=True,
    help=f"Deals of a race's first round; each further one has twice as many, at most {_MOST_DOUBLED} times.",
)
@run_options
@json_option
@csv_option
@click.option("--out", metavar="FILE.toml", help="Keep the order found, for --order FILE.toml.")
def optimise(
    name: str | None,
    changes: tuple[str, ...],
    rules_file: str | None,
    players: tuple[str, ...],
    first_deals: int,
    as_json: bool,
    as_csv: bool,
    out: str | None,
    **asked: Any,
) -> None:
    """Search for the declaration order that gains most over declaring the highest first.

    Orders race on the same deals, the better half going on each round, and small changes of the
    winner race again until none is clearly better. What the order found gains is then measured on
    --deals deals that the search never played.
    """
    form = table_format(as_json, as_csv)
    game = load_game(name, changes, rules_file, family="besi")
    _check_deals(asked)
    if first_deals < 2:
        raise click.UsageError(f"--race {first_deals}: a race needs 2 deals or more")
    path = result_path(out, (".toml",)) if out else None
    seated = _players(game, players)
    from analysis.optimised import Measured, optimised
    from simulate.duel import measure
    from simulate.optimise import most_deals, search
    from simulate.order_texts import order_toml, read_order
    from simulate.race import Effort
    from simulate.streams import STREAM_VERSION

    seed, deals, threads = asked["seed"], asked["deals"], asked["threads"]
    effort = Effort(first_deals, _MOST_DOUBLED * first_deals)
    with playing("deals", most_deals(game.besi, effort)) as (progress, stop):
        found = search(game, seated, seed, effort, threads, progress, stop, note)
    order = found.candidate.order("found")
    with playing("deals", deals) as (progress, stop):
        gains = measure(game, seated, [order], seed, deals, threads, progress, stop, note)
    found.forget()
    words = ["besi", "optimise", *([game.id] if rules_file is None else ["--rules", rules_file])]
    for change in changes:
        words += ["--set", change]
    words += ["--player", ",".join(players), "--race", str(first_deals), "--deals", str(deals)]
    words += ["--seed", str(seed)]
    document = optimised(
        game, order, found, Measured(gains, seed, deals, seated, (_BASELINE,), STREAM_VERSION)
    )
    text = order_toml(order, _provenance(document, shlex.join(words)))
    order = read_order(text, str(path) if path else "found")
    document["order"]["name"] = order.name
    document["orders"] = [order.name, *[_BASELINE] * (game.besi.seats - 1)]
    if path:
        _write(path, text)
    if form == "json":
        print_json(document)
    elif form == "csv":
        from reports import rows
        from reports.optimised import optimised_rows

        click.echo(rows.csv_text(optimised_rows(document)), nl=False)
    else:
        from reports.optimised import print_optimised

        print_optimised(document, game)


@click.command()
@game_argument
@rule_options
@one_player_option
@click.option(
    "--order",
    default="best",
    show_default=True,
    metavar="NAME",
    help="The order measured beside the reference.",
)
@click.option(
    "--rollouts",
    type=Count("of rollouts", 2, 1000),
    default="64",
    show_default=True,
    help="How often each choice is played on.",
)
@click.option(
    "--caution",
    type=Number("of standard errors", 100),
    default="2",
    show_default=True,
    help="Standard errors by which a choice must be better than the highest first.",
)
@click.option("--deals", type=Deals(), default="10k", show_default=True, help="How many deals to play.")
@seed_option
@threads_option
@json_option
@csv_option
def reference(
    name: str | None,
    changes: tuple[str, ...],
    rules_file: str | None,
    players: tuple[str, ...],
    order: str,
    rollouts: int,
    caution: float,
    deals: int,
    seed: int,
    threads: int,
    as_json: bool,
    as_csv: bool,
) -> None:
    """What could be gained: a declarer who plays each choice on, many times, in his mind.

    Each time that he may declare he tries every group, and declaring nothing, over cards dealt anew
    wherever he can't see them, and takes what is best; everybody else declares the highest first.
    Tells how much of what he gains an order gains too.
    """
    form = table_format(as_json, as_csv)
    game = load_game(name, changes, rules_file, family="besi")
    if deals == 0:
        raise click.UsageError("the reference needs deals: give --deals 1 or more")
    seated = _players(game, players)
    from simulate.order_texts import order_of

    measured = order_of(order.strip(), game.besi)
    from analysis.reference_gain import Referred, reference_gain
    from simulate.reference import measure_reference
    from simulate.streams import STREAM_VERSION

    with playing("deals", deals) as (progress, stop):
        gains = measure_reference(
            game, seated, measured, rollouts, caution, seed, deals, threads, progress, stop, note
        )
    orders = (measured.name, *(_BASELINE,) * (game.besi.seats - 1))
    document = reference_gain(
        game, Referred(gains, seed, deals, seated, orders, STREAM_VERSION, rollouts, caution)
    )
    if form == "json":
        print_json(document)
    elif form == "csv":
        from reports import rows
        from reports.reference import reference_rows

        click.echo(rows.csv_text(reference_rows(document)), nl=False)
    else:
        from reports.reference import print_reference

        print_reference(document, game)


def _players(game: "Game", players: tuple[str, ...]) -> tuple[str, ...]:
    """A player for each seat.

    Raises
    ------
    click.UsageError, simulate.catalogue.RulesError
        There are too many or too few, or there is no such player.
    """
    from simulate.seating import check_names

    seats = game.besi.seats
    seated = each_seat("--player", players, seats)
    check_names(game, seated, (_BASELINE,) * seats)
    return seated


def _check_deals(asked: dict[str, Any]) -> None:
    if asked["exact"] or asked["deals"] == 0:
        raise click.UsageError("an order's gain needs deals: give --deals 1 or more")


def _provenance(document: dict[str, Any], command: str) -> dict[str, str | int | float]:
    gain = document["gain"]
    figures = {f"gain_{key}": gain[key] for key in ("low", "high", "level") if gain[key] is not None}
    return {
        "command": command,
        "game": document["game"],
        "rules_hash": document["rules_hash"],
        "players": ",".join(document["players"]),
        "seed": document["seed"],
        "stream_version": document["stream_version"],
        "search_deals": document["search"]["deals"],
        "fresh_deals": document["deals"],
        "gain": gain["mean"],
        **figures,
        "gain_unit": "points a deal over highest-first, on the fresh deals",
    }


def _write(path: Path, text: str) -> None:
    from simulate.checkpoint import write_atomically

    try:
        write_atomically(path, text.encode())
    except OSError as error:
        raise CannotBeDone(f"can't write {str(path)!r}: {said(error)}") from None
