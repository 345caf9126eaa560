"""Rules about the playbooks of a library side by side: which of them a task would reach."""
