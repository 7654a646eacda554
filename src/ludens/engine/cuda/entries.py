"""The kernels of all operations on planes in memory: each thread has a workspace, as a thread of the CPU has one.

A block's threads share an array of planes; the words of one plane lie side by side, so that the threads of a warp read
and write them together. What is run in it is the code of every target; here arrays are moved into it and out again.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.backend import Backend
from ludens.engine.code.assembly import ZEROS, Function
from ludens.engine.code.batch_code import OPTIONAL, batch_code
from ludens.engine.code.gates import straight_code, table_code
from ludens.engine.code.kernel import kernel_code
from ludens.engine.cuda.entry import DECLARATIONS, THREADS, kernel
from ludens.engine.layout import Layout
from ludens.engine.rows import row_words
from ludens.engine.target import Target

TARGET = Target(1, stride=THREADS, together=8)
"""A word of 64 bits a thread. A thread waits for memory most of the time, so it asks for much at once."""

PLAY_POINTERS = ("workspaces", "table", "start", "random", "active", "more", "results", "guides")
PLAY_NUMBERS = ("games", "limit", "record", "guide_bytes", "total", "word")
"""Arguments of ``start_playouts``. Arrays are of shape (planes, total words); ``guides`` are tables ``guide_bytes``
apart, one for each word, or a single one where that is 0."""

BATCH_POINTERS = ("workspaces", "table", "plan", "rows", *OPTIONAL)
BATCH_NUMBERS = ("positions", "word")
"""Arguments of ``start_batch``: those of ``batch``. A word has 64 positions."""


def module_code(layout: Layout, backend: Backend, *, guided: bool = True) -> tuple[str, NDArray[np.int32]]:
    """The module with ``start_playouts`` and ``start_batch``, and the table that its gates are read from.

    Unless it is ``guided``, its playouts know nothing of preferences, and it is made in less time.
    """
    gates, table = (straight_code if backend is Backend.LLVM else table_code)(layout, TARGET)
    batch = batch_code(TARGET, look="@look", advance="@advance")
    kernels = [kernel(_start_playouts(layout)), kernel(_start_batch(layout))]
    return "\n".join([DECLARATIONS, gates, kernel_code(layout, TARGET, guided=guided), batch, *kernels]), table


def _start_playouts(layout: Layout) -> str:
    """Games of one word: its planes are set, ``playouts`` is run, and its results are written."""
    pointers, numbers = [("ptr", name) for name in PLAY_POINTERS], [("i64", name) for name in PLAY_NUMBERS]
    f = Function(TARGET, "start_playouts", [*pointers, *numbers])
    at, fluents, results = layout.sections, len(layout.circuit.fluents), layout.results
    w = _workspace(f, layout)

    def enter(name: str, planes: int | str, *places: int) -> None:
        def plane(number: str) -> None:
            found = f.value(f"load i64, ptr {_entry_of(f, name, number)}")
            for place in places:
                f.store(found, w, f.times(number, 1, place))

        f.repeat(planes, plane)

    def leave(number: str) -> None:
        found = f.load(w, f.times(number, 1, results.start))
        f.do(f"store i64 {found}, ptr {_entry_of(f, 'results', number)}")

    enter("start", fluents, at["start"], at["values"] + 1)
    enter("random", 2, at["random"])
    enter("active", 1, at["active"])
    enter("more", "%games", at["remaining"])
    f.repeat(results.stop - results.start, lambda number: f.store(ZEROS, w, f.times(number, 1, results.start)))
    guides = f.value("ptrtoint ptr %guides to i64")
    guide = f.value(f"add i64 {guides}, {f.value('mul i64 %word, %guide_bytes')}")
    given = "i64 %games, i64 %limit, i64 %record"
    f.do(f"call void @playouts(ptr {w}, ptr %table, {given}, i64 {guide})")
    f.repeat(results.stop - results.start, leave)
    f.do("ret void")
    return f.text()


def _start_batch(layout: Layout) -> str:
    """The operations on the positions of one word."""
    pointers, numbers = [("ptr", name) for name in BATCH_POINTERS], [("i64", name) for name in BATCH_NUMBERS]
    f = Function(TARGET, "start_batch", [*pointers, *numbers])
    roles, words = len(layout.circuit.roles), row_words(len(layout.circuit.fluents))
    bytes_each = {
        "rows": 8 * words,
        "moves": 8 * roles,
        "following": 8 * words,
        "over": 1,
        "goals": 2 * roles,
        "legal": 8 * row_words(layout.legal_planes),
    }
    w = _workspace(f, layout)
    first = f.times("%word", TARGET.lanes)
    left = f.value(f"sub i64 %positions, {first}")
    is_part = f.value(f"icmp slt i64 {left}, {TARGET.lanes}")
    count = f.value(f"select i1 {is_part}, i64 {left}, i64 {TARGET.lanes}")
    parts = []
    for name in ("rows", *OPTIONAL):
        part = f.value(f"getelementptr i8, ptr %{name}, i64 {f.times(first, bytes_each[name])}")
        missing = f.value(f"icmp eq ptr %{name}, null")
        parts.append(f"ptr {f.value(f'select i1 {missing}, ptr null, ptr {part}')}")
    given = ", ".join([f"ptr {w}", "ptr %table", "ptr %plan", "ptr @look", "ptr @advance", *parts])
    f.do(f"call void @batch({given}, i64 {count})")
    f.do("ret void")
    return f.text()


def _workspace(f: Function, layout: Layout) -> str:
    """The address of the thread's first plane: by its place among all threads that run, not by its word."""
    slot = f.value("sub i64 %word, %first_word")
    block, thread = f.value(f"udiv i64 {slot}, {THREADS}"), f.value(f"urem i64 {slot}, {THREADS}")
    word = f.value(f"add i64 {f.times(block, layout.planes * THREADS)}, {thread}")
    return f.value(f"getelementptr i64, ptr %workspaces, i64 {word}")


def _entry_of(f: Function, name: str, plane: str) -> str:
    """The address of the thread's word in a plane of an array."""
    place = f.value(f"add i64 {f.value(f'mul i64 {plane}, %total')}, %word")
    return f.value(f"getelementptr i64, ptr %{name}, i64 {place}")
