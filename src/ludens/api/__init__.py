"""Ludens for people who write Python: what ``import ludens`` offers, one idea a file.

Everything here is a thin layer over the rest: the arena plays, the searches think, the boards draw. Commands
use it too.
"""
