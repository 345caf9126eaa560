"""Rules about the ledger: what may stand in it, and what its lines say of one another."""
