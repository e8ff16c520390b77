"""The command ``compare``: what a rule is worth."""

import re
from typing import TYPE_CHECKING, Any

import click

from cli_options import (
    csv_option,
    game_argument,
    json_option,
    load_game,
    player_options,
    print_json,
    rule_options,
    run_options,
    table_format,
)
from cli_play import Asked, play_compared

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
@player_options
@run_options
@json_option
@csv_option
def compare(
    name: str | None,
    changes: tuple[str, ...],
    rules_file: str | None,
    variants: tuple[str, ...],
    as_json: bool,
    as_csv: bool,
    **asked: Any,
) -> None:
    """What a rule is worth: a game with and without it, on the same deals.

    Every variant (--with) is compared with the game as it is, or as --set and --rules leave it:
    points, the leader's advantage, and how often groups are held and declared. Intervals come from
    the differences deal by deal.
    """
    form = table_format(as_json, as_csv)
    game = load_game(name, changes, rules_file, family="besi")
    if not variants:
        raise click.UsageError("compare with what? Give --with KEY=VALUE, as --with lower_after_higher=false")
    if asked["exact"] or asked["deals"] == 0:
        raise click.UsageError("a comparison needs deals: give --deals 1 or more")
    others = [_variant(game, text) for text in variants]
    from analysis.comparison import comparison

    document = comparison(game, others, play_compared(game, others, Asked(**asked)))
    if form == "json":
        print_json(document)
    elif form == "csv":
        from reports import rows

        click.echo(rows.csv_text(rows.comparison_rows(document)), nl=False)
    else:
        from reports import tables

        tables.print_comparison(document, game)


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
