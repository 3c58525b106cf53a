"""Shared state."""

counter = 0
items = []


class Config:
    level = 1


def bump():
    global counter
    counter += 1


def show():
    return items


def read_added():
    return added


def level():
    return Config.level


def call_injected():
    return injected()


def call_bump():
    return bump()


def measure(x):
    return len(x)
