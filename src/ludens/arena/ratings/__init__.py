"""What results say of strength: Elo, fits over many agents, roles that are rated too, and sequential tests.

Pure functions of results; nothing here plays, stores or prints.
"""
