"""Structured conditions: decided by code, tri-state."""
