"""Engines on graphics processors of NVIDIA: code by LLVM, loaded by the driver, no other library needed."""
