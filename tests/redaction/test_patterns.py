from __future__ import annotations

import hashlib
import json
import random
import string
import time
import uuid
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbk.redaction.patterns import find_secrets
from pbk.redaction.shapes import SHAPES

RANDOM = random.Random(20261201)  # noqa: S311 - planted secrets are fake, and the same in every run
WORD = string.ascii_letters + string.digits
HEX = "0123456789abcdef"


def some(count: int, alphabet: str = WORD) -> str:
    return "".join(RANDOM.choices(alphabet, k=count))


PLANTED = {
    "aws-access-key-id": "AKIA" + some(16, string.ascii_uppercase + "234567"),
    "github-token": "ghp_" + some(36),
    "github-token fine": f"github_pat_{some(22)}_{some(59)}",
    "gitlab-token": "glpat-" + some(20),
    "google-api-key": "AIza" + some(35),
    "google-oauth": "GOCSPX-" + some(28),
    "slack-token": f"xoxb-123456789012-123456789012-{some(24)}",
    "slack-webhook": f"https://hooks.slack.com/services/T{some(8, string.digits)}/B{some(8, string.digits)}/{some(24)}",
    "stripe-key": "sk_live_" + some(24),
    "openai-key": "sk-proj-" + some(48),
    "openai-key old": "sk-" + some(48),
    "anthropic-key": f"sk-ant-api03-{some(93)}AA",
    "openrouter-key": "sk-or-v1-" + some(64, HEX),
    "huggingface-token": "hf_" + some(34),
    "groq-key": "gsk_" + some(52),
    "replicate-token": "r8_" + some(37),
    "npm-token": "npm_" + some(36),
    "pypi-token": "pypi-AgEIcHlwaS5vcmc" + some(70),
    "rubygems-key": "rubygems_" + some(48, HEX),
    "docker-token": "dckr_pat_" + some(27),
    "digitalocean-token": "dop_v1_" + some(64, HEX),
    "sendgrid-key": f"SG.{some(22)}.{some(43)}",
    "twilio-key": "SK" + some(31, HEX) + "f",
    "mailgun-key": "key-" + some(32, HEX),
    "databricks-token": "dapi" + some(32, HEX),
    "shopify-token": "shpat_" + some(32, HEX),
    "linear-key": "lin_api_" + some(40),
    "grafana-token": f"glsa_{some(32)}_{some(8, HEX)}",
    "vault-token": "hvs." + some(24),
    "tailscale-key": f"tskey-auth-{some(12)}-{some(32)}",
    "age-key": "AGE-SECRET-KEY-1" + some(58, string.ascii_uppercase + string.digits),
    "discord-webhook": f"https://discord.com/api/webhooks/{some(18, string.digits)}/{some(68)}",
    "jwt": f"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.{some(43)}",
}
CONTAINERS = (
    "{}",
    "echo {}",
    'TOKEN = "{}"',
    "line one\n{}\nline two",
    "https://example.org/?a={}&b=1",
    json.dumps({"cmd": 'curl -H "X: {}"\n{}'}),
)


def kinds(text: str) -> list[str]:
    return [secret.kind for secret in find_secrets(text)]


@pytest.mark.parametrize("container", CONTAINERS)
@pytest.mark.parametrize("name", PLANTED)
def test_every_shape_is_found_wherever_it_stands(name: str, container: str) -> None:
    value = PLANTED[name]
    text = container.replace("{}", value)
    found = list(find_secrets(text))
    assert found
    assert [text[secret.start : secret.end] for secret in found] == [value] * container.count("{}")
    assert {secret.kind for secret in found} == {name.partition(" ")[0]}


def test_every_shape_is_planted() -> None:
    tested = {name.partition(" ")[0] for name in PLANTED} | {"private-key", "azure-key", "authorization"}
    assert {shape.kind for shape in SHAPES} == tested


def test_a_private_key_is_found_whole() -> None:
    body = "\n".join(some(64) for _ in range(12))
    block = f"-----BEGIN RSA PRIVATE KEY-----\n{body}\n-----END RSA PRIVATE KEY-----"
    text = f"cat > key <<EOF\n{block}\nEOF\n"
    (secret,) = find_secrets(text)
    assert (secret.kind, text[secret.start : secret.end]) == ("private-key", block)
    escaped = json.dumps(text)
    (secret,) = find_secrets(escaped)
    assert escaped[secret.start : secret.end] == json.dumps(block)[1:-1]


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("postgres://bob:s3cr3tpw@db.acme.io/x", "url-password", "s3cr3tpw"),
        ("Authorization: Bearer Zk3v9QpLm2xT7Zk3v9QpLm2xT7", "authorization", "Zk3v9QpLm2xT7Zk3v9QpLm2xT7"),
        ("export DB_PASSWORD=hunter2hunter2", "password", "hunter2hunter2"),
        ('{"password": "Tr0ub4dor&3"}', "password", "Tr0ub4dor&3"),
        ('{\\"api_key\\": \\"Zk3v9QpLm2xT7Zk3v\\"}', "named-secret", "Zk3v9QpLm2xT7Zk3v"),
        ("mysql --password Zk3v9QpLm2xT7", "password", "Zk3v9QpLm2xT7"),
        ("gh auth --with-token Zk3v9QpLm2xT7Zk3v", "named-secret", "Zk3v9QpLm2xT7Zk3v"),
        (f"AccountKey={'Zk3v9QpLm2' * 8}Zk3v9Q==", "azure-key", f"{'Zk3v9QpLm2' * 8}Zk3v9Q=="),
        (
            "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzzzzz1",
            "aws-secret-key",
            "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzzzzz1",
        ),
        ("PASSWORD=Zk3v9QpLm2xT7 İ", "password", "Zk3v9QpLm2xT7"),
    ],
)
def test_what_a_name_announces(text: str, kind: str, value: str) -> None:
    assert [(secret.kind, text[secret.start : secret.end]) for secret in find_secrets(text)] == [(kind, value)]


@pytest.mark.parametrize(
    "text",
    [
        "password: {{ password }}",
        "token: $TOKEN",
        "token=${GITHUB_TOKEN_2}",
        "TOKEN: ${{ secrets.RELEASE_TOKEN_2 }}",
        "--password-stdin < file",
        "TWINE_PASSWORD",
        "password: ********",
        "api_key: your-api-key-here1",
        "AKIAIOSFODNN7EXAMPLE",
        "postgres://user:password@localhost/db",
        "postgres://app:$PASSWORD@host/db",
        "secret: sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "token: 123e4567-e89b-12d3-a456-426614174000",
        "task_mentions: [secret, token, key, password, passphrase]",
        "token_file: /run/secrets/token1",
        "secretName: registry-credentials-2",
        "grep for -----BEGIN PRIVATE KEY----- in the tree",
        "os.environ['API_KEY_2']",
        "password = get_password(user1)",
        "Bearer authentication is required everywhere",
        "the token expires in 3600 seconds",
        "sk-learn hf_hub npm_config_cache pypi-publish",
    ],
)
def test_stand_ins_and_names_are_none(text: str) -> None:
    assert kinds(text) == []


def test_two_thousand_hashes_trip_nothing() -> None:
    for index in range(2000):
        short, long = hashlib.sha1(str(index).encode()).hexdigest(), hashlib.sha256(str(index).encode()).hexdigest()  # noqa: S324 - what Git uses
        other = uuid.UUID(hashlib.md5(str(index).encode()).hexdigest())  # noqa: S324 - any will do
        text = (
            f"git show {short}\nrev: {short}\nkey: {long}\n{short} refs/heads/main\n--hash=sha256:{long}\n"
            f'"sha": "{long}"\nintegrity sha512-{long}\ntoken {other}\nid: {other}\ncommit {short[:12]}\nset-{long}\n'
        )
        assert kinds(text) == []


@pytest.mark.parametrize(
    "unit",
    [
        "eyJ",
        "-----BEGIN RSA PRIVATE KEY-----",
        "xoxb-1-",
        "glpat-",
        "Bearer ",
        "sk-ant-api03-",
        "eyJaaaaaaaa.",
        "-----BEGIN RSA PRIVATE KEY-----abc ",
        "://a:bbbb",
        "password: a1 ",
        "--a-password a1 ",
        "--a-",
        "token_",
        "token" + " " * 200,
        "a",
        "secret",
    ],
)
def test_time_is_bounded_on_the_largest_file(unit: str) -> None:
    text = unit * (256 * 1024 // len(unit))
    started = time.process_time()
    list(find_secrets(text))
    assert time.process_time() - started < 2.0


PIECES = st.sampled_from(
    [*PLANTED.values(), "password=", "://", "@", "Bearer ", "\\n", "-----BEGIN ", "PRIVATE KEY-----"]
)


@settings(max_examples=75, deadline=None)
@given(st.lists(st.one_of(PIECES, st.text(max_size=20)), max_size=12).map("".join))
def test_any_text(text: str) -> None:
    found = list(find_secrets(text))
    assert all(0 <= secret.start < secret.end <= len(text) for secret in found)
    assert all(one.end <= two.start for one, two in pairwise(found))
    redacted = text
    for secret in reversed(found):
        redacted = f"{redacted[: secret.start]} [] {redacted[secret.end :]}"
    assert not set(PLANTED.values()) & set(redacted.split())


@settings(max_examples=50, deadline=None)
@given(
    st.sampled_from(sorted(PLANTED)),
    st.text(st.characters(exclude_categories=["L", "N", "Cs"], exclude_characters="_-\\")),
)
def test_a_planted_secret_is_found_between_any_signs(name: str, around: str) -> None:
    text = f"{around}{PLANTED[name]} {around}"
    assert PLANTED[name] in {text[secret.start : secret.end] for secret in find_secrets(text)}
