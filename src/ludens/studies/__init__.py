"""The experiments of five documents, run again and printed beside the published figures."""

from __future__ import annotations

from ludens.game import UnknownNameError
from ludens.studies.documents import odd, pentago, ropasci, roulette, scissors
from ludens.studies.study import Study

STUDIES: dict[str, Study] = {
    study.name: study for study in (roulette.STUDY, ropasci.STUDY, odd.STUDY, pentago.STUDY, scissors.STUDY)
}
"""All studies by name; adding one is one file and one line."""


def find_study(name: str) -> Study:
    """The study of this name; raises UnknownNameError."""
    if name not in STUDIES:
        raise UnknownNameError("study", name, STUDIES)
    return STUDIES[name]
