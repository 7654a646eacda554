"""The hexagonal board that Odd and RoPaSci 360 are played on."""
