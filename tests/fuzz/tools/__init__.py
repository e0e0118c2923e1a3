"""What several targets in Python share; none of these modules is a target."""
