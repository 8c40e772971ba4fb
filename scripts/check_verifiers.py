"""Play a game through the verifiers package, in an environment of its own, with a scripted model.

verifiers brings a hundred packages, so it is in no other environment of ours. This script makes a
temporary one, installs salet with the extra, serves a model on loopback that plays the best tree
(and first writes a message without a guess), and lets verifiers run the episode. Where pip cannot
get the package it says so and ends well.

Usage: python scripts/check_verifiers.py
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from apart import INSIDE, run_apart

COLOUR = re.compile(r"^  \d\. \w: (\w+)", re.MULTILINE)
SIGNS = {"green": "g", "yellow": "y", "grey": "-"}


class Model(BaseHTTPRequestHandler):
    """A chat model that plays the proven tree, after one message at fault."""

    def do_POST(self) -> None:
        """Answer one request by all that the conversation says."""
        from salet.strategies.tree import bundled_tree

        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        told = [m["content"] for m in body["messages"] if m["role"] == "user"]
        said = [m["content"] for m in body["messages"] if m["role"] == "assistant"]
        node = bundled_tree("off")
        for prompt in told:
            colours = COLOUR.findall(prompt)
            if colours:
                pattern = "".join(SIGNS[colour] for colour in colours)
                node = next(tree for reply, tree in node.branches.items() if str(reply) == pattern)
        text = f"<guess>{node.guess}</guess>" if said else "I think it is salet."
        reply = {
            "id": "1",
            "object": "chat.completion",
            "created": 0,
            "model": body["model"],
            "choices": [
                {
                    "index": 0,
                    "finish_reason": "stop",
                    "message": {"role": "assistant", "content": text},
                }
            ],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
        }
        raw = json.dumps(reply).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, *arguments: Any) -> None:
        """Say nothing."""


async def episodes(port: int) -> list[Any]:
    """Let verifiers load its plug-in and play three tasks."""
    import verifiers.v1 as vf

    from salet_verifiers import SaletEnvConfig

    config = SaletEnvConfig(
        taskset={"id": "salet-verifiers", "game": "original", "seed": 1, "regret": True},
        reward="guesses",
    )
    env = vf.load_environment(config)
    client = vf.EvalClientConfig(base_url=f"http://127.0.0.1:{port}/v1", api_key_var="NONE")
    ctx = vf.ModelContext(model="scripted", client=client)
    async with env.serving():
        slots = [slot for task in env.taskset.take(3) for slot in env.slots(task)]
        return [await env.run_slot(slot, ctx) for slot in slots]


def inside() -> None:
    """Serve the model, play, and look at what verifiers has recorded."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for episode in asyncio.run(episodes(server.server_port)):
        assert episode.ok, episode.errors or [trace.errors for trace in episode.traces]
        (trace,) = episode.traces
        turns = len(trace.info["position"].split())
        assert trace.info["outcome"] == "won"
        assert trace.reward == -turns
        assert trace.metrics["win"] == 1.0
        assert trace.metrics["regret"] == 0.0
        assert trace.metrics["faults_unreadable"] == 1.0
        print(f"{trace.info['position']}  reward {trace.reward:g}, regret 0, one fault")
    server.shutdown()
    print("verifiers plays salet")


if __name__ == "__main__":
    inside() if INSIDE in sys.argv else run_apart(__file__, "verifiers", extra="verifiers")
