"""Engines that show a game otherwise: as two sides, judged for one role, with positions remembered or solved."""
