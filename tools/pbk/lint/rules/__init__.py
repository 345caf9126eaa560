"""The rules, one file each, in a folder for each family."""
