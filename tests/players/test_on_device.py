"""Agents that play their random games on a device decide as they do on the CPU, and refuse what it cannot do."""

from __future__ import annotations

import pytest

import ludens
from ludens.engine.cuda import engine as cuda_engine
from ludens.engine.cuda.driver import CudaError
from ludens.engine.cuda.engine import CudaEngine
from ludens.engine.engine import Engine
from ludens.game import Limit, UnknownNameError, UnsuitableGameError
from ludens.players import make_agent
from ludens.players import on_device as module
from ludens.players.on_device import VARIABLE, device_engine
from ludens.players.tree_agent import TreeAgent
from ludens.search.playouts.elsewhere import PlayoutsElsewhere
from ludens.search.tree.evaluate import RandomPlayouts
from tests.engine.cuda.fake_driver import FakeDriver

pytestmark = pytest.mark.usefixtures("empty_cache")


@pytest.mark.parametrize("agent", ["monte_carlo", "flat_ucb"])
def test_flat_agents_decide_as_on_the_cpu(fake_driver: FakeDriver, agent: str) -> None:
    found = []
    for device in ("cuda", "cpu"):
        game = ludens.load("tic_tac_toe")
        made = make_agent(f"{agent}(device={device})", game, 0, seed=3)
        decision = made.decide(game.initial_state(), Limit(playouts=20_000))
        found.append((decision.move, decision.moves, decision.notes["simulations"]))
    assert found[0] == found[1]
    assert "cuLaunchKernel" in fake_driver.calls


@pytest.mark.parametrize("playout", ["random", "decisive"])
def test_a_tree_decides_as_on_the_cpu(fake_driver: FakeDriver, monkeypatch: pytest.MonkeyPatch, playout: str) -> None:
    found = []
    for on_cpu in (False, True):
        if on_cpu:  # with the games of the device
            monkeypatch.setattr(module, "engine_on", lambda circuit, device: Engine(circuit))
        game = ludens.load("tic_tac_toe")
        made = make_agent(f"uct(device=cuda, solver=false, lanes=32, playout={playout})", game, 0, seed=3)
        decision = made.decide(game.initial_state(), Limit(playouts=64 * 4096))
        found.append((decision.move, decision.moves, decision.notes["nodes"]))
        assert isinstance(made, TreeAgent)
        assert isinstance(made.search.settings.evaluation, PlayoutsElsewhere)
        assert isinstance(made.search.settings.evaluation.engine, CudaEngine) != on_cpu
    assert found[0] == found[1]


def test_there_is_one_engine_for_all_agents_of_a_game(fake_driver: FakeDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda_engine, "FIRST_ANSWER_SECONDS", 0.0)  # nothing is asked of it
    game = ludens.load("tic_tac_toe")
    assert device_engine(game, "cuda") is device_engine(game, "cuda")
    assert device_engine(game, "cpu") is game.engine


@pytest.mark.parametrize("agent", ["uct_rave(device=cuda)", "uct(device=cuda, playout=mast)"])
def test_playouts_that_a_device_cannot_make_are_refused(fake_driver: FakeDriver, agent: str) -> None:
    with pytest.raises(UnsuitableGameError, match="only make random playouts"):
        make_agent(agent, ludens.load("tic_tac_toe"), 0)


@pytest.mark.parametrize("agent", ["monte_carlo(device=cuda)", "uct(device=cuda)"])
def test_games_that_do_not_run_there_are_refused(fake_driver: FakeDriver, agent: str) -> None:
    with pytest.raises(UnsuitableGameError, match="device=cuda"):
        make_agent(agent, ludens.load("odd"), 0)


def test_the_usual_device_is_taken_where_it_is_of_use(fake_driver: FakeDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "cuda")
    game, odd = ludens.load("tic_tac_toe"), ludens.load("odd")
    uct, rave = (make_agent(name, game, 0) for name in ("uct", "uct_rave"))
    assert isinstance(uct, TreeAgent)
    assert isinstance(rave, TreeAgent)
    assert isinstance(uct.search.settings.evaluation, PlayoutsElsewhere)
    assert isinstance(rave.search.settings.evaluation, RandomPlayouts)
    assert isinstance(device_engine(game, "usual"), CudaEngine)
    assert device_engine(odd, "usual") is odd.engine
    monkeypatch.delenv(VARIABLE)
    assert device_engine(game, "usual") is game.engine


def test_a_graphics_processor_is_taken_where_that_is_known_to_pay(
    fake_driver: FakeDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_elsewhere(agent: str) -> bool:
        made = make_agent(agent, ludens.load("tic_tac_toe"), 0)
        assert isinstance(made, TreeAgent)
        return isinstance(made.search.settings.evaluation, PlayoutsElsewhere)

    module._has_graphics.cache_clear()
    assert not is_elsewhere("uct")
    monkeypatch.setattr(module, "PAYS_UP_TO", 64)
    assert is_elsewhere("uct")
    assert not is_elsewhere("uct(device=cpu)")
    assert not is_elsewhere("uct_rave")
    fake_driver.devices = 0
    module._has_graphics.cache_clear()
    assert not is_elsewhere("uct")
    module._has_graphics.cache_clear()


def test_a_device_that_is_not_there_is_told(fake_driver: FakeDriver) -> None:
    with pytest.raises(CudaError, match="There is no CUDA device 7"):
        make_agent("uct(device=cuda:7)", ludens.load("tic_tac_toe"), 0)
    with pytest.raises(UnknownNameError, match="device"):
        make_agent("uct(device=abacus)", ludens.load("tic_tac_toe"), 0)
