"""Long work of the server: runs that are watched, stopped and forgotten, and what workers do."""

import asyncio
import json
import warnings

import pytest

from salet.coach import values
from salet.errors import RepairWarning
from salet.web import toolbox
from salet.web.routes import run
from salet.web.routes.status import script_path
from salet.web.worker import PASSING, RESULT, do


@pytest.mark.long
@pytest.mark.slow
def test_a_run_reports_progress_and_pairs(client):
    request = {"strategies": ["letters", "alphabetical"], "lexicon": "original"}
    job = client.post("/api/v1/runs", json=request)
    assert job.status_code == 202
    name = job.json()["id"]
    with client.stream("GET", f"/api/v1/runs/{name}/events") as events:
        assert events.headers["content-type"].startswith("text/event-stream")
        lines = [line for line in events.iter_lines() if line.startswith("data: ")]
    seen = [json.loads(line[6:]) for line in lines]
    assert seen[-1]["state"] == "done"
    result = seen[-1]["result"]
    # docs/strategies.md, measured on the original lists
    assert [run["total"] for run in result["runs"]] == [8857, 10069]
    games = client.get(f"/api/v1/runs/{name}/games").json()
    assert [sum(lengths) for lengths in games["lengths"]] == [8857, 10069]
    assert games["guesses"][0][0].split()[-1] == games["answers"][0]
    better = sum(a < b for a, b in zip(*games["lengths"], strict=True))
    assert result["pairs"][0]["better"] == better
    # Asking again finds the same job.
    assert client.post("/api/v1/runs", json=request).json()["state"] == "done"


def test_a_run_that_cannot_be_fails_with_the_message(client):
    refused = client.post("/api/v1/runs", json={"strategies": ["entropi"]})
    assert refused.status_code == 422
    assert refused.json()["error"].startswith("there is no strategy 'entropi'")


def test_a_run_can_be_stopped(client):
    job = client.post("/api/v1/runs", json={"strategies": ["entropy+lookahead"]}).json()
    assert client.delete(f"/api/v1/runs/{job['id']}").json()["state"] == "cancelled"
    assert client.get(f"/api/v1/runs/{job['id']}").json()["state"] == "cancelled"
    assert client.get(f"/api/v1/runs/{job['id']}/games").status_code == 404
    assert client.get("/api/v1/runs/0123456789abcdef").status_code == 404


@pytest.mark.slow
def test_jobs_are_listed_and_forgotten(client):
    request = {"strategies": ["entropy+lookahead(3,30)"]}
    job = client.post("/api/v1/runs", json=request).json()["id"]
    (listed,) = client.get("/api/v1/jobs").json()["jobs"]
    assert (listed["id"], listed["strategies"]) == (job, request["strategies"])
    with client.stream("GET", f"/api/v1/runs/{job}/events") as events:
        told = (json.loads(line[6:]) for line in events.iter_lines() if "data" in line)
        # It waits as long as a worker starts, which may have to compile.
        first = next(state for state in told if state["state"] != "waiting")
    assert first["state"] == "running"
    client.delete(f"/api/v1/runs/{job}")
    assert client.get("/api/v1/jobs").json() == {"jobs": []}
    assert client.get(f"/api/v1/runs/{job}").json()["state"] == "cancelled"
    client.delete(f"/api/v1/runs/{job}")
    assert client.get(f"/api/v1/runs/{job}").status_code == 404


def test_a_job_that_everybody_has_left_is_ended(monkeypatch):
    async def action():
        job = run.Job(None, run.RunsRequest(strategies=["entropy"]), "id")
        job.work = asyncio.ensure_future(asyncio.sleep(60))
        watching = job.stream(job.event).body_iterator
        assert "event: progress" in await anext(watching)
        await watching.aclose()
        await asyncio.sleep(0.02)
        return job.state

    monkeypatch.setattr(run, "_ABANDONED_SECONDS", 0.01)
    assert asyncio.run(action()) == "cancelled"


def test_a_page_has_not_to_wait_for_exact_values(monkeypatch):
    asked = []

    def values_of(view, *, exact=None, work):
        asked.append(work)
        return values.values_of(view, exact=False)

    monkeypatch.setattr(toolbox, "values_of", values_of)
    kind, _ = do("suggest", {"position": "bugle:---yy", "top": 1}, lambda *_: None)
    assert kind == RESULT
    assert asked[0] < values.WORK / 10


def test_what_was_built_for_a_request_is_noted_as_passing(monkeypatch, original_table):
    def build(game):
        warnings.warn("built it, once", RepairWarning, stacklevel=2)
        return original_table

    monkeypatch.setattr(toolbox, "open_table", build)
    toolbox._TABLES.clear()
    asked = {"guess": "crane", "answer": "there"}
    kinds = [do("suggest.pattern", asked, lambda *_: None) for _ in range(2)]
    toolbox._TABLES.clear()
    assert [kind for kind, _ in kinds] == [PASSING, RESULT]
    assert [json.loads(said)["notes"] for _, said in kinds] == [["built it, once"], []]


@pytest.mark.long
@pytest.mark.slow
def test_the_plotting_library_is_made_by_a_worker_and_kept(client, cache):
    pytest.importorskip("vl_convert")
    script = client.get("/vega.js")
    assert "vegaEmbed" in script.text
    assert script_path().read_text(encoding="utf-8") == script.text
    assert client.head("/vega.js").status_code == 200
    again = client.get("/vega.js", headers={"If-None-Match": script.headers["etag"]})
    assert again.status_code in (200, 304)
