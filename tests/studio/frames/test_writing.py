"""JSON as pages get it: one form for frames and answers."""

from __future__ import annotations

import json
import math

import pytest

from ludens.studio.frames.learn import Step
from ludens.studio.frames.writing import frame_text, json_text
from ludens.studio.web.answers import Answer, error_answer


def test_a_frame_begins_with_its_version_and_its_type() -> None:
    assert frame_text({"type": "error", "message": "so …"}) == '{"v":1,"type":"error","message":"so …"}'
    assert frame_text({"type": "queued"}, 7) == '{"v":1,"type":"queued","number":7}'
    assert frame_text({"type": "done", "seconds": 0.5}, 0) == '{"v":1,"type":"done","number":0,"seconds":0.5}'


def test_dataclasses_are_written_with_all_their_fields() -> None:
    step = Step("select", (("so",),), (0, 1), changes={1: {"visits": 2}})
    found = json.loads(json_text({"steps": [step]}))["steps"][0]
    assert found == {
        "phase": "select", "words": [["so"]], "path": [0, 1], "new": [], "scores": [], "changes": {"1": {"visits": 2}},
        "playout": [], "goals": None,
    }  # fmt: skip


def test_what_json_does_not_have_is_not_written() -> None:
    with pytest.raises(ValueError, match="JSON"):
        json_text({"value": math.nan})
    with pytest.raises(TypeError):
        json_text({"value": object()})


def test_answers_are_written_as_frames_are() -> None:
    assert Answer({"id": "é"}, 201).body == '{"id":"é"}'.encode()
    assert json.loads(bytes(error_answer(400, "no", [(1, 2)]).body)) == {"error": {"message": "no", "places": [[1, 2]]}}
    assert json.loads(bytes(error_answer(400, "no").body)) == {"error": {"message": "no"}}
