"""The API keeps to its description: whatever is asked, nothing undeclared is sent."""

import dataclasses
import json

import httpx
import jsonschema_rs
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from salet.arena.cup.standings import Difference, StandingsRow
from salet.arena.cup.tournament import run_cup
from salet.boards import advice
from salet.coach import reasons
from salet.coach.review import TurnReview
from salet.runs import result
from salet.web.description import describe, shapes
from salet.web.server import create_app
from tests.helpers import cup_of, examples
from tests.web.conftest import running_server

pytestmark = pytest.mark.slow

STREAMS = {  # and what tells the same at once
    "/api/v1/runs/{job_id}/events": "/api/v1/runs/{job_id}",
    "/api/v1/arena/events": "/api/v1/arena/games",
}

# --- requests made up from the description ---

CHECKED = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def api(original_table):
    # A server of its own: the runs that are made up here would keep other tests waiting.
    with running_server() as server:
        yield schemathesis.openapi.from_url(f"{server.address}/api/v1/openapi.json")


schema = schemathesis.pytest.from_fixture("api")


@pytest.mark.long
@pytest.mark.slow
@schema.parametrize()
@settings(
    examples(12),
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_as_described(case):
    if case.path in STREAMS:
        return
    response = case.call(timeout=60)
    if response.status_code == 503:  # promised when there is too much to do
        assert response.headers["retry-after"] == ["2"]
        return
    case.validate_response(response, checks=CHECKED)


# --- real requests to every route ---

LONE = "raise:--y-g clout:-y---"
POSTED = {
    "suggest": [
        {},
        {"position": LONE, "hard": "nyt"},
        {"position": "raise:--y-y clout:--g-- nymph:--y--"},
        {"position": "there:ggggg"},
        {"position": LONE, "strategy": "entropy", "prior": "frequency"},
        {"game": "mastermind(4,6)", "position": "aabb:1.1"},
    ],
    "boards": [{"position": f"{LONE} | raise:y---- clout:--yy-"}, {"position": "raise:-----"}],
    "pattern": [{"guess": "eerie", "answer": "there"}],
    "review": [
        {"answer": "there", "guesses": ["salet", "nerdy", "there"]},
        {"position": LONE},
        {"answer": "emoji", "guesses": ["raise", "emoji"]},
        {"game": "mastermind(4,6)", "answer": "abcd", "guesses": ["aabb", "abcd"]},
    ],
    "grid": [{"text": "Wordle 9 2/6\n\n⬛⬛⬛🟨🟨\n🟩🟩🟩🟩🟩"}, {"text": "none"}],
    "play": [
        {"game": "demo"},
        {"game": "demo", "kind": "mastermind(4,6)", "guesses": ["aabb"], "give_up": True},
        {"game": "demo", "guesses": ["raise"], "give_up": True},
        {"game": "demo", "boards": 4, "host": "adversary", "guesses": ["raise"], "give_up": True},
    ],
    "game": [{"strategy": "entropy", "answer": "there"}],
    "tree": [
        {},
        {"strategy": "letters", "hard": "strict"},
        {"game": "mastermind(4,6)", "strategy": "minimax"},
    ],
    "lexicons": [{"answers": ["ähre", "öfen"], "allowed": ["äste"]}],
}


def answer_of(described, method, path):
    """Return the schema of what a route answers, by its description."""
    responses = described["paths"][path][method.lower()]["responses"]
    (good,) = (response for status, response in responses.items() if status.startswith("2"))
    if path in STREAMS:  # their data are what the job or the tournament tells when asked
        return answer_of(described, "GET", STREAMS[path])
    return good["content"]["application/json"]["schema"]


@pytest.fixture(scope="module")
def described():
    create_app()  # knows all routes
    return describe()


@pytest.fixture(scope="module")
def sent(original_table, cache, tmp_path_factory):
    """Ask every route; return what each sent, by method and path."""
    where = tmp_path_factory.mktemp("arena") / "cup.sqlite"
    run_cup(cup_of(["entropy", "letters"], words=2), where)
    with (
        running_server("--arena", str(where)) as server,
        httpx.Client(base_url=f"{server.address}/api/v1", timeout=120) as client,
    ):
        answers = {}

        def ask(method, path, url=None, **options):
            response = client.request(method, url or path, **options)
            assert response.is_success, response.text
            answers.setdefault((method, f"/api/v1{path}"), []).append(response.text)
            return response

        for path, bodies in POSTED.items():
            for body in bodies:
                ask("POST", f"/{path}", json=body)
        for path in ("/lexicons", "/strategies", "/status", "/arena", "/jobs", "/today"):
            ask("GET", path)
        ask("GET", "/lexicons/{lexicon}", "/lexicons/original")
        ask("GET", "/games/{game}", "/games/mastermind(4,6)")
        ask_runs(ask)
        games = ask("GET", "/arena/games").json()["latest"]
        ask("GET", "/arena/games/{number}", f"/arena/games/{games[0]['id']}")
        ask("GET", "/arena/standings")
        ask("GET", "/arena/pair", params={"first": "entropy", "second": "letters"})
        ask("GET", "/arena/bot", params={"name": "entropy"})
        ask("GET", "/arena/events", params={"tournament": "cup"})
        yield answers


def ask_runs(ask):
    job = ask("POST", "/runs", json={"strategies": ["letters", "alphabetical"]}).json()["id"]
    ask("GET", "/runs/{job_id}/events", f"/runs/{job}/events")
    ask("GET", "/runs/{job_id}", f"/runs/{job}")
    ask("GET", "/runs/{job_id}/games", f"/runs/{job}/games")
    ask("DELETE", "/runs/{job_id}", f"/runs/{job}")


@pytest.mark.long
@pytest.mark.slow
def test_every_route_is_asked(sent, described):
    routes = [(m.upper(), path) for path, methods in described["paths"].items() for m in methods]
    assert set(sent) == set(routes)


def test_no_route_sends_a_field_that_is_not_declared(sent, described):
    for (method, path), answers in sent.items():
        schema = answer_of(described, method, path) | {"components": described["components"]}
        validator = jsonschema_rs.validator_for(schema)
        told = answers
        if path in STREAMS:
            lines = "\n".join(answers).splitlines()
            told = [line.removeprefix("data: ") for line in lines if line.startswith("data: ")]
        assert told
        for body in map(json.loads, told):
            assert undeclared(described, schema, body) == [], path
            assert validator.is_valid(body), path
            assert undeclared(described, schema, body | {"more": 1}) == ["more"]


def undeclared(described, schema, value, place=""):
    """Return where fields are sent that the schema does not declare."""
    if "$ref" in schema:
        schema = described["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
    for choice in schema.get("anyOf", []):
        if value is not None and choice.get("type") != "null":
            return undeclared(described, choice, value, place)
    if isinstance(value, list):
        parts = [(f"{place}[]", schema.get("items", {}), part) for part in value]
    elif isinstance(value, dict) and "properties" in schema:
        if extra := set(value) - set(schema["properties"]):
            return [f"{place}.{name}".lstrip(".") for name in sorted(extra)]
        parts = [(f"{place}.{name}", schema["properties"][name], value[name]) for name in value]
    else:  # a plain value, or a dictionary by names that no schema can know
        inner = schema.get("additionalProperties", {})
        named = isinstance(value, dict) and isinstance(inner, dict)
        parts = [(f"{place}.*", inner, part) for part in value.values()] if named else []
    return sorted(
        {
            field
            for where, part, inside in parts
            for field in undeclared(described, part, inside, where)
        }
    )


@pytest.mark.parametrize(
    ("declared", "returned", "more"),
    [
        ("Suggestion", reasons.Suggestion, {"shown", "outcomes"}),
        ("Outcome", reasons.Outcome, set()),
        ("CommonSuggestion", advice.CommonSuggestion, set()),
        (
            "ReviewedTurn",
            TurnReview,
            {"before_words", "after_words", "best_pattern", "best_after"},
        ),
        ("Pair", result.Pair, set()),
        ("StandingsRow", StandingsRow, set()),
        ("Difference", Difference, set()),
    ],
)
def test_an_answer_declares_what_the_package_returns(declared, returned, more):
    # Not derived from these classes, because the server would have to load numpy for them.
    names = {field.name for field in dataclasses.fields(returned)}
    assert set(shapes()[declared]["properties"]) == names | more


@pytest.mark.slow
def test_every_part_of_an_answer_forbids_undeclared_fields(described):
    parts = described["components"]["schemas"].items()
    objects = {name for name, part in parts if part["type"] == "object"}
    assert objects == {name for name, part in parts if part.get("additionalProperties") is False}
