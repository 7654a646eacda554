"""What writes LLVM assembly: gates, the choice of moves, sums, and whole playouts, for any target."""
