"""Procedural memory for coding agents, kept in Git."""
