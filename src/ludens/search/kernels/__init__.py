"""Tree search as compiled functions on arrays. Importing a module of this folder imports Numba."""
