"""The command line: parses options, calls engines, prints."""
