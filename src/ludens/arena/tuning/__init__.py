"""Tuning: which values of an agent's options score best in paired games against an opponent."""

from ludens.arena.tuning.run import DEFAULT_LIMIT, Evaluation, Method, Task, Tuned, default_log, tune

__all__ = ["DEFAULT_LIMIT", "Evaluation", "Method", "Task", "Tuned", "default_log", "tune"]
