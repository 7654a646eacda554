"""What a device starts: a function that each of many threads runs for a word of its own."""

from __future__ import annotations

THREADS = 128
"""Threads of a block."""

DECLARATIONS = """declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()"""
"""What has to stand in a module with kernels."""


def kernel(function: str) -> str:
    """A function with an argument ``i64 %word`` as a kernel, whose threads have a word each.

    In place of the word it takes the first of all, and at the end how many there are. The body is the kernel's own:
    a function that it called would be compiled by itself, with far fewer registers.
    """
    head, entry, *body = function.split("\n")
    name, arguments = head.removeprefix("define void @").removesuffix(") nounwind {").split("(")
    assert entry == "entry:", "a function as ``Function`` writes it"
    given = arguments.replace("i64 %word", "i64 %first_word")
    prologue = f"""define ptx_kernel void @{name}({given}, i64 %words) nounwind "nvvm.maxntid"="{THREADS}" {{
threads:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %wide_thread = zext i32 %thread to i64
  %wide_block = zext i32 %block to i64
  %before = mul i64 %wide_block, {THREADS}
  %number = add i64 %before, %wide_thread
  %word = add i64 %number, %first_word
  %inside = icmp ult i64 %number, %words
  br i1 %inside, label %entry, label %outside
outside:
  ret void"""
    return "\n".join([prologue, entry, *body])
