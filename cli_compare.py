"""The command ``compare``: what orders or players are worth against each other, or what a rule is worth."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from cli_options import (
    DEFAULT_ORDER,
    DEFAULT_PLAYER,
    Names,
    csv_option,
    game_argument,
    json_option,
    load_game,
    print_json,
    result_path,
    rule_options,
    run_options,
    table_format,
)
from cli_play import Asked, play_compared, play_round_robin

if TYPE_CHECKING:
    from simulate.rules import Game

# A comma inside a list, as in removed=8C,8D, isn't followed by a key.
_NEXT_CHANGE = re.compile(r",(?=\s*[A-Za-z_][A-Za-z0-9_-]*\s*=)", re.ASCII)


@click.command()
@game_argument
@rule_options
@click.option(
    "--with",
    "variants",
    multiple=True,
    metavar="KEY=VALUE[,KEY=VALUE…]",
    help="A variant of the game: each --with is one by itself, with all the changes that it gives.",
)
@click.option(
    "--player",
    "players",
    type=Names(),
    default=DEFAULT_PLAYER,
    show_default=True,
    help="Players to compare, A,B,…; otherwise who plays.",
)
@click.option(
    "--order",
    "orders",
    type=Names(),
    default=DEFAULT_ORDER,
    show_default=True,
    help="Declaration orders to compare, A,B,…; otherwise what is declared first.",
)
@run_options
@json_option
@csv_option
@click.option("--out", metavar="FILE.png", help="A picture of orders or players compared; a .pdf too.")
def compare(
    name: str | None,
    changes: tuple[str, ...],
    rules_file: str | None,
    variants: tuple[str, ...],
    as_json: bool,
    as_csv: bool,
    out: str | None,
    **asked: Any,
) -> None:
    """What orders or players are worth against each other, or what a rule is worth, on the same deals.

    Several orders (--order A,B,…) or players (--player A,B,…) play everyone against everyone, each in
    every seat: points, deals won, and how often groups are held and declared; the first named is the
    baseline. Every variant (--with) is compared with the game as it is, or as --set and --rules leave
    it. Intervals come from the differences deal by deal.
    """
    form = table_format(as_json, as_csv)
    game = load_game(name, changes, rules_file, family="besi")
    words = Asked(**asked)
    check_compared(variants, words)
    if words.to_play == 0:
        raise click.UsageError("a comparison needs deals: give --deals 1 or more")
    if variants:
        if out is not None:
            raise click.UsageError(f"--out {out!r} draws orders or players compared; --with has no picture")
        compare_rules(game, variants, words, form)
        return
    path = None if out is None else result_path(out, (".png", ".pdf"))
    from analysis.round_robin import round_robin

    document = round_robin(game, play_round_robin(game, words))
    if path is not None:
        from reports.figures_round_robin import round_robin_pictures
        from reports.pictures import write_picture

        write_picture(round_robin_pictures(document, game)[0], path)
    show(document, game, form)


def check_compared(variants: Sequence[str], asked: Asked) -> None:
    """See that it is clear what is compared: orders, or players, or rules.

    Raises
    ------
    click.UsageError
        Nothing is, or more than one of these.
    """
    orders, players = ",".join(asked.orders), ",".join(asked.players)
    if variants and len(asked.orders) > 1:
        raise click.UsageError(
            f"--order {orders!r} compares orders, and --with {variants[0]!r} compares rules: give one of them"
        )
    if variants:
        return
    if len(asked.orders) > 1 and len(asked.players) > 1:
        raise click.UsageError(
            f"--order {orders!r} compares orders, and --player {players!r} compares players: "
            f"name several of one, and one of the other"
        )
    if len(asked.orders) == len(asked.players) == 1:
        raise click.UsageError(
            f"compare what? There is one order, {orders!r}, and one player, {players!r}: give --order A,B, "
            f"--player A,B, or --with KEY=VALUE, as --with lower_after_higher=false"
        )


def compare_rules(game: "Game", variants: Sequence[str], asked: Asked, form: str) -> None:
    """Play a game and its variants, and print what sets them apart.

    Raises
    ------
    click.UsageError, simulate.catalogue.RulesError, cli_errors.Stopped
        The variants can't be compared, or as in `cli_play.play`.
    """
    others = [_variant(game, text) for text in variants]
    from analysis.comparison import comparison

    show(comparison(game, others, play_compared(game, others, asked)), game, form)


def show(document: dict[str, Any], game: "Game", form: str) -> None:
    """Print a `compare` document, in whichever of its two shapes it is."""
    if form == "json":
        print_json(document)
    elif form == "csv":
        from reports import rows

        of_rules = document["rows"] is None
        lines = rows.comparison_rows(document) if of_rules else rows.round_robin_rows(document)
        click.echo(rows.csv_text(lines), nl=False)
    else:
        from reports import tables

        tell = tables.print_comparison if document["rows"] is None else tables.print_round_robin
        tell(document, game)


def _variant(game: "Game", text: str) -> "Game":
    """The game with the changes of one --with.

    Raises
    ------
    click.UsageError
        They change nothing, or the number of seats.
    simulate.catalogue.RulesError
        They can't be accepted.
    """
    from simulate import catalogue

    variant = catalogue.change(game, _NEXT_CHANGE.split(text), option="--with")
    if variant.rules == game.rules:
        raise click.UsageError(f"--with {text!r} changes nothing: {game.id} is played so already")
    seats = game.besi.seats
    if variant.besi.seats != seats:
        raise click.UsageError(
            f"--with {text!r} has {variant.besi.seats} seats and {game.id} {seats}: "
            f"only games with as many seats can be compared"
        )
    return variant
