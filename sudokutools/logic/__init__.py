"""Human techniques: the ladder that rates, explains and grades."""
