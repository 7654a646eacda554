"""What a player is put through to see whether it keeps to the protocol: one file for each kind of question."""
