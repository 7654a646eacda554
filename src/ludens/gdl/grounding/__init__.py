"""Ground rules: every way to fill in the variables of a rulesheet that can ever matter."""
