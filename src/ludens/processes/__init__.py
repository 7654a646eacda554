"""Processes: how Ludens starts others, limits them, talks to them, and ends them. Everything else here uses this.

Every child is started anew with the packages of its parent, leads a session of its own, keeps to one thread, and hears
of its parent's end by the socket between them, however that end comes. What differs between users is a value: how much
memory, how many at once, what to do when one dies.

This file imports nothing: some children must start quickly.
"""
