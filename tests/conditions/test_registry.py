from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbk.conditions import checks, registry
from pbk.conditions.evaluation import LONGEST_DETAIL, Evaluation, every, no, one_line, unknown, yes
from pbk.conditions.situation import Situation
from pbk.model.condition import CHECK_ONLY_KINDS, CONDITION_KINDS, Condition, prose

if TYPE_CHECKING:
    from collections.abc import Callable

JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=6,
)
# Arguments that get past the first look at their shape.
SHAPED: st.SearchStrategy[Any] = (
    st.fixed_dictionaries({"path": st.text(max_size=12), "pattern": st.text("ab().*+?[]{}|\\^$", max_size=8)})
    | st.fixed_dictionaries({"key": st.sampled_from(["a", "a.b", "list", "", "."]), "equals": JSON})
    | st.fixed_dictionaries({"key": st.sampled_from(["a", "a.b", "list"])})
    | st.fixed_dictionaries({"name": st.text(max_size=8), "version": st.text("<>=!~.*,0123456789 ", max_size=12)})
    | st.text("abc*?[]./\\\0\ud800é", max_size=12)
    | st.lists(st.text("ab*?[]./", min_size=1, max_size=8), max_size=3)
)


def test_prose_is_left_to_judgement(tmp_path: Path) -> None:
    assert registry.evaluate(prose("the moon is full"), Situation("", tmp_path)) == Evaluation(None, "needs judgement")


@pytest.mark.parametrize("kind", ["moon_phase", "", "prose.", "file_exists ", "exit_code", "output_matches"])
def test_a_kind_that_no_condition_has_is_unknown(kind: str, tmp_path: Path) -> None:
    assert registry.evaluate(Condition(kind, True), Situation("", tmp_path)).holds is None


def test_every_kind_of_the_model_has_its_module() -> None:
    assert set(registry.MODULES) == set(CONDITION_KINDS)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(kind=st.sampled_from([*CONDITION_KINDS, *CHECK_ONLY_KINDS]), argument=JSON | SHAPED, output=st.text(max_size=20))
def test_any_argument_is_evaluated(kind: str, argument: Any, output: str, tmp_path: Path) -> None:
    context = {"a": {"b": "3"}, "list": [1, None], "text": "no"}
    situation = Situation("release it", tmp_path, context=context, environment={"PATH": "/nonexistent"}, timeout=2)
    for evaluation in (
        registry.evaluate(Condition(kind, argument), situation),
        checks.evaluate(Condition(kind, argument), situation, checks.CommandResult(0, output)),
    ):
        assert type(evaluation) is Evaluation
        assert evaluation.holds in {True, False, None}
        assert evaluation.detail.isprintable()
        assert len(evaluation.detail) <= LONGEST_DETAIL


def test_a_deep_argument_is_unknown(tmp_path: Path) -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    situation = Situation("", tmp_path, context={"a": deep})
    assert registry.evaluate(Condition("context", {"key": "a", "equals": deep}), situation).holds is None


def test_cold_import_loads_no_condition_and_no_heavy_module() -> None:
    code = (
        "import sys; before = set(sys.modules); import pbk.conditions.registry, pbk.conditions.situation;"
        "print(*sorted(set(sys.modules) - before))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"subprocess", "importlib.metadata", "rapidfuzz", "shutil", "signal"}.intersection(loaded)
    assert {name for name in loaded if name.startswith("pbk.conditions.")} == {
        "pbk.conditions.evaluation",
        "pbk.conditions.registry",
        "pbk.conditions.situation",
    }


def test_git_conditions_do_not_load_subprocess(tmp_path: Path) -> None:
    code = f"""
import sys
from pathlib import Path
from pbk.conditions.registry import evaluate
from pbk.conditions.situation import Situation
from pbk.model.condition import Condition
situation = Situation("", Path({str(tmp_path)!r}))
for kind in ("git_clean", "git_remote"):
    evaluate(Condition(kind, True), situation)
print("subprocess" in sys.modules)
"""
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_details_are_one_printable_line() -> None:
    assert one_line("a\nb\x1b[31m\udcff") == "a b\\x1b[31m\\udcff"
    assert len(one_line("x" * 1000)) == LONGEST_DETAIL


@pytest.mark.parametrize(
    ("parts", "verdict"),
    [
        ([yes("a"), yes("b")], True),
        ([yes("a"), unknown("b")], None),
        ([unknown("a"), no("b")], False),
        ([], True),
    ],
)
def test_every(parts: list[Evaluation], *, verdict: bool | None) -> None:
    assert every(parts).holds is verdict


# --- conditions of third parties ---------------------------------------------------------------------------------


@dataclass
class FakeEntry:
    value: str
    judge: Callable[..., object] | None

    def load(self) -> Callable[..., object]:
        if self.judge is None:
            raise ImportError("no module named acme")
        return self.judge


def fails(*_: object) -> bool:
    raise RuntimeError("cluster\non fire")


@pytest.mark.parametrize(
    ("judges", "verdict", "said"),
    [
        ([], None, "no plug-in provides the condition acme.up"),
        ([lambda argument, _: argument == "eu"], True, "acme.up says yes"),
        ([lambda *_: False], False, "acme.up says no"),
        ([lambda *_: None], None, "acme.up cannot tell"),
        ([lambda *_: yes("three nodes")], True, "three nodes"),
        ([lambda *_: Evaluation("yes", "odd")], None, "odd"),  # type: ignore[arg-type]  # what a careless author returns
        ([lambda *_: 1], None, "returned int"),
        ([fails], None, "acme.up failed: RuntimeError: cluster on fire"),
        ([None], None, "ImportError"),
        ([lambda *_: True, lambda *_: True], None, "several packages"),
    ],
)
def test_plug_ins(
    judges: list[Any], *, verdict: bool | None, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def entry_points(*, group: str, name: str) -> list[FakeEntry]:
        assert (group, name) == ("pbk.conditions", "acme.up")
        return [FakeEntry(f"acme{index}:up", judge) for index, judge in enumerate(judges)]

    monkeypatch.setattr("importlib.metadata.entry_points", entry_points)
    evaluation = registry.evaluate(Condition("acme.up", "eu"), Situation("", tmp_path))
    assert evaluation.holds is verdict
    assert said in evaluation.detail


def test_a_plug_in_may_be_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: [FakeEntry("acme:up", interrupted)])
    with pytest.raises(KeyboardInterrupt):
        registry.evaluate(Condition("acme.up", None), Situation("", tmp_path))
