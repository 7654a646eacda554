"""Targets that code is tested for."""

from __future__ import annotations

import functools

from ludens.engine.backend import MakeKernels
from ludens.engine.cpu import CpuKernels
from ludens.engine.engine import TARGETS
from ludens.engine.target import Target

THREAD = Target(1, stride=3)
"""What a thread of a graphics processor has: single words, between those of its neighbours."""

EVERY_TARGET: dict[str, MakeKernels] = {**TARGETS, "thread": functools.partial(CpuKernels, target=THREAD)}
