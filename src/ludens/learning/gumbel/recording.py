"""A simulation as a graph of CUDA: recorded once, it is repeated without the processor having to start each kernel."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from ludens.learning.gumbel.net import Parameters
from ludens.learning.gumbel.play import Play

torch: Any = import_module("torch")

WARM = 3
"""Simulations before the recording: memory is asked for, and libraries choose their kernels."""


def recorded(play: Play, weights: Parameters, random: Any) -> Callable[[], None]:
    """One simulation of the trees with weights that stay in their place, to be called."""
    trees, stream, graph = play.trees, torch.cuda.Stream(), torch.cuda.CUDAGraph()
    rows = play.openings(random)
    noise = torch.zeros((len(rows), play.eyes.width), device=rows.device)
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        trees.begin(weights, rows, noise)
        for _ in range(WARM):
            trees.simulation(weights)
    torch.cuda.current_stream().wait_stream(stream)
    torch.cuda.synchronize()
    with torch.cuda.graph(graph, capture_error_mode="thread_local"):
        trees.simulation(weights)
    replay: Callable[[], None] = graph.replay
    return replay
