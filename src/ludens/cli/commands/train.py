"""``ludens train GAME``: trains a network by self-play, says how good it is meanwhile, and keeps it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ludens.cli.terminal import console, game_argument, json_option, patience, print_json, time_option
from ludens.engine.contract import LoadedGame
from ludens.game import UnsuitableGameError
from ludens.games.loading import load
from ludens.learning.arithmetic import DEVICES
from ludens.learning.course import METHODS, PROCESSES, Course, Wanted, begun, rival_of
from ludens.learning.progress import Progress
from ludens.learning.ways import SECONDS, Way, best_way, noted
from ludens.search.networks.forms import BETTER, FORMS
from ludens.search.networks.store import network_for, own_path
from ludens.search.networks.trained import fitting, read_trained, write_trained

USUAL_PAIRS = 20
"""Of a network that is only to be measured."""


@click.command()
@game_argument()
@time_option("--minutes", 1_000_000, 10.0, "Train for this time; measuring comes on top.")
@click.option(
    "--device", type=click.Choice(DEVICES), default="cpu", show_default=True, help="Where the network is trained."
)
@click.option(
    "--method",
    type=click.Choice(METHODS),
    default=METHODS[0],
    show_default=True,
    help="How it learns: looking one move ahead (ahead), or by small searches (gumbel; needs PyTorch, and roles that "
    "take turns). Usually by searches on a graphics card, otherwise ahead.",
)
@click.option("--resume", is_flag=True, help="Continue the training of these rules exactly where it was saved.")
@click.option("--anew", is_flag=True, help="Begin again, although there is a training of these rules.")
@click.option("--seed", type=click.IntRange(0, (1 << 62) - 1), default=0, show_default=True, help="For random numbers.")
@click.option(
    "--form",
    type=click.Choice((BETTER, *FORMS)),
    default=BETTER,
    show_default=True,
    help="Form of the network: layers on all that it sees (dense), the same weights on all cells of a board (grid), or "
    "whichever wins games against the other after a short training of both; with less than 5 minutes, a graphics card, "
    "--width or --layers, it is dense.",
)
@click.option(
    "--width",
    type=click.IntRange(8, 4_096),
    help="Width of the network's layers. Usually 128, or 32 numbers a cell with --form grid.",
)
@click.option("--layers", type=click.IntRange(1, 64), help="Number of hidden layers. Usually 2, or 3 with --form grid.")
@click.option(
    "--teacher",
    type=click.IntRange(8, 4_096),
    help="Width of a second, larger network that plays the games; both learn from them, and only the first is kept. "
    "Worth while on a graphics card; needs --method gumbel.",
)
@click.option(
    "--pairs",
    type=click.IntRange(0, 10_000),
    help=f"Pairs of games at the end for each way to play the network, {SECONDS:g} s a move, against what the champion "
    "plays without it; 0: none. Usually 4, and more while they take a tenth of the time; none after under a minute. "
    "The best way is kept with the network; one that does not help is not used.",
)
@click.option("--measure", is_flag=True, help="Do not train: only play --pairs with the network that there is.")
@click.option(
    "--export",
    "export",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the network to this file, too. With --minutes 0.001 --resume, little else is done.",
)
@click.option(
    "--import",
    "given",
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    help="Do not train: take a network that somebody exported, if it fits these rules.",
)
@json_option
def train(
    game: str,
    minutes: float,
    device: str,
    method: str,
    resume: bool,
    anew: bool,
    seed: int,
    form: str,
    width: int | None,
    layers: int | None,
    teacher: int | None,
    pairs: int | None,
    measure: bool,
    export: Path | None,
    given: Path | None,
    as_json: bool,
) -> None:
    """Train a network for GAME by self-play, and save it: the agent apprentice plays with it.

    Progress is printed as it is measured: how often the network chooses a move that changes the outcome, where Ludens
    can solve the game, and scores against earlier selves. With --json, each line is a JSON object. Ctrl-C ends the
    training; what was saved at most a minute before is kept, and --resume continues with it.
    """
    loaded = load(game)
    with patience(f"Compiling {loaded.info.name}"):
        loaded.engine.wait()
    if given is not None:
        _take(loaded, given, as_json)
        return
    if measure:
        _measure(game, loaded, pairs or USUAL_PAIRS, export, as_json)
        return
    with patience(f"Reading features off the rules of {loaded.info.name}"):
        wanted = Wanted(minutes, device, resume, anew, seed, width or 0, layers or 0, method, form, teacher or 0)
        training = begun(loaded, wanted)
        rival = rival_of(training, wanted)
    course = Course(training, lambda found: _tell(found, as_json), name=game, rival=rival)
    course.run(minutes)
    path = own_path(loaded)
    with patience(f"Playing {loaded.info.name}"):
        way = course.find_way(pairs)
    if export is not None:
        write_trained(export, read_trained(path))
    if as_json:
        about = course.training.described()
        print_json({"game": loaded.info.name, "file": str(path), **about, **(way.data() if way else {"match": None})})
        return
    out = console()
    out.print(f"The network is in {path}", soft_wrap=True)
    if way is not None:
        out.print(_told(way), soft_wrap=True)


def _tell(found: Progress, as_json: bool) -> None:
    if as_json:
        print_json(found.data())
    else:
        console().print(found.line(), soft_wrap=True)


def _take(game: LoadedGame[Any], given: Path, as_json: bool) -> None:
    """Keeps a network that fits; raises TensorFileError with the reason where it does not."""
    trained = read_trained(given)
    fitting(trained, game, str(given))
    write_trained(own_path(game), trained)
    if as_json:
        print_json({"game": game.info.name, "file": str(own_path(game)), **trained.training})
    else:
        console().print(f"The network is in {own_path(game)}", soft_wrap=True)


def _measure(name: str, game: LoadedGame[Any], pairs: int, export: Path | None, as_json: bool) -> None:
    """Has the network that there is play; raises UnsuitableGameError without one."""
    network_for(game, "apprentice")
    with patience(f"Playing {game.info.name}"):
        way = best_way(name, game, pairs, processes=PROCESSES) if len(game.info.roles) > 1 else None
    if way is None:
        raise UnsuitableGameError("ludens train --measure", game.info.name, "there is nobody to play against")
    noted(game, way)
    if export is not None:
        write_trained(export, read_trained(own_path(game)))
    if as_json:
        print_json({"game": game.info.name, "file": str(own_path(game)), **way.data()})
    else:
        console().print(_told(way), soft_wrap=True)


def _told(way: Way) -> str:
    own = way.score
    found = (
        f"apprentice scored {100 * own.score:.0f} % ({100 * own.low:.0f} to {100 * own.high:.0f}) against "
        f"{own.opponent} in {2 * own.pairs} games, {SECONDS:g} s a move"
    )
    if way.blend == 1:
        found += "; random games value positions, and the network says which moves to try first"
    elif way.blend:
        found += f"; random games count for {100 * way.blend:.0f} % of a leaf"
    if not way.helps:
        found += ". This network is worse than none: the champion plays without it"
    return found + "."
