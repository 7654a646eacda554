"""What a device starts: a function that each of many threads runs for a word of its own."""

from __future__ import annotations

from ludens.engine.code.spilling import LOCAL, OWN_MEMORY

THREADS = 128
"""Threads of a block, at most."""

DECLARATIONS = """declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()"""
"""What has to stand in a module with kernels."""

PROLOGUE = """  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %threads_of_block = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %wide_thread = zext i32 %thread to i64
  %wide_block = zext i32 %block to i64
  %wide_threads = zext i32 %threads_of_block to i64
  %before = mul i64 %wide_block, %wide_threads
  %number = add i64 %before, %wide_thread
  %word = add i64 %number, %first_word
  %inside = icmp ult i64 %number, %words
  br i1 %inside, label %entry, label %outside
outside:
  ret void"""
"""Which word a thread has; those that have none end here."""


def kernel(function: str, threads: int = THREADS) -> str:
    """A function with an argument ``i64 %word`` as a kernel whose threads have a word each, at most so many in a block.

    In place of the word it takes the first of all, and at the end how many there are. The body is the kernel's own:
    a function that it called would be compiled by itself, with far fewer registers. Memory of the function stands at
    the very beginning, or it would be asked for while the kernel runs.
    """
    head, entry, *body = function.split("\n")
    name, arguments = head.removeprefix("define void @").removesuffix(") nounwind {").split("(")
    assert entry == "entry:", "a function as ``Function`` writes it"
    memory = [line for line in body if " = alloca " in line]
    body = [_based(line) for line in body if line not in memory]
    given = arguments.replace("i64 %word", "i64 %first_word")
    head = f'define ptx_kernel void @{name}({given}, i64 %words) nounwind "nvvm.maxntid"="{threads}" {{'
    return "\n".join([head, "threads:", *memory, PROLOGUE, entry, *body])


def _based(line: str) -> str:
    """The address of a thread's own memory as one that nobody looks into.

    LLVM would work out the address of every single place, and keep them all. The driver would take places for values
    again and make a plan of its own, so a number that it does not know is added: the row of the block, which is 0.
    """
    if not line.startswith(f"  {OWN_MEMORY} = "):
        return line
    space = f"ptr addrspace({LOCAL})"
    return f"""{line.replace(OWN_MEMORY, "%found_memory")}
  %row = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %moved_memory = getelementptr i8, {space} %found_memory, i32 %row
  {OWN_MEMORY} = call {space} asm "mov.b64 $0, $1;", "=l,l"({space} %moved_memory)"""
