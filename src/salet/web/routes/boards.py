"""What to guess next on several boards."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from salet.web.resource import Toolbox, WordsRequest, post


class BoardsRequest(WordsRequest):
    """Positions of several boards, with a bar between them."""

    position: Annotated[
        str,
        Field(
            max_length=8000,
            examples=["raise:--y-g | raise:y----"],
            description="The position of each board, with | between them.",
        ),
    ]
    top: Annotated[int, Field(ge=1, le=50)] = 10
    shown: Annotated[int, Field(ge=0, le=20_000, description="Candidates to name.")] = 50


@post("/boards", BoardsRequest, "BoardsAnswer", tag="advice")
def boards(request: BoardsRequest, work: Toolbox) -> dict[str, Any]:
    """Rank the next guesses for several boards together."""
    from salet.boards.advice import suggest_boards

    advice = suggest_boards(
        request.position,
        lexicon=work.table(request).lexicon,
        top=request.top,
        progress=work.progress,
    )
    answer = advice.to_dict()
    for board in answer["boards"]:
        board["candidates_total"] = len(board["candidates"])
        board["candidates"] = board["candidates"][: request.shown]
    return answer
