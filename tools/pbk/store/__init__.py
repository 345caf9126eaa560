"""The repository on disk: playbook files, ledger, index, Git."""
