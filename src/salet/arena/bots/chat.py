"""A bot that is a chat model behind an HTTP address of OpenAI's form.

It is written ``openai:MODEL@URL``, such as ``openai:gpt-4o-mini@https://api.openai.com/v1``, with
settings after a ``#``, as in ``openai:small@http://localhost:8080/v1#tokens=500,in=0.15,out=0.6``:

``tokens``
    the longest answer, in tokens
``budget``
    the tokens of a whole match, questions and answers; once they are used up, every game is lost
``tries``
    how often a model may answer one question: an answer that cannot be read, or a word that is not
    allowed, is told so and asked for again
``in``, ``out``
    prices of a million tokens of questions and of answers, from which the cost is counted
``temperature``
    passed on as it is; left out, the server's own

The key is taken from the environment variable ``OPENAI_API_KEY``. It is sent to that address alone,
by https or to this machine, and is neither stored nor shown.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections import Counter
from dataclasses import dataclass, fields
from typing import Any
from urllib.parse import urlsplit

from salet.arena.bots.bot import Ask, Bot, Request
from salet.arena.bots.entrant import CHAT
from salet.arena.bots.player import Player
from salet.arena.bots.programs import Posted, post
from salet.arena.bots.prompt import complaint, instructions, question, read_guess
from salet.arena.bots.record import Fault, Verdict
from salet.errors import InvalidError, SaletError, UnknownNameError, counted

KEY_VARIABLE = "OPENAI_API_KEY"
_FORM = f"write it as {CHAT}MODEL@URL, such as {CHAT}gpt-4o-mini@https://api.openai.com/v1"
_WRITTEN = re.compile(rf"{CHAT}(?P<model>\S+?)@(?P<url>https?://[^\s#]+)(?:#(?P<rest>\S*))?")
_END = "/chat/completions"
_MOST_BYTES = 1 << 20
"""An answer longer than this is refused."""
_PAUSE_SECONDS = 0.5
"""Between two attempts at a server that is too busy and does not say how long."""
_LOCAL = ("localhost", "127.0.0.1", "::1")
_OLD, _NEW = "max_tokens", "max_completion_tokens"
"""How the longest answer is asked for; newer models know the second name only, and say so."""
_NAMES = {"in": "price_in", "out": "price_out"}


@dataclass(frozen=True, slots=True)
class ChatModel:
    """A chat model, and what it may use.

    >>> model = ChatModel.from_text("openai:small@http://localhost:8080/v1#tokens=500,in=0.5")
    >>> model.model, model.url, model.tokens, model.price_in
    ('small', 'http://localhost:8080/v1/chat/completions', 500, 0.5)
    """

    model: str
    url: str
    tokens: int = 4096
    budget: int = 1_000_000
    tries: int = 3
    price_in: float = 0.0
    price_out: float = 0.0
    temperature: float | None = None

    @classmethod
    def from_text(cls, text: str) -> ChatModel:
        """Read a model as a person writes it, or say how to write it."""
        found = _WRITTEN.fullmatch(text)
        if found is None:
            raise InvalidError(f"{text!r:.100} is no chat model; {_FORM}")
        url = urlsplit(found["url"])
        try:
            complete = bool(url.hostname) and url.port != 0
        except ValueError:
            complete = False
        if not complete or url.query:
            raise InvalidError(f"{found['url']:.100} is not the address of a server; {_FORM}")
        if url.username is not None:
            raise InvalidError(f"put the key into {KEY_VARIABLE}, not into the address of a model")
        address = f"{found['url'].rstrip('/').removesuffix(_END)}{_END}"
        settings = [part.partition("=") for part in (found["rest"] or "").split(",") if part]
        read = dict(_setting(name, value) for name, _, value in settings)
        return cls(found["model"], address, **read)


_KNOWN = [
    {new: old for old, new in _NAMES.items()}.get(one.name, one.name)
    for one in fields(ChatModel)[2:]
]


def _setting(name: str, value: str) -> tuple[str, Any]:
    if name not in _KNOWN:
        raise UnknownNameError.among("setting of a chat model", name, _KNOWN)
    whole = name in ("tokens", "budget", "tries")
    try:
        number = int(value) if whole else float(value)
    except ValueError:
        number = -1
    if not (1 if whole else 0) <= number <= 1e12:
        raise InvalidError(f"{name} of a chat model is a positive number, not {value!r:.40}")
    return _NAMES.get(name, name), number


@dataclass(slots=True)
class Usage:
    """What a chat model has taken so far."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0

    @property
    def tokens(self) -> int:
        """The tokens of questions and answers."""
        return self.tokens_in + self.tokens_out


class ChatPlayer(Player):
    """Asks a chat model for its guesses. It sets words and responds as any bot does by default.

    Attributes
    ----------
    usage
        calls and tokens so far
    refused
        answers that were asked for again, by what was wrong with them
    """

    def __init__(self, model: ChatModel) -> None:
        self.model = model
        self.usage = Usage()
        self.refused: Counter[str] = Counter()
        self._default = Bot()
        self._limit = _OLD

    @property
    def cost(self) -> float:
        """What the tokens cost, in the currency of the prices."""
        model, usage = self.model, self.usage
        return (usage.tokens_in * model.price_in + usage.tokens_out * model.price_out) / 1e6

    @property
    def log(self) -> str:
        """What it has taken, in a line."""
        usage = self.usage
        if not usage.calls:
            return ""
        parts = [
            f"{counted(usage.calls, 'call')}, {usage.tokens_in:,} tokens in, "
            f"{usage.tokens_out:,} out"
        ]
        if self.model.price_in or self.model.price_out:
            parts.append(f"cost {self.cost:.6f}")
        parts += [f"{number} {kind}" for kind, number in sorted(self.refused.items())]
        return "; ".join(parts) + "\n"

    def ask(self, request: Request, seconds: float) -> str:
        """Return the model's guess, or raise `Fault`."""
        if request.ask is Ask.SET:
            return self._default.set_word(request)
        if request.ask is Ask.RESPOND:
            return self._default.respond(request)
        key = _key()
        try:
            return self._guess(request, time.monotonic() + seconds, key)
        except Fault as fault:  # a server may have put the key into what it says
            message = fault.message.replace(key, "(the key)") if key else fault.message
            raise Fault(fault.verdict, message) from None

    def _guess(self, request: Request, deadline: float, key: str) -> str:
        game, rules, position = request.game, request.rules, request.position
        messages = [
            {"role": "system", "content": instructions(game, rules)},
            {"role": "user", "content": question(position, game, rules)},
        ]
        why = ""
        for _ in range(self.model.tries):
            text = self._complete(messages, deadline, key)
            kind = "unreadable"
            try:
                word = read_guess(text)
                kind = "unknown"
                word = game.guesses[game.lexicon.guess_index(word)]
                kind = "illegal"
                game.check(word, position, rules)
            except SaletError as error:
                why = str(error)
            else:
                return word
            self.refused[kind] += 1
            messages += [
                {"role": "assistant", "content": text},
                {"role": "user", "content": complaint(why)},
            ]
        tries = counted(self.model.tries, "answer")
        raise Fault(Verdict.INVALID, f"gave no guess in {tries}; the last: {why}")

    def _complete(self, messages: list[dict[str, str]], deadline: float, key: str) -> str:
        """Return what the model says next."""
        model = self.model
        if self.usage.tokens >= model.budget:
            message = f"has used its {counted(model.budget, 'token')} for the match"
            raise Fault(Verdict.TIME_OUT, message)
        asked: dict[str, Any] = {"model": model.model, "messages": messages}
        if model.temperature is not None:
            asked["temperature"] = model.temperature
        headers = {"Authorization": f"Bearer {key}"} if key and _is_safe(model.url) else {}
        while True:
            self.usage.calls += 1
            body = json.dumps(asked | {self._limit: model.tokens}, ensure_ascii=False).encode()
            posted = post(model.url, body, deadline, headers, _MOST_BYTES)
            if posted.status == 400 and self._limit == _OLD and _NEW.encode() in posted.body:
                self._limit = _NEW
            elif posted.status == 429 or posted.status >= 500:
                _wait(posted, deadline)
            else:
                break
        if not 200 <= posted.status < 300:
            raise Fault(Verdict.CRASHED, f"answered with HTTP status {posted.status}{_why(posted)}")
        return self._read(posted.body)

    def _read(self, body: bytes) -> str:
        """Return the text of an answer and count its tokens."""
        try:
            answer = json.loads(body)
            text = answer["choices"][0]["message"]["content"]
        except (ValueError, RecursionError, LookupError, TypeError):
            start = body[:60].decode("utf-8", "replace")
            message = f"sent what no chat model answers: {start!r}"
            raise Fault(Verdict.INVALID, message) from None
        usage = answer.get("usage")
        if isinstance(usage, dict):
            self.usage.tokens_in += _count(usage.get("prompt_tokens"))
            self.usage.tokens_out += _count(usage.get("completion_tokens"))
        return text if isinstance(text, str) else ""


def _count(value: object) -> int:
    return value if type(value) is int and 0 <= value < 1e12 else 0


def _key() -> str:
    """Return the key, or nothing where none is needed."""
    key = os.environ.get(KEY_VARIABLE, "").strip()
    if not (key.isascii() and key.isprintable()):
        raise Fault(Verdict.CRASHED, f"cannot be asked: {KEY_VARIABLE} holds no key")
    return key


def _is_safe(url: str) -> bool:
    """Whether nobody on the way could read a key."""
    parts = urlsplit(url)
    return parts.scheme == "https" or parts.hostname in _LOCAL


def _wait(posted: Posted, deadline: float) -> None:
    """Wait as long as a busy server asks for, or raise `Fault`; a date is not read."""
    try:
        pause = float(posted.retry_after or "")
    except ValueError:
        pause = _PAUSE_SECONDS
    if not pause >= 0:
        pause = _PAUSE_SECONDS
    if time.monotonic() + pause >= deadline:
        message = f"is too busy (HTTP status {posted.status}) until the time is up"
        raise Fault(Verdict.TIME_OUT, message)
    time.sleep(pause)


def _why(posted: Posted) -> str:
    """Return what a server says is wrong with a question; of a key, it may tell too much."""
    if posted.status in (401, 403):
        return f"; set {KEY_VARIABLE}"
    try:
        message = json.loads(posted.body)["error"]["message"]
    except (ValueError, RecursionError, LookupError, TypeError):
        return ""
    return f": {' '.join(message.split())[:150]}" if isinstance(message, str) else ""
