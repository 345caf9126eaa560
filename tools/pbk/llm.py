"""The one door to a language model: litellm behind a small Protocol, imported only inside a call."""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import os
import re
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from pbk.errors import ModelError
from pbk.model.visible import visible

Message: TypeAlias = Mapping[str, str]  # the keys `role` and `content`

STEALING_RELEASES = frozenset({"1.82.7", "1.82.8"})  # their files took credentials from every Python process
INSTALL_EXTRA = "`pip install 'playbook-kit[model]'`"
REPLY_LIMIT = 200_000  # characters; no answer that is asked for here comes near it
DETAIL_LIMIT = 160

# litellm reads these when it is imported and when it is called; with them it fetches nothing by itself.
OFFLINE_SETTINGS: Mapping[str, str] = {
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LITELLM_OFFLINE_MODE": "true",
    "LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS": "True",
    "LITELLM_LOCAL_BLOG_POSTS": "True",
    "LITELLM_TELEMETRY": "False",
    "LITELLM_LOG": "CRITICAL",
}

_PROCESS = threading.Lock()  # environment, standard streams and warning filters belong to the whole process


class ModelUnavailable(ModelError):  # noqa: N818 - a state of the world, not a fault of the configuration
    """The model is set up but did not answer usefully this time (no network, HTTP 500, no answer in time)."""


class UnusableReply(ValueError):  # noqa: N818 - what it is called where it is caught
    """A reply that does not hold what was asked for; the text says what is wrong with it, in one line."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What the model said."""

    content: str


class ChatClient(Protocol):
    """Whatever can answer a conversation."""

    def complete(self, messages: Sequence[Message], *, schema: Mapping[str, object] | None = None) -> Reply:
        """Return the answer to `messages`; `schema` (JSON Schema) is what the answer should satisfy, unchecked here.

        Raises `ModelUnavailable` when there is no answer and `ModelError` when the set-up is wrong.
        """
        ...


def open_client(
    model: str, *, api_base: str | None = None, timeout: float = 30.0, environment: Mapping[str, str]
) -> ChatClient:
    """Return a client for `model` (litellm's `provider/model`), at the address `api_base` if one is given.

    `timeout` is in seconds and bounds a whole answer. `environment` is all that litellm sees of the environment.
    Nothing is imported, checked or contacted before the first `complete`. Raises `ModelError` for a blank model or a
    timeout that is not positive.
    """
    if not model.strip():
        raise ModelError("no model is named", mend="name one as PROVIDER/MODEL, for example openai/gpt-5-mini")
    if not timeout > 0:
        raise ModelError(f"a timeout of {timeout:g} seconds leaves no time for an answer", mend="give more than 0")
    return _LitellmClient(model.strip(), api_base or None, timeout, dict(environment))


def sole_object(content: str) -> dict[str, object]:
    """Return the one JSON object of a model's reply, which may stand in a code fence or between sentences.

    Raises `UnusableReply` for no object, several, broken JSON, or a key that occurs twice in one object.
    """
    decoder = json.JSONDecoder(object_pairs_hook=_without_repeats)
    found: list[dict[str, object]] = []
    text = content.strip()
    if text.startswith("["):
        raise UnusableReply("a list, not a JSON object")
    start = text.find("{")
    while start >= 0:
        try:
            value, end = decoder.raw_decode(text, start)
        except UnusableReply:
            raise
        except (ValueError, RecursionError):
            raise UnusableReply("broken JSON") from None
        found.append(value)
        start = text.find("{", end)
    if not found:
        raise UnusableReply("no JSON object")
    if len(found) > 1:
        raise UnusableReply("several JSON objects")
    return found[0]


def _without_repeats(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    mapping = dict(pairs)
    if len(mapping) != len(pairs):
        raise UnusableReply("a key that occurs twice")
    return mapping


@dataclass(slots=True)
class _LitellmClient:
    model: str
    api_base: str | None
    timeout: float
    environment: Mapping[str, str] = field(repr=False)
    takes_schema: bool = True  # until the server says otherwise

    def complete(self, messages: Sequence[Message], *, schema: Mapping[str, object] | None = None) -> Reply:
        with _PROCESS, _quiet_process(self.environment):
            litellm = _imported()
            self._check_setup(litellm)
            # Whether a model takes a schema is tried, not looked up: the table says no for most that do.
            tried = schema if self.takes_schema else None
            answer = self._ask(litellm, messages, tried)
            if tried is not None and (answer is None or _status(answer) in {400, 422}):
                answer = self._ask(litellm, messages, None)
                self.takes_schema = isinstance(answer, Exception)
            if isinstance(answer, Exception):
                raise self._explained(answer) from None
        return self._reply(answer)

    def _check_setup(self, litellm: Any) -> None:
        try:
            litellm.get_llm_provider(self.model, api_base=self.api_base)
        except litellm.exceptions.BadRequestError:
            raise ModelError(
                f"litellm knows no provider for the model {self.model!r}",
                mend=f"name it as PROVIDER/MODEL, for example openai/{self.model} with an API base",
            ) from None
        missing = litellm.validate_environment(self.model, api_base=self.api_base)["missing_keys"]
        if missing:
            names = " and ".join(missing)
            raise ModelError(
                f"the model {self.model!r} needs {names}, and it is not set",
                mend=f"set {names} in the environment" + _any_key_will_do(self.api_base),
            )

    def _ask(self, litellm: Any, messages: Sequence[Message], schema: Mapping[str, object] | None) -> Any:
        """Return litellm's answer, or the exception that it ended with (None: it lost a repeated HTTP 422)."""
        options: dict[str, object] = {"api_base": self.api_base} if self.api_base else {}
        if schema is not None:
            named = {"name": str(schema.get("title", "reply")), "schema": dict(schema), "strict": True}
            options["response_format"] = {"type": "json_schema", "json_schema": named}

        def ask() -> Any:
            return litellm.completion(
                model=self.model,
                messages=[{key: _encodable(value) for key, value in message.items()} for message in messages],
                timeout=self.timeout,
                num_retries=0,
                max_retries=0,
                drop_params=True,
                **options,
            )

        return _within(self.timeout, ask)

    def _explained(self, error: Exception) -> ModelError:
        """Return what happened in our own words: litellm's may hold keys, prompts and pages of a stack."""
        chain = list(_chain(error))
        kinds = {kind.__name__ for link in chain for kind in type(link).__mro__}
        status = _status(error)
        if status in {401, 403}:
            return ModelError(
                f"the server refused the key of the model {self.model!r} (HTTP {status})",
                mend="check the key in the environment and what it may use",
            )
        if status == 404:  # noqa: PLR2004 - as HTTP numbers it
            return ModelError(
                f"the server does not know the model {self.model!r} (HTTP 404)", mend="check its name and the API base"
            )
        if status in {400, 422}:
            reason = f"the server refused the request (HTTP {status}): {self._detail(error)}"
        elif status is not None:
            reason = f"the server answered HTTP {status}"
        elif kinds & {"TimeoutException", "TimeoutError", "Timeout"}:
            reason = f"no answer within {self.timeout:g} s"
        elif kinds & {"TransportError", "OSError", "InvalidURL"}:
            told = next((link.strerror for link in chain if isinstance(link, OSError) and link.strerror), "")
            reason = "the server cannot be reached" + (f": {visible(told, limit=DETAIL_LIMIT)}" if told else "")
        else:
            reason = "the answer cannot be understood"
        return ModelUnavailable(f"the model {self.model!r} gave no answer: {reason}")

    def _detail(self, error: Exception) -> str:
        """Return the server's own words, in one short line, without anything secret of the environment."""
        text = str(error)
        for name, value in self.environment.items():
            if value.strip() and re.search(_SENSITIVE_VARIABLE, name):
                text = text.replace(value, "***")
        return visible(re.sub(_SENSITIVE_TEXT, "***", text), limit=DETAIL_LIMIT)

    def _reply(self, answer: Any) -> Reply:
        choices = getattr(answer, "choices", None)
        content = getattr(getattr(choices[0], "message", None), "content", None) if choices else None
        if not isinstance(content, str) or not content.strip():
            raise ModelUnavailable(f"the model {self.model!r} gave no answer: the reply is empty")
        if len(content) > REPLY_LIMIT:
            raise ModelUnavailable(f"the model {self.model!r} gave no answer: a reply of {len(content)} characters")
        return Reply(_encodable(content))


_SENSITIVE_VARIABLE = r"(?i)KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL"
_SENSITIVE_TEXT = r"\b(?:sk|pk|key|gsk|xai)-[\w*.-]{4,}|(?i:bearer)\s+\S+|(?<=://)[^/\s@]+@"


def _imported() -> Any:
    """Return the module litellm, set up to do nothing by itself."""
    from importlib import metadata  # noqa: PLC0415 - 10 ms that a match without a model does not pay

    try:
        version = metadata.version("litellm")
    except metadata.PackageNotFoundError:
        version = ""
    if version in STEALING_RELEASES:
        raise ModelError(
            f"litellm {version} is a release that stole credentials, and it is installed",
            mend=f"uninstall it, replace every key that this machine held, then {INSTALL_EXTRA}",
        )
    try:
        litellm: Any = importlib.import_module("litellm")
    except ImportError as error:
        lacking = f" ({error.name} is missing)" if error.name and error.name != "litellm" else ""
        raise ModelError(f"a model is configured, but litellm is not installed{lacking}", mend=INSTALL_EXTRA) from None
    litellm.telemetry = False
    litellm.suppress_debug_info = True  # else it prints where to give feedback
    litellm.drop_params = True
    return litellm


@contextlib.contextmanager
def _quiet_process(environment: Mapping[str, str]) -> Iterator[None]:
    """Let the process see only `environment` (blank values are as good as absent) and say nothing, for a while."""
    before = dict(os.environ)
    visible = {name: value for name, value in environment.items() if value.strip()}
    with (
        warnings.catch_warnings(),
        contextlib.redirect_stdout(io.StringIO()),
        contextlib.redirect_stderr(io.StringIO()),
    ):
        warnings.simplefilter("ignore")
        try:
            os.environ.clear()
            os.environ.update({**visible, **OFFLINE_SETTINGS})
            yield
        finally:
            os.environ.clear()
            os.environ.update(before)


def _within(seconds: float, call: Callable[[], Any]) -> Any:
    """Return what `call` returns or raises, or a `TimeoutError` if it is not done in time.

    litellm's own timeout bounds the wait for each byte; a server that drips would be waited for without end.
    """
    outcome: list[Any] = []

    def run() -> None:
        try:
            outcome.append(call())
        except Exception as error:  # noqa: BLE001 - providers' adapters raise anything; all of it means "no answer"
            outcome.append(error)

    # A daemon, so that an answer that never comes does not keep the process from ending.
    worker = threading.Thread(target=run, name="pbk-model", daemon=True)
    worker.start()
    worker.join(seconds + 0.5)  # litellm's own error, if it has one, is the better one
    return outcome[0] if outcome else TimeoutError()


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    link: BaseException | None = error
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        yield link
        link = link.__cause__ or link.__context__


def _status(answer: object) -> int | None:
    """Return the HTTP error that a server really sent; litellm also makes up a 500 for a refused connection."""
    if not isinstance(answer, Exception):
        return None
    for link in _chain(answer):
        if any(kind.__name__ == "HTTPStatusError" for kind in type(link).__mro__):
            return int(getattr(getattr(link, "response", None), "status_code", 500))
    stated = getattr(answer, "status_code", None)
    return stated if stated in {400, 401} else None  # litellm itself refuses a parameter or an absent key so


def _any_key_will_do(api_base: str | None) -> str:
    return "; a server of your own takes any value" if api_base else ""


def _encodable(text: str) -> str:
    """Return `text` with lone surrogates, which no request can carry, spelled out."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
