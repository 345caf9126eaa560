"""Similarity of a task to what a playbook is for."""
