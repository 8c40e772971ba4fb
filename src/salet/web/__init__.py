"""The web page and the HTTP API.

The server process reads requests, queues them and remembers answers. Everything that takes time is
a *task*, done by worker processes, so that the page stays quick while heavy requests run, and a
task that takes too long can be ended. `salet.web.routes` has the resources: requests and tasks.
"""
