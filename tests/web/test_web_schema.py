"""Requests made up from the OpenAPI description: whatever is sent, the answer keeps to it."""

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import CHECKS

CHECKED = [
    CHECKS.get_one(name)
    for name in (
        "not_a_server_error",
        "status_code_conformance",
        "content_type_conformance",
        "response_schema_conformance",
    )
]
SKIPPED = {
    "/api/v1/runs/{job_id}/events",  # a stream that stays open as long as its job
}


@pytest.fixture(scope="module")
def api(server):
    return schemathesis.openapi.from_url(f"{server.address}/api/v1/openapi.json")


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
    case.call_and_validate(checks=CHECKED, timeout=60)
