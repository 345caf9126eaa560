"""Shapes of secrets that their issuers made recognisable: a fixed beginning, then so many characters of an alphabet.

The beginnings and lengths are those that the vendors document, or that the rules of gitleaks and detect-secrets agree
on. A shape is tried only where its beginning stands, so a text is read a few times by a fast search, and once more
nowhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shape:
    """One kind of secret: where it may begin, and what it looks like from there.

    The secret is the group `secret` of `pattern` where there is one, else the whole match. `glued` allows a letter or
    digit right before it.
    """

    kind: str
    beginnings: tuple[str, ...]
    pattern: re.Pattern[str]
    glued: bool = False


def _shape(kind: str, beginnings: str, rest: str, *, glued: bool = False) -> Shape:
    """Return the shape of a token: one of the beginnings (between spaces), then `rest`, then no more of a word."""
    words = tuple(beginnings.split())
    either = "|".join(map(re.escape, words))
    return Shape(kind, words, re.compile(f"(?:{either}){rest}(?![A-Za-z0-9_])", re.ASCII), glued)


_KEY_BLOCK = (
    r"-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----"
    r"(?=(?:[^-]|-(?!----)){0,400}?[A-Za-z0-9+/]{24})(?:[^-]|-(?!----))*+(?:-----END [A-Z0-9 ]{1,60}-----)?"
)

SHAPES: tuple[Shape, ...] = (
    Shape("private-key", ("-----BEGIN ",), re.compile(_KEY_BLOCK, re.ASCII), glued=True),
    _shape("aws-access-key-id", "AKIA ASIA ABIA ACCA", "(?![A-Z0-9]{9}EXAMPLE)[A-Z0-9]{16}"),
    _shape("github-token", "ghp_ gho_ ghu_ ghs_ ghr_", "[A-Za-z0-9]{36,255}+"),
    _shape("github-token", "github_pat_", "[A-Za-z0-9]{22}_[A-Za-z0-9]{59}"),
    _shape("gitlab-token", "glpat- gldt- glrt- glcbt- glptt- glft- glsoat- glagent- gloas-", "[A-Za-z0-9_.-]{20,300}+"),
    _shape("google-api-key", "AIza", "[A-Za-z0-9_-]{35}"),
    _shape("google-oauth", "GOCSPX-", "[A-Za-z0-9_-]{28}"),
    _shape("google-oauth", "ya29.", "[A-Za-z0-9_-]{30,2000}+"),
    _shape(
        "slack-token", "xoxb- xoxa- xoxp- xoxr- xoxs- xoxe- xoxe.xoxp- xapp-", "[0-9A-Za-z]{1,20}-[A-Za-z0-9-]{10,300}+"
    ),
    _shape("slack-webhook", "https://hooks.slack.com/services/", "T[A-Z0-9]{6,12}/B[A-Z0-9]{6,12}/[A-Za-z0-9]{16,48}+"),
    _shape("stripe-key", "sk_live_ rk_live_ whsec_", "[A-Za-z0-9]{16,247}+"),
    _shape("openai-key", "sk-proj- sk-svcacct- sk-admin-", "[A-Za-z0-9_-]{40,300}+"),
    _shape("openai-key", "sk-", "[A-Za-z0-9]{48}"),
    _shape("anthropic-key", "sk-ant-", "[a-z]{2,12}[0-9]{2}-[A-Za-z0-9_-]{60,300}+"),
    _shape("openrouter-key", "sk-or-v1-", "[0-9a-f]{64}"),
    _shape("huggingface-token", "hf_ api_org_", "[A-Za-z0-9]{34}"),
    _shape("groq-key", "gsk_", "[A-Za-z0-9]{52}"),
    _shape("replicate-token", "r8_", "[A-Za-z0-9]{37}"),
    _shape("npm-token", "npm_", "[A-Za-z0-9]{36}"),
    _shape("pypi-token", "pypi-AgEIcHlwaS5vcmc pypi-AgENdGVzdC5weXBpLm9yZ", "[A-Za-z0-9_-]{50,1000}+"),
    _shape("rubygems-key", "rubygems_", "[0-9a-f]{48}"),
    _shape("docker-token", "dckr_pat_ dckr_oat_", "[A-Za-z0-9_-]{27,40}+"),
    _shape("digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", "[0-9a-f]{64}"),
    _shape("sendgrid-key", "SG.", r"[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}"),
    _shape("twilio-key", "SK", "(?=[0-9a-f]*[a-f])[0-9a-f]{32}"),
    _shape("mailgun-key", "key-", "[0-9a-f]{32}"),
    _shape("databricks-token", "dapi", "[0-9a-f]{32}(?:-[0-9])?"),
    _shape("shopify-token", "shpat_ shpca_ shppa_ shpss_", "[0-9a-fA-F]{32}"),
    _shape("linear-key", "lin_api_", "[A-Za-z0-9]{40}"),
    _shape("grafana-token", "glsa_", "[A-Za-z0-9]{32}_[0-9a-f]{8}"),
    _shape("vault-token", "hvs. hvb.", "[A-Za-z0-9_-]{24,300}+"),
    _shape("tailscale-key", "tskey-auth- tskey-api- tskey-client-", "[A-Za-z0-9]{8,30}-[A-Za-z0-9]{20,60}+"),
    _shape("age-key", "AGE-SECRET-KEY-1", "[0-9A-Z]{58}"),
    _shape("discord-webhook", "https://discord.com/api/webhooks/", "[0-9]{15,22}/[A-Za-z0-9_-]{50,100}+"),
    _shape("jwt", "eyJ", r"[A-Za-z0-9_-]{8,4000}+\.eyJ[A-Za-z0-9_-]{8,8000}+\.[A-Za-z0-9_-]{10,2000}+"),
    Shape(
        "azure-key", ("AccountKey=",), re.compile(r"AccountKey=(?P<secret>[A-Za-z0-9+/]{86}==)", re.ASCII), glued=True
    ),
    Shape(
        "authorization",
        ("Bearer ", "bearer ", "Basic ", "basic "),
        re.compile(
            r"[Bb](?:earer|asic) {1,3}(?P<secret>(?=[A-Za-z_.~+/=-]{0,60}[0-9])[A-Za-z0-9_.~+/-]{20,4000}+={0,2})",
            re.ASCII,
        ),
    ),
)
