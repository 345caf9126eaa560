"""How findings are printed: pure functions from findings to text."""
