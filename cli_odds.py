"""The commands of odds: what is exact of a group or a hand, and what play makes of it."""

from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from cli_options import (
    Cards,
    Count,
    Suit,
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

if TYPE_CHECKING:
    from analysis.arrival import Hand

MAX_DRAWS = 128


@click.command("how-rare")
@click.argument("words", nargs=-1, required=True, metavar="GROUP…")
@click.option("--game", "name", help="A game or a rule file. Default: the first that values the group.")
@rule_options
@click.option(
    "--given",
    type=Cards(),
    help="Cards in hand, as 'QS QS JD' or none: how often do those that are missing come? "
    "Answers what is exact; plays deals too if --deals is given.",
)
@click.option(
    "--seen", type=Cards(), help="With --given: cards played, shown or turned up, which can't come."
)
@click.option(
    "--draws",
    type=Count("of draws", 0, MAX_DRAWS),
    help="With --given: draws still to come.  [default: all of the game's]",
)
@click.option("--trump", type=Suit(), help="With --given: the suit of trump, for marriages and quintes.")
@player_options
@run_options
@json_option
@csv_option
@click.pass_context
def how_rare(
    ctx: click.Context,
    /,
    words: tuple[str, ...],
    name: str | None,
    changes: tuple[str, ...],
    rules_file: str | None,
    as_json: bool,
    as_csv: bool,
    given: tuple[tuple[int, int], ...] | None,
    seen: tuple[tuple[int, int], ...] | None,
    draws: int | None,
    trump: int | None,
    **asked: Any,
) -> None:
    """How often a group is dealt, received, reachable, held and declared.

    GROUP is said as people say it, in English or French: besi triple, four aces, quinte majeure.
    With --given, of a hand in progress: how often the cards that it lacks are still drawn.
    """
    form = table_format(as_json, as_csv)
    from reports.names import find_group

    try:
        group_id = find_group(" ".join(words))
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    from analysis import arrival, documents

    hand = hand_in_progress(given, seen, draws, trump)
    if hand is not None and ctx.get_parameter_source("deals") == ParameterSource.DEFAULT:
        asked["deals"] = 0
    if name is None and rules_file is None:
        name = documents.first_value_game(group_id)
        if name is None:
            raise click.UsageError(f"no game gives {group_id!r} a value; ask of one game with --game GAME")
    game = load_game(name, changes, rules_file, family="besi")
    try:
        if hand is not None:
            arrival.arrives(game.besi, group_id, hand)
    except arrival.HandError as error:
        raise click.UsageError(str(error)) from None
    document = documents.how_rare(game, group_id, play(game, Asked(**asked)), hand)
    if form == "json":
        print_json(document)
    elif form == "csv":
        from reports import rows

        click.echo(rows.csv_text(rows.odds_rows(document)), nl=False)
    else:
        from reports.hand_words import arrival_text
        from reports.words import how_rare_text

        tell = how_rare_text if hand is None else arrival_text
        for paragraph in tell(document, game):
            click.echo(paragraph)


def hand_in_progress(
    given: tuple[tuple[int, int], ...] | None,
    seen: tuple[tuple[int, int], ...] | None,
    draws: int | None,
    trump: int | None,
) -> "Hand | None":
    """The hand that is asked about, None where none is.

    Raises
    ------
    click.UsageError
        Something is said of a hand whose cards aren't.
    """
    if given is None:
        for option, value in (("--seen", seen), ("--draws", draws), ("--trump", trump)):
            if value is not None:
                raise click.UsageError(f"{option} needs --given, the cards in hand, as --given 'QS QS JD'")
        return None
    from analysis.arrival import Hand

    return Hand(given, seen or (), draws, trump)


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


@click.command()
@game_argument
@rule_options
@json_option
@csv_option
def worth(
    name: str | None, changes: tuple[str, ...], rules_file: str | None, as_json: bool, as_csv: bool
) -> None:
    """What a dealt hand is worth, exactly: its best group alone, and all its groups laid down."""
    form = table_format(as_json, as_csv)
    game = load_game(name, changes, rules_file, family="besi")
    from analysis import documents

    document = documents.worth(game)
    if form == "json":
        print_json(document)
        return
    from reports import hand_words, rows, tables

    if form == "csv":
        click.echo(rows.csv_text(rows.worth_rows(document)), nl=False)
    else:
        for paragraph in hand_words.worth_text(document, game):
            click.echo(paragraph)
        tables.print_worth(document)
