"""The one door to a model: litellm against a loopback server, well and badly behaved."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import warnings
from importlib import metadata
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from pbk.errors import ModelError
from pbk.llm import ModelUnavailable, UnusableReply, open_client, sole_object
from pbk.match.adjudicate import Answer, Effect, ModelAdjudicator
from pbk.match.questions import Question
from support.openai_server import Behaviour, Fails, Hangs, Raw, Says, openai_server

if TYPE_CHECKING:
    from collections.abc import Iterator

KEY = "sk-planted-0123456789"
TOKEN = "planted horse battery"
ENVIRONMENT = {"OPENAI_API_KEY": KEY, "PLANTED_TOKEN": TOKEN, "PATH": os.defpath}
HELLO = [{"role": "user", "content": "hello"}]
SCHEMA = {"title": "greeting", "type": "object", "properties": {}, "required": [], "additionalProperties": False}
MODEL = "openai/fake-model"

PRECONDITION = Question("a" * 12, "release", "precondition", "the working tree is clean")
AGAINST = Question("b" * 12, "release", "anti_precondition", "the repo is a monorepo")


@pytest.fixture(autouse=True)
def contacted(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """Every host that the process looked up or connected to; each test ends with nothing but loopback in it."""
    hosts: set[str] = set()
    look_up, connect = socket.getaddrinfo, socket.socket.connect

    def watched_look_up(host: Any, *arguments: Any, **options: Any) -> Any:
        hosts.add(str(host))
        return look_up(host, *arguments, **options)

    def watched_connect(self: socket.socket, address: Any) -> None:
        hosts.add(str(address[0]))
        connect(self, address)

    monkeypatch.setattr(socket, "getaddrinfo", watched_look_up)
    monkeypatch.setattr(socket.socket, "connect", watched_connect)
    yield hosts
    assert hosts <= {"127.0.0.1"}


def ask(*behaviours: Behaviour, timeout: float = 5.0, schema: dict[str, object] | None = None) -> tuple[str, Any]:
    with openai_server(*behaviours) as server:
        client = open_client(MODEL, api_base=server.api_base, timeout=timeout, environment=ENVIRONMENT)
        return client.complete(HELLO, schema=schema).content, server


def test_an_answer_comes_back_and_the_schema_is_sent(contacted: set[str]) -> None:
    content, server = ask(Says('{"a": 1}'), schema=SCHEMA)
    assert content == '{"a": 1}'
    (request,) = server.requests
    assert request["model"] == "fake-model"
    assert request["messages"] == HELLO
    sent = {"name": "greeting", "schema": SCHEMA, "strict": True}
    assert request["response_format"] == {"type": "json_schema", "json_schema": sent}
    assert server.authorization == [f"Bearer {KEY}"]
    assert contacted == {"127.0.0.1"}


def test_no_schema_no_response_format() -> None:
    _, server = ask(Says("hi"))
    assert "response_format" not in server.requests[0]


def test_a_server_that_refuses_the_schema_is_asked_once_more_without_it() -> None:
    with openai_server(Fails(400, "response_format is not supported"), Says("{}"), Says("{}")) as server:
        client = open_client(MODEL, api_base=server.api_base, environment=ENVIRONMENT)
        assert client.complete(HELLO, schema=SCHEMA).content == "{}"
        assert client.complete(HELLO, schema=SCHEMA).content == "{}"
    assert ["response_format" in request for request in server.requests] == [True, False, False]


def test_a_server_that_cannot_process_the_schema_is_asked_without_it() -> None:
    content, server = ask(Fails(422), Fails(422), Says("{}"), schema=SCHEMA)  # litellm itself tries a 422 twice
    assert content == "{}"
    assert "response_format" not in server.requests[-1]


def test_a_request_that_is_refused_either_way_ends_with_the_servers_reason() -> None:
    with pytest.raises(ModelUnavailable, match="HTTP 400") as caught:
        ask(Fails(400, f"the context is too long\nfor {KEY}, sk-other-secret-1 and {TOKEN}"), schema=SCHEMA)
    assert TOKEN not in caught.value.what
    assert "the context is too long" in caught.value.what
    assert KEY not in caught.value.what
    assert "sk-other" not in caught.value.what
    assert "\n" not in caught.value.what


@pytest.mark.parametrize(
    ("behaviour", "reason"),
    [
        (Fails(500, f"oops {KEY}"), "the server answered HTTP 500"),
        (Fails(503), "the server answered HTTP 503"),
        (Fails(429), "the server answered HTTP 429"),
        (Says(None), "the reply is empty"),
        (Says("  "), "the reply is empty"),
        (Raw(b"nonsense"), "the answer cannot be understood"),
        (Raw(b""), "the answer cannot be understood"),
        (Raw(b"[]"), "the answer cannot be understood"),
        (Raw(b'{"choices": [{"message": {}}]}'), "the reply is empty"),
        (Says("x" * 200_001), "a reply of 200001 characters"),
    ],
    ids=str,
)
def test_a_server_that_fails_is_unavailable(behaviour: Behaviour, reason: str) -> None:
    with openai_server(behaviour) as server:
        client = open_client(MODEL, api_base=server.api_base, timeout=5, environment=ENVIRONMENT)
        with pytest.raises(ModelUnavailable) as caught:
            client.complete(HELLO)
    assert caught.value.what == f"the model '{MODEL}' gave no answer: {reason}"
    assert len(server.requests) == 1  # nothing is tried again by itself


@pytest.mark.parametrize("hang", [Hangs(), Hangs(drip=True)], ids=["silent", "dripping"])
def test_a_server_that_hangs_is_given_up_in_time(hang: Hangs) -> None:
    ask(Says("imported"))
    begun = time.monotonic()
    with pytest.raises(ModelUnavailable, match=r"no answer within 0\.3 s"):
        ask(hang, timeout=0.3)
    assert time.monotonic() - begun < 3


def test_a_refused_connection_is_unavailable() -> None:
    with openai_server(Says("never")) as server:
        address = server.api_base
    client = open_client(MODEL, api_base=address, environment=ENVIRONMENT)
    with pytest.raises(ModelUnavailable, match="cannot be reached: Connection refused"):
        client.complete(HELLO)


@pytest.mark.parametrize("address", ["not an address", "http://"])
def test_an_address_that_is_none_cannot_be_reached(address: str) -> None:
    with pytest.raises(ModelUnavailable, match="gave no answer"):
        open_client(MODEL, api_base=address, environment=ENVIRONMENT).complete(HELLO)


@pytest.mark.parametrize(
    ("status", "reason"), [(401, "refused the key"), (403, "refused the key"), (404, "does not know the model")]
)
def test_a_wrong_set_up_is_an_error_not_an_absence(status: int, reason: str) -> None:
    with pytest.raises(ModelError, match=reason) as caught:
        ask(Fails(status, f"wrong {KEY}"))
    assert not isinstance(caught.value, ModelUnavailable)
    assert KEY not in str(caught.value)


@pytest.mark.parametrize(
    ("model", "environment", "variable"),
    [
        (MODEL, {}, "OPENAI_API_KEY"),
        (MODEL, {"OPENAI_API_KEY": " "}, "OPENAI_API_KEY"),
        ("anthropic/claude-fake", {"OPENAI_API_KEY": KEY}, "ANTHROPIC_API_KEY"),
    ],
)
def test_a_missing_key_is_named(
    model: str, environment: dict[str, str], variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, "only the given environment counts")
    with openai_server(Says("never")) as server:
        client = open_client(model, api_base=server.api_base, environment=environment)
        with pytest.raises(ModelError, match=variable) as caught:
            client.complete(HELLO)
    assert not isinstance(caught.value, ModelUnavailable)
    assert server.requests == []


def test_a_model_without_a_provider_is_named() -> None:
    with pytest.raises(ModelError, match=r"no provider for the model 'fake'.*PROVIDER/MODEL"):
        open_client("fake", environment=ENVIRONMENT).complete(HELLO)


def test_a_missing_extra_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "litellm", None)  # what an import finds where nothing is installed
    with pytest.raises(ModelError, match=r"`pip install 'playbook-kit\[model\]'`"):
        open_client(MODEL, environment=ENVIRONMENT).complete(HELLO)


@pytest.mark.parametrize("release", ["1.82.7", "1.82.8"])
def test_the_releases_that_stole_credentials_are_never_imported(release: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metadata, "version", lambda _name: release)
    monkeypatch.setitem(sys.modules, "litellm", None)
    with pytest.raises(ModelError, match=f"litellm {release} .*stole credentials"):
        open_client(MODEL, environment=ENVIRONMENT).complete(HELLO)


@pytest.mark.parametrize(("model", "timeout"), [(" ", 1.0), (MODEL, 0.0), (MODEL, float("nan"))])
def test_a_client_that_could_never_answer_is_not_opened(model: str, timeout: float) -> None:
    with pytest.raises(ModelError):
        open_client(model, timeout=timeout, environment=ENVIRONMENT)


def test_the_environment_and_the_streams_are_as_they_were(capfd: pytest.CaptureFixture[str]) -> None:
    before, streams = dict(os.environ), (sys.stdout, sys.stderr)
    with pytest.raises(ModelUnavailable):
        ask(Fails(500))
    assert dict(os.environ) == before
    assert (sys.stdout, sys.stderr) == streams
    assert capfd.readouterr() == ("", "")


def test_whatever_litellm_says_or_looks_for_it_is_kept_quiet_and_offline(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    seen: dict[str, str] = {}

    def completion(**options: object) -> object:
        seen.update(os.environ)
        print("Give Feedback / Get Help", options)  # noqa: T201 - what must be swallowed
        sys.stderr.write("noise")
        warnings.warn("deprecated", DeprecationWarning, stacklevel=1)
        return SimpleNamespace(choices=[SimpleNamespace(message=SimpleNamespace(content="hi"))])

    chatty = ModuleType("litellm")
    chatty.completion = completion  # type: ignore[attr-defined] # a module made up for this test
    chatty.get_llm_provider = lambda *_, **__: None  # type: ignore[attr-defined]
    chatty.validate_environment = lambda *_, **__: {"missing_keys": []}  # type: ignore[attr-defined]
    chatty.exceptions = SimpleNamespace(BadRequestError=ValueError)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "litellm", chatty)
    assert open_client(MODEL, environment=ENVIRONMENT).complete(HELLO).content == "hi"
    assert capfd.readouterr() == ("", "")
    assert seen == {
        **ENVIRONMENT,
        "LITELLM_LOCAL_MODEL_COST_MAP": "True",
        "LITELLM_OFFLINE_MODE": "true",
        "LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS": "True",
        "LITELLM_LOCAL_BLOG_POSTS": "True",
        "LITELLM_TELEMETRY": "False",
        "LITELLM_LOG": "CRITICAL",
    }
    assert chatty.suppress_debug_info is True
    assert chatty.telemetry is False


def test_lone_surrogates_are_spelled_out_both_ways() -> None:
    with openai_server(Says("b\udcffc")) as server:
        client = open_client(MODEL, api_base=server.api_base, environment=ENVIRONMENT)
        assert client.complete([{"role": "user", "content": "a\ud800"}]).content == "b\\udcffc"
    assert server.requests[0]["messages"][0]["content"] == "a\\ud800"


def test_the_client_does_not_show_its_key() -> None:
    assert KEY not in repr(open_client(MODEL, environment=ENVIRONMENT))


def test_a_process_that_asks_a_model_prints_nothing_of_litellms() -> None:
    program = """
import sys
from pbk.errors import ModelError
from pbk.llm import open_client
assert "litellm" not in sys.modules
client = open_client("openai/fake-model", api_base=sys.argv[1], timeout=5, environment={"OPENAI_API_KEY": "sk-x"})
assert "litellm" not in sys.modules
for _ in range(2):
    try:
        print(client.complete([{"role": "user", "content": "hello"}]).content)
    except ModelError as error:
        print(error)
"""
    with openai_server(Says("hi"), Fails(500)) as server:
        ended = subprocess.run(
            [sys.executable, "-c", program, server.api_base], capture_output=True, text=True, timeout=120, check=False
        )
    assert ended.stdout == "hi\nthe model 'openai/fake-model' gave no answer: the server answered HTTP 500\n"
    assert ended.stderr == ""
    assert ended.returncode == 0


# What a model that behaves so does to the offer of a playbook with one condition on each side.
GOOD = '{"q1": "yes", "q2": "no"}'
DECISIONS: list[tuple[str, list[Behaviour], tuple[Answer, Answer], bool, int]] = [
    ("keys", [Says(GOOD)], (Answer.YES, Answer.NO), True, 1),
    (
        "texts",
        [Says(json.dumps({PRECONDITION.text: True, AGAINST.text: False}))],
        (Answer.YES, Answer.NO),
        True,
        1,
    ),
    ("fenced", [Says(f"Here it is:\n```json\n{GOOD}\n```")], (Answer.YES, Answer.NO), True, 1),
    ("anti holds", [Says('{"q1": "yes", "q2": "yes"}')], (Answer.YES, Answer.YES), False, 1),
    ("unknown before", [Says('{"q1": "unknown", "q2": "no"}')], (Answer.UNKNOWN, Answer.NO), False, 1),
    ("unknown against", [Says('{"q1": "yes", "q2": "unknown"}')], (Answer.YES, Answer.UNKNOWN), False, 1),
    ("broken, repaired", [Says('{"q1": "yes", '), Says(GOOD)], (Answer.YES, Answer.NO), True, 2),
    ("broken twice", [Says('{"q1": "yes", ')], (Answer.UNKNOWN, Answer.UNKNOWN), False, 2),
    ("missing, repaired", [Says('{"q1": "yes"}'), Says(GOOD)], (Answer.YES, Answer.NO), True, 2),
    ("missing twice", [Says('{"q1": "yes"}')], (Answer.YES, Answer.UNKNOWN), False, 2),
    ("extra, repaired", [Says('{"q1": "yes", "q2": "no", "q3": "yes"}'), Says(GOOD)], (Answer.YES, Answer.NO), True, 2),
    ("extra twice", [Says('{"q1": "yes", "q2": "no", "q3": "yes"}')], (Answer.YES, Answer.NO), True, 2),
    ("HTTP 500", [Fails(500)], (Answer.UNKNOWN, Answer.UNKNOWN), False, 1),
    ("hang", [Hangs()], (Answer.UNKNOWN, Answer.UNKNOWN), False, 1),
    ("no choices", [Says(None)], (Answer.UNKNOWN, Answer.UNKNOWN), False, 1),
    ("no schema", [Fails(400), Says(GOOD)], (Answer.YES, Answer.NO), True, 2),
    ("HTTP 500 at the repair", [Says('{"q1": "yes"}'), Fails(500)], (Answer.YES, Answer.UNKNOWN), False, 2),
]


@pytest.mark.parametrize(
    ("behaviours", "answers", "offered", "calls"), [row[1:] for row in DECISIONS], ids=[row[0] for row in DECISIONS]
)
def test_whatever_the_model_does_the_decision_is_right(
    behaviours: list[Behaviour],
    answers: tuple[Answer, Answer],
    offered: bool,  # noqa: FBT001 - a column of a table
    calls: int,
) -> None:
    with openai_server(*behaviours) as server:
        timeout = 0.3 if Hangs() in behaviours else 10.0
        client = open_client(MODEL, api_base=server.api_base, timeout=timeout, environment=ENVIRONMENT)
        verdicts = ModelAdjudicator(client).adjudicate("release it", {"branch": "main"}, [PRECONDITION, AGAINST])
    assert (verdicts.answer(PRECONDITION), verdicts.answer(AGAINST)) == answers
    effects = {verdicts.effect(PRECONDITION), verdicts.effect(AGAINST)}
    assert (effects == {Effect.PASSES}) is offered
    assert len(server.requests) == calls


OBJECTS: list[tuple[str, dict[str, object] | str]] = [
    ('{"a": 1}', {"a": 1}),
    ('Sure.\n```json\n{"a": {"b": []}}\n```\nDone.', {"a": {"b": []}}),
    ("", "no JSON object"),
    ("NO", "no JSON object"),
    ('{"a": 1} {"a": 2}', "several JSON objects"),
    ('{"a": 1, "a": 1}', "a key that occurs twice"),
    ('{"a": {"b": 1, "b": 2}}', "a key that occurs twice"),
    ('{"a": 1', "broken JSON"),
    ('{"a": {"b": 1}, broken', "broken JSON"),
    ('{"a": "' + "\n" + '"}', "broken JSON"),
    ('{"a": ' * 100_000, "broken JSON"),
    ('{"a": ' + "9" * 5_000 + "}", "broken JSON"),
    ('[{"a": 1}]', "a list, not a JSON object"),
]


@pytest.mark.parametrize(("content", "expected"), OBJECTS, ids=[content[:30] for content, _ in OBJECTS])
def test_only_one_whole_object_is_read(content: str, expected: dict[str, object] | str) -> None:
    if isinstance(expected, dict):
        assert sole_object(content) == expected
        return
    with pytest.raises(UnusableReply, match=f"^{expected}$"):
        sole_object(content)
