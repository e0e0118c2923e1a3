"""Helpers of several targets in Python; these modules are not targets."""
