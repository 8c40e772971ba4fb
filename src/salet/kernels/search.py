"""Exact search: the least total cost over a set of candidates.

An answer of weight w costs ``slope * w`` for every guess it takes, and ``penalty * w`` if it is
not found within the guesses allowed. A slope of 1 and an endless penalty (`NEVER`) give the
total number of guesses; a slope of 0 and a penalty of 1 the number of answers not found.

`run` walks the tree of play with a stack of its own, one row of every work array per turn,
because numba cannot cache functions that call each other (numba issue 6061: they crash when
loaded). On its way down it asks what is known of a set without a search, and leaves a
guess as soon as its total is known to reach the cut. `salet.kernels.bounds` proves the bounds.

In hard mode the legal guesses of each turn live in `Hard.legal`; in normal mode `hard` is None and
all are legal. `similar` is None with weights, `heavy` without them and in hard mode, and `twins`
with weights, in hard mode and for games without symmetries. Numba leaves out what an argument of
None makes needless, but only in a function that has it as an argument of its own: that is why these
four are not part of the state.
"""

from __future__ import annotations

from contextlib import AbstractContextManager

import numpy as np
from numpy.typing import NDArray

from salet.kernels.bounds import NEVER
from salet.kernels.compiler import (
    compiled,
    compiling_beside,
    int64,
    job,
    lean,
    lean_compiled,
    lean_part,
    step,
)
from salet.kernels.legal import (
    arrange_legal,
    find_cores,
    guess_at,
    is_vain,
    list_legal,
    quick_worth_of_legal,
)
from salet.kernels.look import (
    bound_by_heavy,
    bound_by_similar,
    count_all,
    is_bounded,
    is_counted,
    is_known,
    keep_part,
)
from salet.kernels.parts import hand_down, least_of, one_guess, split, weigh_row
from salet.kernels.state import (
    ALL,
    HINT,
    LOOK,
    NEVER_ARRANGED,
    NO_BEST_GUESS,
    NO_CEILINGS,
    NO_FINISH,
    NO_SIMILAR,
    NONE,
    NOT_ARRANGED,
    SHELF,
    SOLVE,
    UNKNOWN,
    Frame,
    Game,
    Goal,
    Hard,
    Part,
    Similar,
    Stack,
    State,
    settle,
)
from salet.kernels.twins import NO_TWINS, NOT_MARKED, Twins, mark_twins
from salet.kernels.worth import (
    most_worth,
    most_worth_of_large,
    quick_worth,
    rank_level,
    take,
)

_COMPARED, _FEW = 16, 4
"""Parts of at least `_FEW` candidates are compared with others, of sets of at least `_COMPARED`."""

_ENTER, _NEXT_GUESS, _NEXT_PART, _LEAVE = range(4)
"""What `run` does next."""


@lean
def begin(
    goal: Goal,
    stack: Stack,
    hard: Hard | None,
    similar: Similar | None,
    heavy: Similar | None,
    twins: Twins | None,
    turn: int,
) -> None:
    """Prepare to try the guesses for a set."""
    frame: Frame = stack.frames[turn]
    compares = goal.slope > 0 and (similar is not None or heavy is not None)
    if similar is not None and hard is None and frame.depth == 3:
        compares = True  # answers not found are told by similar parts, too
    if frame.count < _COMPARED or goal.without & NO_SIMILAR:
        compares = False
    frame.similar = 0 if compares else NONE
    frame.least = frame.cut
    frame.best = -1
    frame.shelved = NOT_ARRANGED if frame.count <= SHELF else NEVER_ARRANGED
    frame.level = NEVER
    frame.ranked = 0
    frame.next = 0
    frame.tried = 0
    if twins is None:
        return
    known = twins.marks.shape[1] - 1
    if twins.marks[turn, known] == NOT_MARKED:
        if turn > 0 and twins.marks[turn - 1, known] == NO_TWINS:
            twins.marks[turn, known] = NO_TWINS
        else:
            before = twins.played[0]
            for above in range(turn):
                guessed: Frame = stack.frames[above]
                twins.played[1 + before + above] = guessed.guess
            mark_twins(twins, turn, before + turn)


@step
def enter(
    state: State,
    hard: Hard | None,
    similar: Similar | None,
    heavy: Similar | None,
    twins: Twins | None,
    turn: int,
) -> int:
    """Begin a set, or leave it at once if it needs no search; the quickest tests come first."""
    game, goal, stack, ranks = state.game, state.goal, state.stack, state.ranks
    frame: Frame = stack.frames[turn]
    if is_known(state, hard, turn):
        return _LEAVE
    skips = goal.without & (NO_FINISH | NO_BEST_GUESS | NO_CEILINGS) != 0
    if frame.depth > 2 and not skips:
        most = guess = NONE
        if hard is None:
            most, guess = quick_worth(game, stack, ranks, heavy, turn)
        if hard is not None and goal.unit:
            most, guess = quick_worth_of_legal(game, stack, ranks, hard, turn)
        if is_bounded(state, turn, most, guess):
            return _LEAVE
    if hard is not None and frame.listed == UNKNOWN:
        list_legal(hard, stack.frames[turn - 1], frame, ranks.places[turn], turn)
    most = count_all(game, goal, stack, ranks, hard, heavy, turn)
    if is_counted(state, hard, turn, most):
        return _LEAVE
    begin(goal, stack, hard, similar, heavy, twins, turn)
    if hard is not None and goal.unit:
        arrange_legal(stack, ranks, hard, turn)
        find_cores(hard, stack, turn)
    return _NEXT_GUESS


@lean_part
def choose(state: State, hard: Hard | None, twins: Twins | None, turn: int) -> int:
    """Return the next guess to try; -1 if no other can be better, and the set is settled."""
    goal, ranks = state.goal, state.ranks
    frame: Frame = state.stack.frames[turn]
    while True:
        while frame.next == frame.ranked and frame.level > 0:
            worth, pairs, order = ranks.worth[turn], ranks.pairs[turn], ranks.order[turn]
            rank_level(goal, frame, worth, pairs, order, twins, turn)
        if state.counts[0].stop != 0:
            frame.value = frame.bound
            return NONE
        if (
            frame.level == 0
            or frame.least <= goal.slope * one_guess(frame.weight, frame.level)
            or frame.least <= frame.bound
            or (goal.beam > 0 and frame.tried >= goal.beam)
        ):
            settle(state.memo, state.stack.sets[turn], frame, frame.least, frame.best)
            return NONE
        guess = guess_at(hard, turn, take(frame, ranks.order[turn]))
        frame.tried += 1
        if hard is None or not is_vain(state.game, goal, hard, frame, turn, guess):
            return guess


@step
def next_guess(state: State, hard: Hard | None, twins: Twins | None, turn: int, opener: int) -> int:
    """Begin the next guess, or leave the set; an opener of 0 or more is the only guess."""
    guess = opener if opener >= 0 else choose(state, hard, twins, turn)
    if guess < 0:
        return _LEAVE
    frame: Frame = state.stack.frames[turn]
    split(state.game, state.goal, state.stack, turn, guess)
    if twins is not None and turn + 1 < twins.marks.shape[0]:
        twins.marks[turn + 1, -1] = NOT_MARKED
    alone = frame.parts == 1 and state.stack.parts[turn, 0].code != state.game.solved
    if alone and opener < 0:
        frame.total = NEVER  # it tells nothing: the same set again, with a guess less
    return _NEXT_PART


@step
def next_part(
    state: State,
    hard: Hard | None,
    similar: Similar | None,
    heavy: Similar | None,
    turn: int,
    named: bool,
) -> int:
    """Hand the next part down, or leave the guess if it reaches the cut or is done."""
    frame: Frame = state.stack.frames[turn]
    if frame.part == frame.parts and frame.stage < SOLVE:
        frame.stage += 1
        frame.part = 0
    if frame.total >= frame.least or state.counts[0].stop != 0 or frame.part == frame.parts:
        if named:
            frame.value = frame.total
            return _LEAVE
        if frame.total < frame.least and state.counts[0].stop == 0:
            frame.least = frame.total
            frame.best = frame.guess
        return _NEXT_GUESS
    if frame.stage == HINT:
        part: Part = state.stack.parts[turn, frame.part]
        if part.code != state.game.solved:
            bound = part.bound
            if similar is not None:
                bound = max(bound, bound_by_similar(state.goal, similar, state.stack, turn, part))
            if heavy is not None:
                known = bound_by_heavy(state.game, state.goal, heavy, state.stack, turn, part)
                bound = max(bound, known)
            frame.total += bound - part.bound
            part.bound = bound
        frame.part += 1
        if part.count < _FEW:
            frame.part = frame.parts
        return _NEXT_PART
    frame.child = frame.part
    if frame.stage == LOOK:
        # Probe the large parts last: their bounds cost most for what they bring.
        frame.child = (frame.part + frame.large) % frame.parts
    else:
        # Search the small parts first: they are quick, and often enough to reach the cut.
        frame.child = frame.parts - 1 - frame.part
    part = state.stack.parts[turn, frame.child]
    if part.code == state.game.solved or (part.count <= 2 and frame.depth > part.count):
        frame.part += 1
        return _NEXT_PART
    hand_down(state.stack, ALL if hard is None else UNKNOWN, turn)
    return _ENTER


@lean
def first_bound(game: Game, goal: Goal, stack: Stack) -> int:
    """Return a lower bound of the whole set, without a look at it."""
    first: Frame = stack.frames[0]
    if first.count == 0:
        return 0
    most, heaviest = goal.most, game.weights[stack.sets[0, 0]]
    return least_of(goal, most, most, first.count, first.weight, heaviest, first.depth)


@lean_compiled
def run(
    state: State,
    hard: Hard | None,
    similar: Similar | None,
    heavy: Similar | None,
    twins: Twins | None,
    openers: NDArray[np.int64],
) -> tuple[int, int]:
    """Return the least total of the candidates of ``sets[0]``, and which opener's.

    Their number, the guesses left, the cut and the number of legal guesses stand in the first
    frame. Exact if below the cut and the search was not stopped; else a lower bound. An opener of 0
    or more is played first; of several, each in turn until one is below the cut, or to the last.
    With a beam only some guesses are tried for each set: the total is then that of some strategy,
    not of the best. The guess stands in the first frame.
    """
    stack = state.stack
    first: Frame = stack.frames[0]
    first.weight = 0
    for i in range(first.count):
        first.weight += state.game.weights[stack.sets[0, i]]
    first.worth = first.left = state.goal.most
    first.cores = 0
    place = int64(0)
    while True:
        first.bound = first_bound(state.game, state.goal, stack)
        opener = openers[place]
        turn = int64(0)
        action = _ENTER
        if opener >= 0:
            first.least = first.cut
            first.shelved = NEVER_ARRANGED
            first.similar = NONE
            action = _NEXT_GUESS
        while action != _LEAVE or turn > 0:
            if action == _ENTER:
                action = enter(state, hard, similar, heavy, twins, turn)
            elif action == _NEXT_GUESS:
                action = next_guess(state, hard, twins, turn, opener if turn == 0 else NONE)
            elif action == _NEXT_PART:
                named = turn == 0 and opener >= 0
                action = next_part(state, hard, similar, heavy, turn, named)
                turn += action == _ENTER
            else:
                # Replace the bound of the part that was handed down by what is known now.
                below: Frame = stack.frames[turn]
                value, worth = below.value, below.worth if hard is None else below.reach
                if state.goal.slope == 0:
                    worth = below.count - value // state.goal.penalty if value > 0 else NEVER
                turn -= 1
                frame: Frame = stack.frames[turn]
                part: Part = stack.parts[turn, frame.child]
                value = max(value, part.bound)
                looked = frame.stage == LOOK and frame.similar >= 0
                if looked and worth < frame.worth:
                    if similar is not None:
                        keep_part(similar, stack, turn, worth)
                    if heavy is not None:
                        keep_part(heavy, stack, turn, worth)
                frame.total += value - part.bound
                part.bound = value
                frame.part += 1
                action = _NEXT_PART
        place += 1
        if place == openers.size or first.value < first.cut or state.counts[0].stop != 0:
            return min(first.value, NEVER), place - 1


def compiling(
    state: State,
    hard: Hard | None,
    similar: Similar | None,
    heavy: Similar | None,
    twins: Twins | None,
) -> AbstractContextManager[None]:
    """Have the larger parts of `run` compiled by two processes; the body may do something else."""
    game, goal, stack, ranks = state.game, state.goal, state.stack, state.ranks
    ours = [
        job(split, game, goal, stack, 0, 0),
        job(is_bounded, state, 0, 0, 0),
        job(is_counted, state, hard, 0, 0),
        job(is_known, state, hard, 0),
        job(choose, state, hard, twins, 0),
    ]
    theirs = [job(count_all, game, goal, stack, ranks, hard, heavy, 0)]
    if hard is None:
        theirs += [job(most_worth, game, stack, ranks, heavy, 0, 0)]
    if similar is not None:
        theirs += [job(most_worth_of_large, game, stack, ranks, 0)]
    if hard is not None:
        theirs += [job(arrange_legal, stack, ranks, hard, 0), job(find_cores, hard, stack, 0)]
    return compiling_beside(theirs, ours)


@compiled
def heaviest_worth(
    codes: NDArray[np.unsignedinteger], weights: NDArray[np.int64], seen: NDArray[np.int64]
) -> int:
    """Return the largest sum, over all guesses, of the heaviest answers of their parts."""
    answers = np.arange(codes.shape[1]).astype(np.int32)
    most = int64(0)
    for guess in range(codes.shape[0]):
        worth, _ = weigh_row(codes[guess], weights, answers, answers.size, seen)
        most = max(most, worth)
    return most
