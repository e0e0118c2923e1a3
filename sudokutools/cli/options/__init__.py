"""Options of the commands: their values, help and exclusions."""
