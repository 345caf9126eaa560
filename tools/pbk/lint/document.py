"""A playbook file as the linter sees it: text, data, a span for everything, and whatever kept it from being read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pbk.lint.comments import Comment, comments_of
from pbk.model.canonical import Json
from pbk.model.condition import ConditionSide
from pbk.model.document import procedure_from_document
from pbk.model.procedure import Procedure
from pbk.store.playbook_meaning import meaning_problems
from pbk.store.playbook_schema import SchemaProblem, schema_problems
from pbk.store.yaml_place import Pointer, Span, YamlProblem
from pbk.store.yaml_source import YamlDocument, read_yaml
from pbk.store.yaml_text import shown_text

WHOLE: Pointer = ()
SIDES: Mapping[str, ConditionSide] = {"preconditions": "precondition", "anti_preconditions": "anti_precondition"}


@dataclass(frozen=True, slots=True)
class Placed:
    """A part of a document: its pointer, and its value."""

    pointer: Pointer
    value: Json


class LintDocument:
    """One playbook file. `path` is how reports call it ("playbooks/x.yaml"), `stem` its name without the suffix.

    Every accessor yields only parts of the right type, so a rule need not ask whether the document is valid.
    """

    def __init__(self, path: str, content: bytes) -> None:
        """Read `content`; nothing that is wrong with it raises."""
        self.path = path
        self.content = content
        self.stem = path.rpartition("/")[2].rpartition(".")[0]
        self.yaml: YamlDocument | None = None
        self.yaml_problem: YamlProblem | None = None
        try:
            self.yaml = read_yaml(content)
        except YamlProblem as problem:
            self.yaml_problem = problem
        self.text = self.yaml.text if self.yaml else shown_text(content)

    @property
    def data(self) -> Mapping[str, Json]:
        """What the file says; nothing where it cannot be read."""
        return self.yaml.data if self.yaml else {}

    @cached_property
    def problems(self) -> Sequence[SchemaProblem]:
        """What the schema and the sense of a playbook object to."""
        return [*schema_problems(self.yaml.data), *meaning_problems(self.yaml.data, self.stem)] if self.yaml else []

    @cached_property
    def procedure(self) -> Procedure | None:
        """The procedure that the file words, where it is valid."""
        return procedure_from_document(self.data) if self.yaml and not self.problems else None

    @cached_property
    def comments(self) -> Sequence[Comment]:
        """Every comment of the file, in order."""
        return comments_of(self.yaml) if self.yaml else ()

    def value_span(self, pointer: Pointer) -> Span:
        """Return where a value stands; the nearest value around it where there is none."""
        return self._nearest(pointer, self.yaml.values) if self.yaml else first_character()

    def key_span(self, pointer: Pointer) -> Span:
        """Return where the key of a pointer stands; its value, or the nearest value around it, where there is none."""
        if self.yaml and pointer in self.yaml.keys:
            return self.yaml.keys[pointer]
        return self.value_span(pointer)

    def text_at(self, *pointer: str | int) -> str | None:
        """Return the text at a pointer, None where there is none."""
        found: Json = dict(self.data)
        for part in pointer:
            if isinstance(found, dict) and isinstance(part, str):
                found = found.get(part)
            elif isinstance(found, list) and isinstance(part, int) and part < len(found):
                found = found[part]
            else:
                return None
        return found if isinstance(found, str) else None

    def steps(self) -> Iterator[tuple[int, Mapping[str, Json]]]:
        """Yield each step that is a mapping, with its index from 0."""
        steps = self.data.get("steps")
        if isinstance(steps, list):
            for index, step in enumerate(steps):
                if isinstance(step, dict):
                    yield index, step

    def conditions(self) -> Iterator[tuple[ConditionSide, Placed]]:
        """Yield each item of `preconditions` and `anti_preconditions`: a text, or a mapping."""
        for key, side in SIDES.items():
            items = self.data.get(key)
            if isinstance(items, list):
                for index, item in enumerate(items):
                    yield side, Placed((key, index), item)

    def checks(self) -> Iterator[Placed]:
        """Yield the `check` of each step that has the key."""
        for index, step in self.steps():
            if "check" in step:
                yield Placed(("steps", index, "check"), step["check"])

    def texts(self) -> Iterator[tuple[Pointer, str]]:
        """Yield every text of the document, keys left out, in order."""
        yield from _texts(WHOLE, dict(self.data))

    @staticmethod
    def _nearest(pointer: Pointer, spans: Mapping[Pointer, Span]) -> Span:
        while pointer not in spans and pointer:
            pointer = pointer[:-1]
        return spans.get(pointer) or first_character()


def first_character() -> Span:
    """Return the span of a file as a whole: its first character."""
    return Span(1, 1, 1, 1, 0, 0)


def _texts(pointer: Pointer, value: Json) -> Iterator[tuple[Pointer, str]]:
    if isinstance(value, str):
        yield pointer, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _texts((*pointer, key), item)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _texts((*pointer, index), item)
