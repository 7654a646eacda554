"""Games and agents of a user's own: found by reference, by entry point, or given as Python objects.

It knows what such things are called and how they are imported. What they have to be able to do is known by ``games``
and ``players``.
"""
