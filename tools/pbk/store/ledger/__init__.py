"""The append-only ledger: writing, reading and replaying its events."""
