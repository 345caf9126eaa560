"""Rules about what must not be in a playbook: secrets, hidden text, orders to a model, commands that harm."""
