"""The GGP protocol over HTTP: messages, a player for any manager, a manager for any players."""
