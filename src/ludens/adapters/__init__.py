"""Ludens and other libraries: its games as their environments, their games under its agents.

Each file needs a library that Ludens itself does not; what is missing is told when it is used.
"""
