"""Rules about induced playbooks: whether enough runs stand behind them, and whether the file says which."""
