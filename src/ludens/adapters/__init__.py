"""Ludens and other libraries: its games as their environments, their games under its agents.

Each file needs a library that Ludens itself does not; an error names a missing one when it is first used.
"""
