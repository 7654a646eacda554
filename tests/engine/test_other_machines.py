"""All code that Ludens makes can be made for machines that are not this one: Apple silicon, ARM, Windows."""

from __future__ import annotations

import functools
import lzma
import re

import llvmlite.binding as llvm
import pytest

from ludens.engine.code.batch_code import batch_code
from ludens.engine.code.gates import straight_code, table_code
from ludens.engine.code.kernel import kernel_code
from ludens.engine.cut_playouts import cut_code
from ludens.engine.kernels import shipped
from ludens.engine.layout import Layout
from ludens.engine.machine_code import C_FUNCTIONS
from ludens.engine.target import Target
from tests.engine.circuits import reachability, tic_tac_toe

MACHINES = {
    "arm64-apple-darwin": "apple-m1",
    "aarch64-unknown-linux-gnu": "generic",
    "x86_64-apple-darwin": "x86-64-v3",
    "x86_64-pc-windows-msvc": "x86-64",
}
"""Processors by their systems, as LLVM names them."""

each_machine = pytest.mark.parametrize("triple", MACHINES)


@functools.cache
def machine(triple: str) -> llvm.TargetMachine:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(triple).create_target_machine(
        cpu=MACHINES[triple], opt=1, reloc="static", codemodel="jitdefault", jit=True
    )


def assembled(module: llvm.ModuleRef, triple: str) -> str:
    """The assembly of a module; raises RuntimeError when it cannot be made."""
    made = machine(triple)
    module.triple, module.data_layout = triple, str(made.target_data)
    module.verify()
    assert len(made.emit_object(module)) > 100
    return str(made.emit_assembly(module))


def declared(module: llvm.ModuleRef) -> set[str]:
    """The functions that a module needs from outside, beside what LLVM itself has."""
    functions = {function.name for function in module.functions if function.is_declaration}
    return {name for name in functions if not name.startswith("llvm.")}


@each_machine
@pytest.mark.parametrize("words", [2, 4])
def test_code_of_circuits(triple: str, words: int) -> None:
    target = Target(words)
    for circuit in (tic_tac_toe(), reachability(5)):
        layout = Layout(circuit)
        for write in (table_code, straight_code):
            gates, _ = write(layout, target)
            text = f"{kernel_code(layout, target)}\n{cut_code(layout, target)}\n{gates}"
            module = llvm.parse_assembly(text)
            assert not declared(module)
            assembly = assembled(module, triple)
            assert "chkstk" not in assembly
    assembled(llvm.parse_assembly(batch_code(target)), triple)


def test_a_narrow_plane_is_one_register_of_neon() -> None:
    layout = Layout(tic_tac_toe())
    narrow, wide = (
        assembled(llvm.parse_assembly(straight_code(layout, Target(words))[0]), "arm64-apple-darwin")
        for words in (2, 8)
    )
    ands = [len(re.findall(r"\b(?:and|bic)(?:\.16b)?\s+v\d+", text)) for text in (narrow, wide)]
    assert ands[0] > 0
    assert ands[1] == 4 * ands[0]


@each_machine
def test_shipped_kernels(triple: str) -> None:
    files = sorted(shipped.FOLDER.glob("*.bc.xz"), key=lambda path: path.stat().st_size)
    assert len(files) > 20
    for path in files[: len(files) // 3]:
        module = llvm.parse_bitcode(lzma.decompress(path.read_bytes()))
        assert declared(module) <= set(C_FUNCTIONS)
        assert "chkstk" not in assembled(module, triple)


def test_all_shipped_kernels_call_known_functions_alone() -> None:
    for path in shipped.FOLDER.glob("*.bc.xz"):
        module = llvm.parse_bitcode(lzma.decompress(path.read_bytes()))
        assert declared(module) <= set(C_FUNCTIONS), path.name
        assert not module.triple  # it is written for no machine in particular
