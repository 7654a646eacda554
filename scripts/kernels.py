"""Compiles the kernels to the LLVM bitcode that is shipped with them: ``make kernels``.

Which kernels are called from Python, and with what, is found out by running the tests that call them, with Numba as the
compiler. Of each such call Numba's optimised LLVM code is kept, with a function around it that takes its arguments as
words (``engine/kernels/shipped.py``). The code is for no processor in particular; the same sources and versions give
the same files, and ``tests/engine/test_shipped_kernels.py`` compares them.
"""

from __future__ import annotations

import os

os.environ |= {"LUDENS_KERNELS": "numba", "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}

import argparse
import ast
import importlib
import json
import lzma
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_type_hints

import llvmlite
import llvmlite.binding as llvm
import numba
from numba.core import codegen
from numba.core.errors import NumbaError
from numba.np.numpy_support import as_dtype, from_dtype

from ludens.engine.kernels import compiling, shipped

types: Any = numba.types
ROOT = Path(__file__).parent.parent
WORKLOAD = [
    "tests/engine",
    "tests/search",
    "tests/players",
    "tests/games/odd/test_odd.py",
    "tests/games/ropasci/test_ropasci.py",
    "tests/games/ropasci/test_equilibria.py",
    "tests/conformance/test_agents.py",
]
Calls = dict[str, dict[str, list[list[Any]]]]
"""By file and name of a kernel: the kinds of arguments of each way in which it is called."""

Kernels = dict[str, dict[str, list[tuple[list[Any], Any]]]]
"""The same, each with what Numba has compiled."""

CALLED_BY_NAME = re.compile(r"^(llvm\..*|malloc|free|memset|memcpy|log|log10|exp|cos|sin|sqrt|pow)$")
"""What compiled code may call: nothing of Python's or Numba's, so that neither need be there."""

ALLOCATION = """
%meminfo = type { i64, ptr, ptr, ptr, i64, ptr }

define internal ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
  %wide = zext i32 %align to i64
  %header = add i64 %wide, 48
  %all = add i64 %size, %header
  %memory = call ptr @malloc(i64 %all)
  %failed = icmp eq ptr %memory, null
  br i1 %failed, label %end, label %fill
fill:
  store i64 1, ptr %memory
  %address = ptrtoint ptr %memory to i64
  %behind = add i64 %address, %header
  %down = sub i64 0, %wide
  %aligned = and i64 %behind, %down
  %data = inttoptr i64 %aligned to ptr
  %place = getelementptr inbounds %meminfo, ptr %memory, i32 0, i32 3
  store ptr %data, ptr %place
  br label %end
end:
  ret ptr %memory
}

define internal void @NRT_decref(ptr %memory) noinline {
  %none = icmp eq ptr %memory, null
  br i1 %none, label %end, label %count
count:
  %before = atomicrmw sub ptr %memory, i64 1 seq_cst
  %last = icmp eq i64 %before, 1
  br i1 %last, label %release, label %end
release:
  call void @free(ptr %memory)
  br label %end
end:
  ret void
}

define internal void @PyErr_SetString(ptr %kind, ptr %text) {
  ret void
}

declare ptr @malloc(i64)
declare void @free(ptr)
"""
"""What arrays made inside of kernels need: Numba's own, less what only Python could see. A kernel that finds no memory
returns an error, and whoever called it raises one."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, default=shipped.FOLDER, help="the folder that is written")
    parser.add_argument("--record", action="store_true", help="find out anew how kernels are called, by running tests")
    parser.add_argument("--tests", nargs="*", default=WORKLOAD, help="the tests that call the kernels")
    given = parser.parse_args()
    keep_optimised_code()
    if given.record:
        calls = together(known_calls(), recorded_calls(given.tests))
        write_manifest(shipped.FOLDER, {"files": described_without_code(calls)})
        # What Numba makes of a kernel depends on what it has compiled before: a new process begins from nothing.
        os.execv(sys.executable, [sys.executable, __file__, "--output", str(given.output.resolve())])
    write(given.output, compiled_kernels(known_calls()))


def keep_optimised_code() -> None:
    """Has every library of Numba's keep the text of its module as optimised, before it becomes machine code."""
    library: Any = codegen.CPUCodeLibrary
    optimise = library._optimize_final_module

    def optimise_and_keep(self: Any) -> None:
        optimise(self)
        self.optimised = str(self._final_module)

    library._optimize_final_module = optimise_and_keep


def known_calls() -> Calls:
    """The calls that the manifest lists, those with contiguous arrays first."""
    path = shipped.FOLDER / "manifest.json"
    files = json.loads(path.read_text("utf-8"))["files"] if path.exists() else {}
    return {
        module: {
            name: sorted((call["arguments"] for call in calls), key=json.dumps, reverse=True)
            for name, calls in kernels.items()
        }
        for module, kernels in files.items()
    }


def recorded_calls(tests: list[str]) -> Calls:
    """The calls that tests make, run in this process."""
    import pytest  # noqa: PLC0415

    os.chdir(ROOT)
    if pytest.main([*tests, "-n", "0", "-p", "no:cacheprovider"]) != 0:
        sys.exit("The tests failed: no kernels were written.")
    found: Calls = defaultdict(dict)
    for dispatcher in compiling.COMPILED:
        name, module = dispatcher.py_func.__name__, dispatcher.py_func.__module__
        if dispatcher.targetoptions.get("forceinline") or name.startswith("_") or not module.startswith("ludens."):
            continue
        texts = {
            json.dumps([specification(types.unliteral(kind)) for kind in signature])
            for signature, compiled in dispatcher.overloads.items()
            if all(is_plain(types.unliteral(kind)) for kind in signature)
            and numbers_of(compiled.signature.return_type) is not None
        }
        if texts:
            found[module][name] = [json.loads(text) for text in sorted(without_narrower(texts), reverse=True)]
        else:
            print(f"left to Python: {module}.{name}")
    return found


def together(known: Calls, new: Calls) -> Calls:
    """All the calls, each once."""
    found: Calls = {}
    for module in {*known, *new}:
        old_kernels, new_kernels = known.get(module, {}), new.get(module, {})
        for name in {*old_kernels, *new_kernels}:
            texts = {json.dumps(kinds) for kinds in [*old_kernels.get(name, []), *new_kernels.get(name, [])]}
            found.setdefault(module, {})[name] = [
                json.loads(text) for text in sorted(without_narrower(texts), reverse=True)
            ]
    return found


def described_without_code(calls: Calls) -> dict[str, Any]:
    return {
        module: {name: [{"arguments": kinds} for kinds in calls] for name, calls in kernels.items()}
        for module, kernels in calls.items()
    }


def compiled_kernels(calls: Calls) -> Kernels:
    """The calls with what Numba makes of them."""
    found: Kernels = {}
    for module, kernels in sorted(calls.items()):
        functions = vars(importlib.import_module(module))
        found[module] = {}
        for name, kinds in sorted(kernels.items()):
            compiled = [(arguments, by_numba(functions.get(name), arguments)) for arguments in kinds]
            if kept := [(arguments, result) for arguments, result in compiled if result]:
                found[module][name] = kept
            else:
                print(f"called no longer: {module}.{name}")
    return found


def by_numba(dispatcher: Any, arguments: list[Any]) -> Any:
    """What Numba makes of a kernel for such arguments; None when it no longer takes them."""
    if dispatcher is None:
        return None
    hints = list(get_type_hints(dispatcher.py_func).values())
    signature = tuple(numba_type(kind, hint) for kind, hint in zip(arguments, hints, strict=False))
    try:
        dispatcher.compile(signature)
    except (NumbaError, TypeError):
        return None
    return dispatcher.overloads[signature]


def is_plain(kind: Any) -> bool:
    """Whether a kernel with such an argument can be called from outside."""
    if isinstance(kind, types.BaseTuple):
        return all(is_plain(inner) and not isinstance(inner, types.BaseTuple) for inner in kind)
    return isinstance(kind, types.Array) or str(kind) in shipped.FORMATS


def numbers_of(result: Any) -> list[str] | None:
    """The numbers that a kernel returns; None when it returns something else."""
    parts = [] if isinstance(result, types.NoneType) else result if isinstance(result, types.BaseTuple) else [result]
    numbers = [str(kind) for kind in parts]
    return numbers if all(kind in shipped.FORMATS for kind in numbers) else None


def specification(kind: Any) -> Any:
    if isinstance(kind, types.Array):
        dtype = as_dtype(kind.dtype)
        fields = [list(field) for field in dtype.descr] if dtype.names else dtype.str
        return ["array", fields, kind.ndim, kind.layout == "C"]
    if isinstance(kind, types.BaseTuple):
        return ["tuple", [specification(inner) for inner in kind]]
    return str(kind)


def numba_type(kind: Any, hint: Any) -> Any:
    """The reverse of ``specification``; the hint is the class of a tuple."""
    if isinstance(kind, str):
        return types.boolean if kind == "bool" else getattr(types, kind)
    if kind[0] == "tuple":
        named = hint if len(getattr(hint, "_fields", ())) == len(kind[1]) else None
        return types.BaseTuple.from_types(tuple(numba_type(inner, None) for inner in kind[1]), named)
    return types.Array(from_dtype(shipped.dtype_of(kind[1])), kind[2], "C" if kind[3] else "A")


NUMBER = re.compile('"(uint64|int64|float64)"')


def without_narrower(texts: set[str]) -> Iterator[str]:
    """Leaves out kinds of arguments that another one takes as well, with a whole number converted."""

    def breadth(text: str) -> tuple[int, int]:
        return text.count('"float64"'), text.count('"int64"')

    for text in texts:
        alike = {other for other in texts if NUMBER.sub("", other) == NUMBER.sub("", text)}
        if text == max(sorted(alike), key=breadth):
            yield text


def write(folder: Path, found: Kernels) -> None:
    """Writes a file of bitcode for each file of kernels, and the manifest."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.bc.xz"):
        old.unlink()
    files: dict[str, Any] = {}
    for module, kernels in sorted(found.items()):
        code, described = linked(kernels)
        packed = lzma.compress(code.as_bitcode(), preset=9)
        (folder / f"{module}.bc.xz").write_bytes(packed)
        files[module] = described
        print(f"{module}: {len(described)} kernels, {len(packed) // 1024} KiB")
    sources = sorted(source_files(found))
    manifest = {
        "made_with": {"llvmlite": llvmlite.__version__, "numba": numba.__version__},
        "sources": sources,
        "hash": shipped.source_hash(sources),
        "files": files,
    }
    write_manifest(folder, manifest)


def write_manifest(folder: Path, manifest: dict[str, Any]) -> None:
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n", "utf-8")


def linked(kernels: dict[str, list[tuple[list[Any], Any]]]) -> tuple[llvm.ModuleRef, Any]:
    """One module with a function for each call of each kernel, and their descriptions."""
    whole = llvm.parse_assembly("")
    whole.data_layout = str(generic_processor().target_data)
    described: dict[str, list[dict[str, Any]]] = {}
    wrappers: list[str] = []
    for name, overloads in sorted(kernels.items()):
        for number, (arguments, compiled) in enumerate(overloads):
            symbol, inner = f"{name}.{number}", compiled.fndesc.llvm_func_name
            module = llvm.parse_assembly(without_counting(compiled.library.optimised))
            types_of = [str(argument.type) for argument in module.get_function(inner).arguments]
            for function in module.functions:
                if not function.is_declaration:
                    function.linkage = "external" if function.name == inner else "internal"
            for variable in module.global_variables:
                if not variable.is_declaration:
                    variable.linkage = "internal"
            module.get_function(inner).name = f"{symbol}.inner"
            whole.link_in(cleaned(module))
            result = numbers_of(compiled.signature.return_type) or []
            wrappers.append(wrapper(symbol, arguments, result, types_of))
            described.setdefault(name, []).append({"symbol": symbol, "arguments": arguments, "result": result})
    whole.link_in(llvm.parse_assembly("\n".join(wrappers)))
    for function in whole.functions:
        if not function.is_declaration and function.name.endswith(".inner"):
            function.linkage = "internal"
    whole = cleaned(whole, speed=2)
    whole.triple, whole.name = "", "kernels"
    for number, value in enumerate([*whole.functions, *whole.global_variables]):
        if value.linkage == llvm.Linkage.internal:
            value.name = f"internal.{number}"
    for function in whole.functions:
        assert not function.is_declaration or CALLED_BY_NAME.match(function.name), f"calls {function.name}"
        assert not function.name.startswith("llvm.x86"), f"is for one kind of processor: {function.name}"
    # An exception names the file that raises it, by its path on this machine.
    assert str(ROOT) not in str(whole), "can raise an exception"
    return whole, described


def without_counting(text: str) -> str:
    """Numba's code with our way to make and release arrays in the place of Numba's."""
    for name in re.findall(r"^define [^@]*@(NRT_decref)\(", text, re.M):
        text = re.sub(rf"^define [^@]*@{name}\(.*?^}}$", "", text, flags=re.M | re.S)
    text = re.sub(r"^declare .*@(NRT_MemInfo_alloc_aligned|PyErr_SetString|malloc|free)\(.*$", "", text, flags=re.M)
    return text + ALLOCATION


def cleaned(module: llvm.ModuleRef, speed: int = 0) -> llvm.ModuleRef:
    """Without what nobody calls; optimised once more if wanted."""
    options = llvm.create_pipeline_tuning_options(speed_level=speed)
    builder = llvm.create_pass_builder(generic_processor(), options)
    if speed:
        builder.getModulePassManager().run(module, builder)
    manager = llvm.create_new_module_pass_manager()
    manager.add_global_dead_code_eliminate_pass()
    manager.run(module, builder)
    return module


def generic_processor() -> llvm.TargetMachine:
    return llvm.Target.from_default_triple().create_target_machine(cpu="generic", features="")


def wrapper(symbol: str, arguments: list[Any], result: list[str], types_of: list[str]) -> str:
    """A function that reads its arguments from words and calls the kernel, in LLVM assembly."""
    lines: list[str] = []
    values: list[str] = []
    flat = [kind for argument in arguments for kind in (argument[1] if argument[0] == "tuple" else [argument])]
    kinds = iter(types_of[2:])

    def new(code: str) -> str:
        lines.append(f"  %v{len(lines)} = {code}")
        return f"%v{len(lines) - 1}"

    def load(kind: str, base: str, offset: int) -> str:
        return new(f"load {kind}, ptr {new(f'getelementptr i8, ptr {base}, i64 {offset}')}")

    def pass_on(value: str) -> None:
        values.append(f"{next(kinds)} {value}")

    for place, kind in enumerate(flat):
        if isinstance(kind, str):
            pass_on(load(types_of[2 + len(values)], "%words", 8 * place))
            continue
        array = load("ptr", "%words", 8 * place)
        _, fields, dimensions, _ = kind
        size = shipped.dtype_of(fields).itemsize
        shape, strides = load("ptr", array, shipped.SHAPE), load("ptr", array, shipped.STRIDES)
        extents = [load("i64", shape, 8 * axis) for axis in range(dimensions)]
        items = extents[0]
        for extent in extents[1:]:
            items = new(f"mul i64 {items}, {extent}")
        for value in ("null", "null", items, str(size), load("ptr", array, shipped.DATA), *extents):
            pass_on(value)
        for axis in range(dimensions):
            pass_on(load("i64", strides, 8 * axis))
    declared = ", ".join(types_of)
    passed = ", ".join(["ptr %room" if not result else "ptr %result", "ptr %error", *values])
    body = "\n".join(lines)
    return (
        f'declare i32 @"{symbol}.inner"({declared})\n'
        f'define i32 @"{symbol}"(ptr %words, ptr %result) {{\n  %error = alloca ptr\n  %room = alloca ptr\n{body}\n'
        f'  %status = call i32 @"{symbol}.inner"({passed})\n  ret i32 %status\n}}\n'
    )


def source_files(modules: Iterable[str]) -> set[str]:
    """The files that kernels are made of: theirs, and all that those import from this package."""
    found: set[str] = set()
    waiting = list(modules)
    while waiting:
        path = shipped.PACKAGE.joinpath(*waiting.pop().split(".")[1:]).with_suffix(".py")
        name = path.relative_to(shipped.PACKAGE).as_posix()
        if name in found or path.name in ("compiling.py", "shipped.py") or not path.exists():
            continue
        found.add(name)
        for node in ast.parse(path.read_text("utf-8")).body:  # not what is imported for the sake of types
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ludens"):
                waiting += [str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)]
    return found


if __name__ == "__main__":
    main()
