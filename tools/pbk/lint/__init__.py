"""The linter: what a machine can say of a playbook, so that no reviewer has to."""
