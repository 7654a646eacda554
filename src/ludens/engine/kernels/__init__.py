"""Rules of native games as compiled functions on words. Importing a module of this folder imports Numba."""
