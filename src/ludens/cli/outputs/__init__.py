"""What ``--json`` prints: the type of every object, by command. ``scripts/json_page.py`` writes them down."""

from __future__ import annotations

from typing import Any

from ludens.cli.outputs.analyses import Analysis, Puzzle, Rules, Variants
from ludens.cli.outputs.games import (
    Agent,
    Count,
    Device,
    Examination,
    Exploitability,
    Facts,
    Game,
    Known,
    Learnt,
    MeasuredNetwork,
    Pass,
    Peer,
    Played,
    Problem,
    Solution,
    Speed,
    Structure,
    Suggestion,
    Trained,
    TrainingProgress,
)
from ludens.cli.outputs.matches import (
    GgpMatch,
    Match,
    Merged,
    Outcome,
    ReportCard,
    Standings,
    Tournament,
    Tuned,
)

OUTPUTS: dict[str, tuple[Any, ...]] = {
    "agents": (Agent,),
    "analyse": (Analysis, Structure, Variants),
    "bench": (Speed, Peer),
    "check": (Problem, Played),
    "devices": (Device,),
    "doctor": (Examination,),
    "exploit": (Exploitability,),
    "export": (Match, GgpMatch),
    "games": (Game,),
    "learn": (Learnt,),
    "manage": (Match, ReportCard),
    "match": (Match, GgpMatch),
    "merge": (Merged,),
    "perft": (Count,),
    "puzzles": (Puzzle,),
    "replay": (Match,),
    "rules": (Rules,),
    "show": (Facts, Pass, Known),
    "solve": (Solution,),
    "standings": (Standings, Tournament, Outcome),
    "suggest": (Suggestion,),
    "tournament": (Standings,),
    "train": (TrainingProgress, Trained, MeasuredNetwork),
    "tune": (Tuned,),
}
"""The kinds of objects that a command prints, one a line."""
