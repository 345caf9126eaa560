"""Finding secrets and personal data in text, by the shape of the value."""
