"""Rules about checks: whether a step says how anybody would see that it worked, and what to do when it did not."""
