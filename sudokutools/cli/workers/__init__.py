"""How commands answer a record."""
