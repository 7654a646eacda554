"""``ludens train GAME``: trains a network by self-play, says how good it is meanwhile, and keeps it."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from ludens.arena.measured_pairs import relative_score
from ludens.arena.pairs import Conditions, Pairing
from ludens.arena.statistics import estimate
from ludens.cli.terminal import console, game_argument, json_option, patience, print_json, time_option
from ludens.engine.contract import LoadedGame
from ludens.game import Limit
from ludens.games.loading import load
from ludens.learning.arithmetic import DEVICES
from ludens.learning.course import METHODS, Course, Wanted, begun
from ludens.learning.progress import Progress, Score, score
from ludens.search.networks.forms import FORMS
from ludens.search.networks.store import network_for, network_path, own_path
from ludens.search.networks.trained import fitting, read_trained, with_match, write_trained

OPPONENT = "uct"
SECONDS = 0.1
"""What either has for a move in the match at the end."""

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
    type=click.Choice(FORMS),
    default=FORMS[0],
    show_default=True,
    help="Form of the network: layers on all that it sees (dense), or the same weights on every cell of a board (grid; "
    "needs --method gumbel).",
)
@click.option(
    "--width", type=click.IntRange(8, 4_096), default=128, show_default=True, help="Width of the network's layers."
)
@click.option("--layers", type=click.IntRange(1, 64), default=2, show_default=True, help="Number of hidden layers.")
@click.option(
    "--pairs",
    type=click.IntRange(0, 10_000),
    default=0,
    show_default=True,
    help=f"Pairs of games against {OPPONENT} at the end, {SECONDS:g} s a move. The result is kept with the network: "
    "the champion plays by a network that has been measured to help.",
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
    width: int,
    layers: int,
    pairs: int,
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
        _measure(loaded, pairs or USUAL_PAIRS, export, as_json)
        return
    with patience(f"Reading features off the rules of {loaded.info.name}"):
        training = begun(loaded, Wanted(minutes, device, resume, anew, seed, width, layers, method, form))
    course = Course(training, lambda found: _tell(found, as_json))
    course.run(minutes)
    path = own_path(loaded)
    against = _match(loaded, pairs) if pairs else None
    if export is not None:
        write_trained(export, read_trained(path))
    if as_json:
        about = training.described()
        print_json({"game": loaded.info.name, "file": str(path), **about, "match": against and asdict(against)})
        return
    out = console()
    out.print(f"The network is in {path}", soft_wrap=True)
    if against is not None:
        out.print(_told(against))


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


def _measure(game: LoadedGame[Any], pairs: int, export: Path | None, as_json: bool) -> None:
    """Has the network that there is play; raises UnsuitableGameError without one."""
    network_for(game, "apprentice")
    against = _match(game, pairs)
    if export is not None:
        write_trained(export, read_trained(own_path(game)))
    if as_json:
        print_json({"game": game.info.name, "file": str(own_path(game)), "match": asdict(against)})
    else:
        console().print(_told(against))


def _match(game: LoadedGame[Any], pairs: int) -> Score:
    """Plays a match, and notes it in the user's own file of the network."""
    pairing = Pairing(game, Conditions(Limit(seconds=SECONDS)))
    scores = [relative_score(game, pairing.play("apprentice", OPPONENT, number)) for number in range(pairs)]
    path = network_path(game)
    assert path is not None, "the network that has just played"
    write_trained(own_path(game), with_match(read_trained(path), OPPONENT, SECONDS, scores))
    return score(OPPONENT, estimate(scores))


def _told(against: Score) -> str:
    low, high = 100 * against.low, 100 * against.high
    return (
        f"apprentice scored {100 * against.score:.0f} % ({low:.0f} to {high:.0f}) against {against.opponent} in "
        f"{2 * against.pairs} games, {SECONDS:g} s a move"
    )
