"""The inducer: from episodes to candidate playbooks, refusing most."""
