"""Rules about the file itself: how it is called, encoded and spelled as YAML."""
