"""What pages get of a training's report. One that does not say all that it should is damaged, and counts as none."""

from __future__ import annotations

import math
import re
from typing import Any

from ludens.arena.record import MatchRecord
from ludens.folders import networks_folder
from ludens.game import GameInfo, LudensError, SourceError
from ludens.games.loading import load
from ludens.learning.course import AHEAD
from ludens.learning.report import SUFFIX, Report, all_reports, read_report
from ludens.studio.frames.train import (
    LastMatch,
    Measurement,
    NetworkScore,
    SampleGame,
    TrainingAnswer,
    TrainingCard,
    TrainingPlan,
    WrongMoves,
)
from ludens.studio.frames.watch import Replay
from ludens.studio.frames.writing import json_text
from ludens.studio.games.offered_games import title_of
from ludens.studio.watch.replays import replay_of_record, result_in_words

IDENTITY = re.compile(r"[0-9a-f]+")

DAMAGE = (LudensError, ValueError, KeyError, TypeError, AttributeError, OverflowError)
"""What comes of reading a report that is damaged."""


def training_cards() -> list[TrainingCard]:
    """All trainings whose reports can be read: those that go on first, the latest first."""
    found = []
    for report in all_reports():
        try:
            training_of(report)
        except SourceError:
            continue
        found.append(_card(report))
    return sorted(found, key=lambda card: not card["goes_on"])


def training(identity: str) -> TrainingAnswer:
    """The training of the rules with a digest; raises SourceError where no report of it can be read."""
    return training_of(_report(identity))


def sample_game(identity: str, game: str) -> Replay:
    """A game of a training, position by position; raises LudensError where its rules can no longer be loaded."""
    records = map(MatchRecord.from_json, _report(identity).games)
    record = next((record for record in records if record.id == game), None)
    if record is None:
        raise SourceError("This game is gone: a training keeps only its latest games.")
    try:
        # A report is its owner's, and so are the paths of rulesheets that stand in it.
        loaded = load(record.game)
    except LudensError as error:
        raise SourceError(f"The rules of this game can no longer be loaded: {error}") from None
    return replay_of_record(record, loaded)


def training_of(report: Report) -> TrainingAnswer:
    """The training that a report tells of; raises SourceError where the report is damaged."""
    try:
        found = _training(report)
        json_text(found).encode()
    except DAMAGE:
        raise _no_training() from None
    return found


def _no_training() -> SourceError:
    return SourceError("There is no such training. Its report may have been deleted or damaged.")


def _report(identity: str) -> Report:
    if not IDENTITY.fullmatch(identity):
        raise _no_training()
    try:
        return read_report(networks_folder() / f"{identity}{SUFFIX}")
    except SourceError:
        raise _no_training() from None


def _card(report: Report) -> TrainingCard:
    title = title_of(report.game)
    return {
        "id": report.rules,
        "title": report.name if title == report.game else title,
        "game": report.game,
        "stage": report.stage,
        "goes_on": report.goes_on,
        "seconds": float(report.seconds),
        "until": float(report.until),
        "positions": int(report.positions),
        "generation": int(report.about.get("generations", 0)),
        "written": float(report.written),
    }


def _training(report: Report) -> TrainingAnswer:
    return {
        **_card(report),
        "plan": _plan(report.about),
        "history": [_measurement(each) for each in report.history],
        "games": [_game(MatchRecord.from_json(line)) for line in reversed(report.games)],
        "match": None if report.match is None else _match(report.match),
    }


def _plan(about: dict[str, Any]) -> TrainingPlan:
    plan = about["plan"]
    return {
        "method": str(about.get("method", AHEAD)),
        "form": str(plan["form"]),
        "width": int(plan["width"]),
        "layers": int(plan["layers"]),
        "teacher": int(plan.get("teacher_width", 0)),
        "device": str(about["device"]),
        "seed": int(about["seed"]),
    }


def _measurement(data: dict[str, Any]) -> Measurement:
    return {
        "seconds": float(data["seconds"]),
        "positions": int(data["positions"]),
        "value_loss": _loss(data["value_loss"]),
        "move_loss": _loss(data["move_loss"]),
        "whole": bool(data["whole"]),
        "perfect": _wrong(data["perfect"]),
        "random": _wrong(data["random"]),
        "scores": [_score(each) for each in data["scores"]],
    }


def _loss(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def _wrong(data: dict[str, Any] | None) -> WrongMoves | None:
    """What an exam says, if anything was asked in it."""
    if data is None or not data["positions"]:
        return None
    return {"positions": int(data["positions"]), "policy": int(data["policy"]), "ahead": int(data["ahead"])}


def _score(data: dict[str, Any]) -> NetworkScore:
    return {
        "opponent": str(data["opponent"]),
        "pairs": int(data["pairs"]),
        "score": float(data["score"]),
        "low": float(data["low"]),
        "high": float(data["high"]),
        "clock": None if data["clock"] is None else float(data["clock"]),
    }


def _match(data: dict[str, Any]) -> LastMatch:
    return {"score": _score(data["match"]), "blend": float(data["blend"]), "helps": bool(data["helps"])}


def _game(record: MatchRecord) -> SampleGame:
    return {
        "id": record.id,
        "generation": record.number,
        "roles": list(record.roles),
        "result": result_in_words(record, GameInfo(record.game, record.roles)),
        "moves": len(record.moves),
    }
