"""The matcher: shortlist, eliminate, ask, offer or refuse."""
