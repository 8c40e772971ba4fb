"""A bot that is a chat model behind an HTTP address of OpenAI's form.

It is written ``openai:MODEL@URL``, such as ``openai:gpt-4o-mini@https://api.openai.com/v1``, with
settings after a ``#``, as in ``openai:small@http://localhost:8080/v1#tokens=500,in=0.15,out=0.6``:

``tokens``
    the longest message of the model, in tokens
``budget``
    the tokens of a whole match, in and out; once they are used up, every game is lost
``tries``
    how many messages a model may write for one guess: if one cannot be read, or its word is not
    allowed, the model is told why and asked again
``in``, ``out``
    prices of a million tokens that go in and that come out, from which the cost is counted
``temperature``
    passed on as it is; left out, the server's own

The key for api.openai.com, for the host of ``OPENAI_BASE_URL`` and for this machine is taken from
the environment variable ``OPENAI_API_KEY``. Any other host has a variable of its own, such as
``SALET_KEY_MODELS_EXAMPLE_ORG`` for models.example.org. A key is sent by https or to this machine
only, and is neither stored nor shown.
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

from salet.arena.bots.bot import METHODS, Ask, Bot, Request
from salet.arena.bots.entrant import CHAT, is_address
from salet.arena.bots.player import Player
from salet.arena.bots.process import Posted, post
from salet.arena.bots.prompt import complaint, instructions, question, read_guess
from salet.arena.bots.record import Fault, Verdict
from salet.errors import InvalidError, SaletError, UnknownNameError, counted

KEY_VARIABLE, BASE_VARIABLE = "OPENAI_API_KEY", "OPENAI_BASE_URL"
_OTHER_KEYS = "SALET_KEY_"
_OPENAI = "api.openai.com"
_FORM = f"write it as {CHAT}MODEL@URL, such as {CHAT}gpt-4o-mini@https://api.openai.com/v1"
_WRITTEN = re.compile(rf"{CHAT}(?P<model>\S+?)@(?P<url>https?://[^\s#]+)(?:#(?P<rest>\S*))?")
_END = "/chat/completions"
_MOST_BYTES = 1 << 20
"""What a server sends beyond this is refused."""
_BYTES_PER_TOKEN = 4
"""An estimate, for a server that does not count its tokens."""
_PAUSE_SECONDS = 0.5
"""The least pause between two attempts at a server that is too busy."""
_LOCAL = ("localhost", "127.0.0.1", "::1")
_OLD, _NEW = "max_tokens", "max_completion_tokens"
"""How the longest message is limited; newer models know the second name only, and say so."""
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
        url = found["url"]
        if not is_address(url) or urlsplit(url).query:
            raise InvalidError(f"{url:.100} is not the address of a server; {_FORM}")
        if urlsplit(url).username is not None:
            raise InvalidError(
                f"put the key into {key_variable(url)}, not into the address of a model"
            )
        address = f"{url.rstrip('/').removesuffix(_END)}{_END}"
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
        raise InvalidError(f"{name} of a chat model must be a positive number, not {value!r:.40}")
    return _NAMES.get(name, name), number


@dataclass(slots=True)
class Usage:
    """What a chat model has taken so far.

    Attributes
    ----------
    estimated
        whether a server left out a count, so that tokens were reckoned by the length of the text
    """

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    estimated: bool = False

    @property
    def tokens(self) -> int:
        """The tokens in and out."""
        return self.tokens_in + self.tokens_out

    def charge(self, told: object, asked: bytes, answered: bytes) -> None:
        """Add what a server says that a call took, or about as much as its texts have."""
        counts = told if isinstance(told, dict) else {}
        self.tokens_in += self._count(counts.get("prompt_tokens"), asked)
        self.tokens_out += self._count(counts.get("completion_tokens"), answered)

    def _count(self, told: object, text: bytes) -> int:
        if type(told) is int and 0 <= told < 1e12:
            return told
        self.estimated = True
        return len(text) // _BYTES_PER_TOKEN


class ChatPlayer(Player):
    """Asks a chat model for its guesses. It sets words and responds as any bot does by default.

    Attributes
    ----------
    usage
        calls and tokens so far
    refused
        messages that were refused, by what was wrong with them
    """

    def __init__(self, model: ChatModel) -> None:
        self.model = model
        self.usage = Usage()
        self.refused: Counter[str] = Counter()
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
        about = "~" if usage.estimated else ""
        parts = [
            f"{counted(usage.calls, 'call')}, {about}{usage.tokens_in:,} tokens in, "
            f"{about}{usage.tokens_out:,} out"
        ]
        if self.model.price_in or self.model.price_out:
            parts.append(f"cost {about}{self.cost:.6f}")
        parts += [f"{number} {kind}" for kind, number in sorted(self.refused.items())]
        return "; ".join(parts) + "\n"

    def ask(self, request: Request, seconds: float) -> str:
        """Return the model's guess, or raise `Fault`."""
        if request.ask is Ask.GUESS:
            return self._guess(request, time.monotonic() + seconds, _key(self.model.url))
        answer: str = getattr(Bot(), METHODS[request.ask])(request)
        return answer

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
        tries = counted(self.model.tries, "message")
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
        said = _without(key, posted.body.decode("utf-8", "replace"))
        if not 200 <= posted.status < 300:
            why = _refusal(model.url, key) if posted.status in (401, 403) else _why(said, key)
            raise Fault(Verdict.CRASHED, f"answered with HTTP status {posted.status}{why}")
        return self._read(said, body, key)

    def _read(self, said: str, asked: bytes, key: str) -> str:
        """Return the message of the model and count its tokens."""
        try:
            answer = json.loads(said)
            text = answer["choices"][0]["message"]["content"]
        except (ValueError, RecursionError, LookupError, TypeError):
            message = f"sent what no chat model sends: {said[:60]!r}"
            raise Fault(Verdict.INVALID, message) from None
        text = _without(key, text) if isinstance(text, str) else ""
        self.usage.charge(answer.get("usage"), asked, text.encode("utf-8", "replace"))
        return text


def key_variable(url: str) -> str:
    """Return the environment variable with the key for an address.

    >>> key_variable("https://api.openai.com/v1"), key_variable("https://my-models.example.org")
    ('OPENAI_API_KEY', 'SALET_KEY_MY_MODELS_EXAMPLE_ORG')
    """
    host = _host(url)
    if host in (_OPENAI, _host(os.environ.get(BASE_VARIABLE, "")), *_LOCAL):
        return KEY_VARIABLE
    return _OTHER_KEYS + re.sub("[^A-Z0-9]", "_", host.upper())


def _host(url: str) -> str:
    try:
        return urlsplit(url.strip()).hostname or ""
    except ValueError:
        return ""


def _key(url: str) -> str:
    """Return the key for an address, or nothing where none is needed."""
    variable = key_variable(url)
    key = os.environ.get(variable, "").strip()
    if not (key.isascii() and key.isprintable()):
        raise Fault(Verdict.CRASHED, f"cannot be asked: {variable} holds no key")
    return key


def _without(key: str, text: str) -> str:
    """Return what a server sent without the key: it may have put it there."""
    return text.replace(key, "(key)") if key else text


def _is_safe(url: str) -> bool:
    """Whether nobody on the way could read a key."""
    parts = urlsplit(url)
    return parts.scheme == "https" or parts.hostname in _LOCAL


def _wait(posted: Posted, deadline: float) -> None:
    """Wait as long as a busy server asks for, or raise `Fault`; a date is not read."""
    try:
        pause = float(posted.retry_after or "")
    except ValueError:
        pause = 0.0
    pause = max(_PAUSE_SECONDS, pause)  # in this order also where it is nan
    if time.monotonic() + pause >= deadline:
        message = f"is too busy (HTTP status {posted.status}) until the time is up"
        raise Fault(Verdict.TIME_OUT, message)
    time.sleep(pause)


def _refusal(url: str, key: str) -> str:
    """Return what to do where a server wants a key; what it says of one may tell too much."""
    if key and not _is_safe(url):
        return "; the key was not sent, because the address is plain http: use https"
    return f"; set {key_variable(url)}"


def _why(said: str, key: str) -> str:
    """Return what a server says is wrong."""
    try:
        message = json.loads(said)["error"]["message"]
    except (ValueError, RecursionError, LookupError, TypeError):
        return ""
    return f": {' '.join(_without(key, message).split())[:150]}" if isinstance(message, str) else ""
