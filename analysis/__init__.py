"""Exact counting, estimates and their intervals."""
