"""The HTTP API, version 1: one resource per file, with its request, its answer and its task.

A new resource is a file here and its name in this list. Most files declare tasks by
`salet.web.resource.get` and `post`; one that needs more than an answer has a FastAPI `router`.
"""

NAMES = (
    *("suggest", "boards", "pattern", "review", "play", "game", "runs", "tree"),
    *("arena", "lexicons", "strategies", "status", "charts"),
)
