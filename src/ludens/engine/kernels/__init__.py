"""Rules of native games as compiled functions on words."""
