"""The command ``train``: the weights by which `tuned` plays, found anew."""

from pathlib import Path

import click

from cli_options import Count, game_argument, load_game, seed_option
from cli_play import playing

MOST_GENERATIONS = 100_000
MOST_CANDIDATES = 4096
MOST_DEALS = 1_000_000


@click.command()
@game_argument
@seed_option
@click.option(
    "--generations",
    type=Count("of generations", 1, MOST_GENERATIONS),
    default="300",
    show_default=True,
    help="How often the weights are moved.",
)
@click.option(
    "--candidates",
    type=Count("of candidates", 4, MOST_CANDIDATES),
    default="128",
    show_default=True,
    help="How many other weights are tried each time, an even number.",
)
@click.option(
    "--deals",
    type=Count("of deals", 1, MOST_DEALS),
    default="250",
    show_default=True,
    help="How many deals each plays from each seat.",
)
@click.option("--out", metavar="FILE.toml", help="Where to write the weights.  [default: standard output]")
def train(
    name: str | None, seed: int, generations: int, candidates: int, deals: int, out: str | None
) -> None:
    """Find the weights of the player `tuned` by self-play.

    The same command finds the same weights; those that come with besi say by which they were found.
    """
    from cli_options import result_path

    if candidates % 2:
        raise click.UsageError(f"--candidates {candidates}: they are tried in pairs; give an even number")
    game = load_game(name, (), None, family="besi")
    if game.besi.teams:
        raise click.UsageError(f"{game.id!r} is played by partners; tuned is trained where each plays alone")
    path: Path | None = None if out is None else result_path(out, (".toml",))
    from simulate import training, weights

    asked = training.Training(generations, candidates, deals, seed)
    with playing("generations", generations) as (progress, stop):
        for generation in training.train(game, asked, stop):
            if progress is not None:
                progress(generation.number)
    provenance: dict[str, str | int] = {
        "game": game.id,
        "rules_hash": game.rules_hash,
        "command": f"besi train {game.id} --seed {seed} --generations {generations} "
        f"--candidates {candidates} --deals {deals}",
        "seed": seed,
        "generations": generations,
        "deals": generations * candidates * deals * game.besi.seats,
    }
    text = weights.to_toml(generation.centre, provenance)
    if path is None:
        click.echo(text, nl=False)
        return
    from simulate.checkpoint import write_atomically

    write_atomically(path, text.encode())
