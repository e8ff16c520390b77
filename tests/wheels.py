"""A wheel of a user's own, which tests alter."""

WHEEL = """id = "wheel"
family = "banking"
title = "A wheel"
[rules]
numbers = { value = 37, source = "a friend's wheel", status = "documented" }
[[bets]]
name = "a number"
covers = 1
returns = "36"
source = "a friend's wheel"
status = "documented"
"""
