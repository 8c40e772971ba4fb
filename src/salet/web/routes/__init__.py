"""The HTTP API, version 1: one resource per file, with its request and its task.

A new resource is a file here, its name in this list, and the shape of its answer in answers.toml.
Tasks for workers are declared by `salet.web.resource.get` and `post`, what the server itself does
by `here`.
"""

NAMES = ("suggest", "review", "play", "runs", "tree", "arena", "lexicons", "status")
