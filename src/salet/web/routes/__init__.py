"""The HTTP API, version 1: resources, each with its request and its task.

A new resource is a task here, and the shape of its answer in answers.toml; a new file is in NAMES.
Tasks for workers are declared by `salet.web.resource.get` and `post`, what the server itself does
by `here`.
"""

NAMES = ("suggest", "review", "play", "run", "tree", "arena", "words", "status")
