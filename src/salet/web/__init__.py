"""The web page and the HTTP API: read a request, call, answer in JSON.

The server process only parses, queues and remembers. Everything that takes time is a *task*, done
by worker processes (`salet.web.tasks`), so that the page stays quick while heavy requests run, and
a task that takes too long can be ended.
"""
