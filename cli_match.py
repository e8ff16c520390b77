"""The command ``match``: who wins a match to the target, and in how many deals."""

from typing import TYPE_CHECKING, Any

import click

from cli_options import (
    Count,
    Deals,
    Points,
    csv_option,
    game_argument,
    json_option,
    load_game,
    player_options,
    print_json,
    result_path,
    rule_options,
    run_options,
    table_format,
)
from cli_play import Asked, play_match

if TYPE_CHECKING:
    from simulate.rules import Game

MOST_MATCHES = 10**9
MOST_POINTS = 10**6


@click.command("match")
@game_argument
@rule_options
@player_options
@click.option(
    "--matches",
    type=Deals("matches", MOST_MATCHES),
    default="100k",
    show_default=True,
    help="How many matches to play to the end, each once for every player who may lead first.",
)
@click.option(
    "--score",
    type=Points(),
    help="Scores before the first deal, one for each side: 500,300.  [default: 0 for all]",
)
@click.option(
    "--step",
    type=Count("of points", 1, MOST_POINTS),
    help="Steps of the table of scores.  [default: a round number]",
)
@run_options
@json_option
@csv_option
@click.option("--out", metavar="FILE.pdf", help="A picture of it: a .pdf or .png file.")
def match(
    name: str | None,
    changes: tuple[str, ...],
    rules_file: str | None,
    matches: int,
    score: tuple[int, ...] | None,
    step: int | None,
    as_json: bool,
    as_csv: bool,
    out: str | None,
    **asked: Any,
) -> None:
    """Who wins a match to the target, and in how many deals.

    Matches are played from the first deal to the last; --deals are deals looked at by themselves, from
    which the chance to win from every score is worked out, and how often the first deal is enough. The
    deal passes on from deal to deal, and every player leads the first deal equally often.
    """
    form = table_format(as_json, as_csv)
    game = load_game(name, changes, rules_file, family="besi")
    if asked["exact"] or asked["deals"] == 0 or matches == 0:
        raise click.UsageError("nothing of a match is exact: give --deals 20 and --matches 1, or more")
    from simulate.match_rules import check_match

    check_match(game)
    score = _checked_score(game, score, step)
    path = None if out is None else result_path(out, (".pdf", ".png"))
    from analysis.matches import match_document

    document = match_document(game, play_match(game, Asked(**asked), matches, score), step)
    if path is not None:
        from reports.figures_match import match_picture
        from reports.pictures import write_picture

        write_picture(match_picture(document, game), path)
    if form == "json":
        print_json(document)
    elif form == "csv":
        from reports import rows
        from reports.match_tables import match_rows

        click.echo(rows.csv_text(match_rows(document)), nl=False)
    else:
        from reports.match_tables import print_match

        print_match(document, game)


def _checked_score(game: "Game", score: tuple[int, ...] | None, step: int | None) -> tuple[int, ...]:
    """The scores before the first deal, one for each side, below the target and in the units of the points.

    Raises
    ------
    click.UsageError
        They aren't.
    """
    from simulate.match_rules import point_unit, side_count

    rules, sides, unit = game.besi, side_count(game.besi), point_unit(game.besi)
    assert rules.target is not None
    if step is not None and step % unit:
        raise click.UsageError(f"--step '{step}': points come in multiples of {unit} here")
    if score is None:
        return (0,) * sides
    told = ",".join(map(str, score))
    if len(score) != sides:
        raise click.UsageError(f"--score {told!r} has {len(score)} scores; the match has {sides} sides")
    if max(score) >= rules.target:
        raise click.UsageError(f"--score {told!r}: a match to {rules.target} is over then; give scores below")
    if any(points % unit for points in score):
        raise click.UsageError(f"--score {told!r}: points come in multiples of {unit} here")
    return score
