"""Everything that leaves the studio or its worker processes, by type.

Frames are dictionaries of known fields (``TypedDict``): most come out of a process as JSON and go on to a page as JSON,
so there is nothing to convert on the way. ``writing`` makes text of them; ``questions`` says what processes are asked.
"""
