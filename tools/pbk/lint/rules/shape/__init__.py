"""Rules about the shape of a playbook: what the format asks for."""
