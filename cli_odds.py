"""The commands of odds: what is exact of a group or a hand, and what play makes of it."""

from typing import Any

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
from cli_play import Asked, play


@click.command("how-rare")
@click.argument("words", nargs=-1, required=True, metavar="GROUP…")
@click.option("--game", "name", help="A game or a rule file. Default: the first that values the group.")
@rule_options
@player_options
@run_options
@json_option
@csv_option
def how_rare(
    words: tuple[str, ...],
    name: str | None,
    changes: tuple[str, ...],
    rules_file: str | None,
    as_json: bool,
    as_csv: bool,
    **asked: Any,
) -> None:
    """How often a group is dealt, received, reachable, held and declared.

    GROUP is said as people say it, in English or French: besi triple, four aces, quinte majeure.
    """
    form = table_format(as_json, as_csv)
    from reports.names import find_group

    try:
        group_id = find_group(" ".join(words))
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    from analysis import documents

    if name is None and rules_file is None:
        name = documents.first_value_game(group_id)
        if name is None:
            raise click.UsageError(f"no game gives {group_id!r} a value; ask of one game with --game GAME")
    game = load_game(name, changes, rules_file, family="besi")
    document = documents.how_rare(game, group_id, play(game, Asked(**asked)))
    if form == "json":
        print_json(document)
    elif form == "csv":
        from reports import rows

        click.echo(rows.csv_text(rows.odds_rows(document)), nl=False)
    else:
        from reports import words as told

        for paragraph in told.how_rare_text(document, game):
            click.echo(paragraph)


@click.command()
@game_argument
@rule_options
@player_options
@run_options
@json_option
@csv_option
def odds(
    name: str | None,
    changes: tuple[str, ...],
    rules_file: str | None,
    as_json: bool,
    as_csv: bool,
    **asked: Any,
) -> None:
    """How often every group of a game is dealt, received, reachable, held and declared."""
    form = table_format(as_json, as_csv)
    game = load_game(name, changes, rules_file, family="besi")
    from analysis import documents

    document = documents.odds(game, play(game, Asked(**asked)))
    if form == "json":
        print_json(document)
        return
    from reports import rows, tables

    if form == "csv":
        click.echo(rows.csv_text(rows.odds_rows(document)), nl=False)
    else:
        tables.print_odds(document, game)
