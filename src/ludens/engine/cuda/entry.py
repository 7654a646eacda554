"""What a device starts: a function that each of many threads runs for a word of its own."""

from __future__ import annotations

from collections.abc import Sequence

THREADS = 128
"""Threads of a block."""


def entry(name: str, pointers: Sequence[str], numbers: Sequence[str], word: str) -> str:
    """The kernel ``start_NAME`` that calls ``NAME`` in threads whose number, ``word``, is less than ``words``.

    It takes the function's arguments, but in place of ``word`` the first one, and at last the number of words.
    """
    listed = [*(f"ptr %{pointer}" for pointer in pointers), *(f"i64 %{number}" for number in numbers), "i64 %words"]
    given = [*(f"ptr %{pointer}" for pointer in pointers)]
    given += [f"i64 {'%own' if number == word else f'%{number}'}" for number in numbers]
    return f"""
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
define ptx_kernel void @start_{name}({", ".join(listed)}) "nvvm.maxntid"="{THREADS}" {{
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %wide_thread = zext i32 %thread to i64
  %wide_block = zext i32 %block to i64
  %first = mul i64 %wide_block, {THREADS}
  %number = add i64 %first, %wide_thread
  %inside = icmp ult i64 %number, %words
  br i1 %inside, label %go, label %end
go:
  %own = add i64 %number, %{word}
  call void @{name}({", ".join(given)})
  br label %end
end:
  ret void
}}"""
