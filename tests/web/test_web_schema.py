"""Requests made up from the OpenAPI description: whatever is sent, the answer keeps to it."""

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.web.conftest import running_server

CHECKED = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
SKIPPED = {
    "/api/v1/runs/{job_id}/events",  # a stream that stays open as long as its job
    "/api/v1/arena/events",  # the same, as long as its tournament
}


@pytest.fixture(scope="module")
def api(original_table):
    # A server of its own: the runs that are made up here would keep other tests waiting.
    with running_server() as server:
        yield schemathesis.openapi.from_url(f"{server.address}/api/v1/openapi.json")


schema = schemathesis.pytest.from_fixture("api")


@schema.parametrize()
@settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_as_described(case):
    if case.path in SKIPPED:
        return
    response = case.call(timeout=60)
    if response.status_code == 503:  # promised when there is too much to do
        assert response.headers["retry-after"] == ["2"]
        return
    case.validate_response(response, checks=CHECKED)
