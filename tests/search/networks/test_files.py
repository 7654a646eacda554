"""Files of networks: read as they were written, and refused with a reason where they do not fit."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import ludens
from ludens.game import UnsuitableGameError
from ludens.players import make_agent
from ludens.search.networks.inputs import inputs_of
from ludens.search.networks.network import Shape, new_weights
from ludens.search.networks.store import network_for, own_path
from ludens.search.networks.tensor_file import TensorFileError, read_arrays, write_arrays
from ludens.search.networks.trained import Match, Trained, fitting, read_trained, with_match, write_trained
from ludens.search.rules_digest import rules_digest


def untrained(name: str = "nim", width: int = 8) -> Trained:
    game = ludens.load(name)
    inputs = inputs_of(game)
    weights = new_weights(Shape(inputs.size, width, 2, inputs.values, inputs.widths), np.random.default_rng(1))
    return Trained(game.info.name, rules_digest(game), inputs.digest, width, 2, {"seed": 1}, weights)


def test_arrays_come_back_as_they_were_written(tmp_path: Path) -> None:
    arrays: dict[str, NDArray[Any]] = {
        "a": np.arange(6, dtype=np.float32).reshape(2, 3),
        "b": np.zeros((0, 4), dtype=np.uint64),
    }
    write_arrays(tmp_path / "x", arrays, {"format": "mine"})
    found, about = read_arrays(tmp_path / "x")
    assert about == {"format": "mine"}
    assert [path.name for path in tmp_path.iterdir()] == ["x"]
    for name, array in arrays.items():
        assert found[name].dtype == array.dtype
        assert found[name].tolist() == array.tolist()


def header(**entry: object) -> bytes:
    text = json.dumps({"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8], **entry}}).encode()
    return len(text).to_bytes(8, "little") + text


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"not a network",
        (1 << 62).to_bytes(8, "little"),
        b"\x02" + bytes(7) + b"[]",
        header() + bytes(7),
        header(shape=[1 << 40]) + bytes(8),
        header(shape=[-2], data_offsets=[0, -8]) + bytes(8),
        header(dtype="object") + bytes(8),
        header(data_offsets=[4, 12]) + bytes(8),
        header(data_offsets="no") + bytes(8),
    ],
)
def test_what_is_no_file_of_arrays_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x").write_bytes(data)
    with pytest.raises(TensorFileError, match="damaged"):
        read_arrays(tmp_path / "x")


def test_a_network_comes_back_and_values_positions(tmp_path: Path) -> None:
    game = ludens.load("nim")
    write_trained(tmp_path / "x", untrained())
    network = fitting(read_trained(tmp_path / "x"), game, "x")
    values = network(game.engine, game.engine.initial(3))
    assert values.shape == (3, 2)
    assert values.sum(axis=1) == pytest.approx(1)


def test_networks_that_do_not_fit_are_refused_with_a_reason() -> None:
    game, own = ludens.load("nim"), untrained()
    for other, reason in [
        (untrained("tic_tac_toe"), "was trained for tic_tac_toe; nim has other rules"),
        (replace(own, inputs="another"), "other features"),
        (replace(own, width=16), "other sizes"),
        (replace(own, layers=0), "impossible size"),
        (replace(own, weights={**own.weights, "values": own.weights["values"] * np.nan}), "not numbers"),
    ]:
        with pytest.raises(TensorFileError, match=reason):
            fitting(other, game, "x")


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    write_arrays(tmp_path / "x", {}, {"format": "ludens network 0"})
    with pytest.raises(TensorFileError, match="this version"):
        read_trained(tmp_path / "x")


def test_networks_are_found_by_the_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_NETWORKS", str(tmp_path))
    game = ludens.load("nim(heaps=2-3)")
    with pytest.raises(UnsuitableGameError, match="ludens train"):
        network_for(game)
    write_trained(own_path(game), untrained("nim(heaps=2-3)"))
    assert network_for(game).inputs is inputs_of(game)
    decision = make_agent("apprentice", game, 0, 1).decide(game.initial_state(), ludens.Limit(playouts=50))
    assert decision.move in game.legal_moves(game.initial_state(), 0)
    write_trained(own_path(game), untrained("tic_tac_toe"))
    with pytest.raises(UnsuitableGameError, match="trained for tic_tac_toe"):
        make_agent("apprentice", game, 0, 1)


def test_matches_come_back_as_they_were_noted(tmp_path: Path) -> None:
    once = with_match(untrained(), "uct", 0.3, [1.0, 0.5])
    twice = with_match(with_match(once, "uct", 1.0, [0.0]), "uct", 0.3, [0.25])
    write_trained(tmp_path / "x", twice)
    assert read_trained(tmp_path / "x").matches == (Match("uct", 1.0, 1, 0.0, 0.0), Match("uct", 0.3, 1, 0.25, 0.0625))


@pytest.mark.parametrize("changed", [{"score": 2.0}, {"pairs": -1}, {"seconds": 0.0}, {"squares": 3.0}, {"more": 1}])
def test_a_match_that_cannot_have_been_is_refused(tmp_path: Path, changed: dict[str, float]) -> None:
    write_trained(tmp_path / "x", with_match(untrained(), "uct", 0.3, [1.0]))
    arrays, about = read_arrays(tmp_path / "x")
    about["matches"] = json.dumps([{**json.loads(about["matches"])[0], **changed}])
    write_arrays(tmp_path / "x", arrays, about)
    with pytest.raises(TensorFileError, match="does not say"):
        read_trained(tmp_path / "x")


def test_matches_of_other_plans_stand_beside_each_other(tmp_path: Path) -> None:
    plain = with_match(untrained(), "uct", 0.3, [1.0, 0.5])
    both = with_match(plain, "uct", 0.3, [1.0], "apprentice(share=0.5)")
    write_trained(tmp_path / "x", both)
    assert [match.plan for match in read_trained(tmp_path / "x").matches] == ["apprentice", "apprentice(share=0.5)"]
    assert read_trained(tmp_path / "x").matches == both.matches


def test_how_a_network_is_best_played_is_in_its_file(tmp_path: Path) -> None:
    write_trained(tmp_path / "x", replace(untrained(), blend=0.5))
    found = read_trained(tmp_path / "x")
    assert found.blend == 0.5
    arrays, about = read_arrays(tmp_path / "x")
    write_arrays(tmp_path / "x", arrays, {key: own for key, own in about.items() if key != "blend"})
    assert read_trained(tmp_path / "x").blend == 0.0, "of an earlier version"
