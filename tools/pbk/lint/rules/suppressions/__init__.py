"""Rules about suppressions: comments that say which findings a person accepts."""
