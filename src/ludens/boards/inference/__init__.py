"""Finding out from rules alone how positions are drawn."""
