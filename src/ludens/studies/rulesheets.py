"""A study on the document's own rulesheets, where somebody has them: built-in games give way to files of a folder.

The documents played rulesheets of the public repository of GGP Base and of a class, which are not part of Ludens. A
file stands for a built-in game when its name, without punctuation and upper case, is one of those below; in the layout
of the repository, ``connectFour/v0/connectFour.kif``, the name of the file counts.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ludens.game import SourceError
from ludens.studies.study import Comparison, Experiment, Figure, Measurement, Study

ENDINGS = (".kif", ".gdl")

NAMES = {
    "tic_tac_toe": ("tictactoe",),
    "nim": ("nim", "nim1"),
    "nim(heaps=11-12-15-25)": ("nim2",),
    "connect_four": ("connectfour",),
    "connect_four(columns=8)": ("connectfour",),
    "connect_four(players=3)": ("connectfour3p", "connectfour3player", "threeplayerconnectfour"),
    "breakthrough": ("breakthrough",),
    "breakthrough(size=6)": ("breakthroughsmall",),
    "checkers_small": ("checkerstiny", "checkerssmall"),
    "checkers_small(size=8)": ("checkers",),
    "cephalopod(size=5)": ("cephalopod", "cephalopodmicro"),
    "minefield": ("minefield2peasy", "minefield2p", "minefield"),
    "minefield(size=8)": ("minefield2peasy", "minefield2p", "minefield"),
    "free_for_all": ("freeforall2p", "ffa2p"),
    "free_for_all(players=3)": ("freeforall", "freeforall3p", "ffa"),
    "sheep": ("burningsheep",),
    "reversi": ("reversi",),
    "blocker": ("blocker",),
}
"""Built-in games of studies, and what files with the documents' games are called, the likeliest first."""


def sheets_in(folder: Path) -> dict[str, str]:
    """The rulesheets of a folder and its subfolders that stand for built-in games; raises SourceError without any."""
    if not folder.is_dir():
        raise SourceError(f"There is no folder {folder}.")
    files: dict[str, Path] = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix in ENDINGS and path.is_file():
            files.setdefault("".join(letter for letter in path.stem.lower() if letter.isalnum()), path)
    found = {
        game: str(files[name].resolve())
        for game, names in NAMES.items()
        for name in [next((name for name in names if name in files), "")]
        if name
    }
    if not found:
        known = ", ".join(sorted({name for names in NAMES.values() for name in names}))
        raise SourceError(f"{folder} has no rulesheet of a document's game. Known names (.kif or .gdl): {known}.")
    return found


def on_rulesheets(study: Study, sheets: Mapping[str, str]) -> Study:
    """The same study, with these rulesheets in place of built-in games."""
    used = sorted(set(sheets) & _games_of(study))
    names = ", ".join(f"{game} by {Path(sheets[game]).name}" for game in used) or "none of them is played in this study"
    return replace(
        study,
        experiments=tuple(_experiment(each, sheets) for each in study.experiments),
        caveats=(*study.caveats, f"Played on the rulesheets of a folder: {names}."),
    )


def _games_of(study: Study) -> set[str]:
    played = {comparison.game for experiment in study.experiments for comparison in experiment.comparisons}
    measured = any(
        "sheets" in inspect.signature(measurement.measure).parameters
        for experiment in study.experiments
        for measurement in experiment.measurements
    )
    return played | (set(NAMES) if measured else set())


def _experiment(experiment: Experiment, sheets: Mapping[str, str]) -> Experiment:
    return replace(
        experiment,
        comparisons=tuple(_comparison(each, sheets) for each in experiment.comparisons),
        measurements=tuple(_measurement(each, sheets) for each in experiment.measurements),
    )


def _comparison(comparison: Comparison, sheets: Mapping[str, str]) -> Comparison:
    return replace(comparison, game=sheets.get(comparison.game, comparison.game))


def _measurement(measurement: Measurement, sheets: Mapping[str, str]) -> Measurement:
    """The measurement on other games, if it takes a mapping of them; it has another name, for it is another one."""
    if "sheets" not in inspect.signature(measurement.measure).parameters:
        return measurement
    measure: Callable[..., Sequence[Figure]] = measurement.measure
    on_these = functools.partial(measure, sheets=dict(sheets))
    return replace(measurement, what=f"{measurement.what}, on rulesheets", measure=on_these)
