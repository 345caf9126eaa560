"""Replay: a playbook as advice, or run strictly with its checks."""
