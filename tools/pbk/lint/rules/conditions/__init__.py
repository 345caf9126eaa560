"""Rules about preconditions and anti-preconditions: whether they decide anything, and whether anybody could."""
