"""The matcher: similarity shortlists, code eliminates, and only then is anybody asked. Unknown is not yes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pbk.conditions.situation import Situation
from pbk.errors import UsageError
from pbk.match.adjudicate import (
    Adjudicator,
    Answer,
    AnswerSource,
    ModelAdjudicator,
    NoAdjudicator,
    Verdicts,
    stale,
)
from pbk.match.candidacy import Candidacy, traced
from pbk.match.questions import Question, questions_of
from pbk.match.structured import Evaluate, StructuredCheck, by_code, judge_structured
from pbk.match.trace import TRACE_LIMIT, Decision, Match, Stage
from pbk.model.procedure import DEFAULT_SCOPE
from pbk.model.standing import Band
from pbk.similarity.intent import turning_word
from pbk.similarity.lexical import RECOMMENDED_FLOOR, LexicalSimilarity
from pbk.similarity.protocol import Similarity, from_function
from pbk.store.library import Library
from pbk.store.shelf import Shelf, Shelved

if TYPE_CHECKING:
    from pbk.llm import ChatClient  # a match without a model starts sooner without it


class Matcher:
    """Matches tasks against the playbooks of one library or of several.

    `client` is asked about prose conditions unless an `adjudicator` is given. `structured_checks` decide prose
    conditions by their exact text. Both may be set anew between matches.
    """

    def __init__(  # noqa: PLR0913 - every stage can be replaced
        self,
        library: Library | Shelf,
        client: ChatClient | None = None,
        *,
        similarity: Similarity | Callable[[str, str], float] | None = None,
        structured_checks: Mapping[str, StructuredCheck] | None = None,
        adjudicator: Adjudicator | None = None,
        floor: float | None = None,
        below_floor: bool = False,
        evaluate: Evaluate = by_code,
    ) -> None:
        """Take the stages; `floor` (0..1) overrides the settings, `below_floor` offers what waits for a person.

        `evaluate` decides structured conditions: their code, unless somebody asks what would be if they held.
        """
        self.shelf = library if isinstance(library, Shelf) else Shelf((library,))
        self.client = client
        self.checks: Mapping[str, StructuredCheck] = structured_checks or {}
        self.adjudicator = adjudicator
        self.below_floor = below_floor
        self.evaluate = evaluate
        if similarity is None:
            self.similarity: Similarity = LexicalSimilarity()
        else:
            self.similarity = from_function(similarity) if callable(similarity) else similarity
        settings = self.shelf.libraries[0].settings if self.shelf.libraries else None
        configured = settings.match_floor if settings else None
        self.floor = next((value for value in (floor, configured) if value is not None), RECOMMENDED_FLOOR)
        self.shortlist = settings.whole("match", "shortlist") if settings else TRACE_LIMIT
        self.adjudicated = settings.whole("match", "adjudicated") if settings else 2
        self.timeout = settings.number("match", "timeout_seconds") if settings else 5.0

    def match(
        self,
        task: str,
        context: Mapping[str, object] | None = None,
        *,
        scope: str = DEFAULT_SCOPE,
        directory: Path | None = None,
    ) -> Match | None:
        """Return the playbook to offer for `task`, or None. `consider` also says why."""
        return self.consider(task, context, scope=scope, directory=directory).match

    def consider(
        self,
        task: str,
        context: Mapping[str, object] | None = None,
        *,
        scope: str = DEFAULT_SCOPE,
        directory: Path | None = None,
        given: Mapping[str, Answer] | None = None,
    ) -> Decision:
        """Return the decision on `task` with its whole trace.

        Conditions are evaluated in `directory` (the working directory when None). `given` are answers to questions of
        an earlier decision, by id; an id that no playbook asks any more raises `UsageError`: its playbook has changed.
        """
        candidacies = self._ranked(task, scope)
        return self._decide(
            task, context or {}, candidacies, self._shortlist(task, candidacies), directory, given or {}
        )

    def consider_named(
        self,
        shelved: Shelved,
        task: str | None = None,
        context: Mapping[str, object] | None = None,
        *,
        directory: Path | None = None,
        given: Mapping[str, Answer] | None = None,
    ) -> Decision:
        """Return the decision on one playbook that somebody named: similarity does not count, everything else does.

        Without a `task`, the playbook's goal is taken as the task.
        """
        words = task or shelved.entry.goal
        candidacy = Candidacy(shelved, 1.0, shelved.library.standing(shelved.entry))
        reason = self._distrusted(candidacy)
        if reason is not None:
            candidacy.out(Stage.TRUST, reason)
        shortlisted = [] if reason is not None else [candidacy]
        return self._decide(words, context or {}, [candidacy], shortlisted, directory, given or {})

    def _decide(  # noqa: PLR0913, PLR0917 - the parts of one question
        self,
        task: str,
        context: Mapping[str, object],
        candidacies: Sequence[Candidacy],
        shortlisted: Sequence[Candidacy],
        directory: Path | None,
        given: Mapping[str, Answer],
    ) -> Decision:
        situation = Situation(task, directory or Path.cwd(), context=context, timeout=self.timeout)
        survivors = [candidacy for candidacy in shortlisted if self._structured(candidacy, situation)]
        if given:
            self._refuse_stale(given, shortlisted)
        notes: list[str] = []
        offered = self._adjudicate(task, context, survivors, given, notes)
        open_questions: list[Question] = []
        if offered is None:
            for candidacy in survivors[: self.adjudicated]:
                open_questions += candidacy.open_questions()
        return Decision(
            task=task,
            match=None if offered is None else offered.offer(qualified=len(self.shelf.libraries) > 1),
            why=self._why(candidacies, offered),
            floor=self.floor,
            candidates=traced(candidacies, offered),
            questions=open_questions,
            skipped=self.shelf.skipped(),
            notes=notes,
        )

    def _ranked(self, task: str, scope: str) -> list[Candidacy]:
        """Score every playbook that is not shadowed, best first; ties by library, then name."""
        shelved = [item for item in self.shelf.playbooks(scope=scope) if not item.shadowed_by]
        texts = [(item.entry.goal, *item.entry.match_examples) for item in shelved]
        scores = self.similarity.scores(task, texts)
        order = sorted(range(len(shelved)), key=lambda index: -scores[index])
        return [
            Candidacy(shelved[index], scores[index], shelved[index].library.standing(shelved[index].entry))
            for index in order
            if scores[index] >= self.floor or index in order[:TRACE_LIMIT]
        ]

    def _shortlist(self, task: str, candidacies: Sequence[Candidacy]) -> list[Candidacy]:
        """Stage one: floor, trust and the `no_match` examples; what is left, at most the shortlist's length."""
        chosen: list[Candidacy] = []
        for candidacy in candidacies:
            if candidacy.score < self.floor:
                candidacy.out(Stage.FLOOR, f"similarity {candidacy.score:.2f} is below the floor {self.floor:.2f}")
            elif (reason := self._distrusted(candidacy)) is not None:
                candidacy.out(Stage.TRUST, reason)
            elif (reason := self._meant_otherwise(task, candidacy)) is not None:
                candidacy.out(Stage.NO_MATCH, reason)
            elif len(chosen) >= self.shortlist:
                candidacy.out(Stage.FLOOR, f"{self.shortlist} playbooks are nearer")
            else:
                chosen.append(candidacy)
        return chosen

    def _distrusted(self, candidacy: Candidacy) -> str | None:
        standing = candidacy.standing
        if standing.band is Band.RETIRED:
            return f"retired: {standing.retirement.why}" if standing.retirement else "retired"
        if standing.band is Band.WAITING and not self.below_floor:
            floor = candidacy.shelved.library.settings.trust_rule.trust_floor
            return f"trust {standing.trust:.2f} is below {floor:g}: it waits for a person to fix, revive or retire it"
        return None

    def _meant_otherwise(self, task: str, candidacy: Candidacy) -> str | None:
        """Say why the task is not what the playbook is for although it resembles it, or None."""
        entry = candidacy.shelved.entry
        word = turning_word(task, (entry.goal, *entry.match_examples))
        if word is not None:
            return f"the task says `{word}`, which neither its goal nor its match examples do"
        examples = candidacy.shelved.entry.no_match_examples
        if not examples:
            return None
        scores = self.similarity.scores(task, [(example,) for example in examples])
        best = max(range(len(examples)), key=lambda index: scores[index])
        if scores[best] <= candidacy.score:
            return None
        return f"the task is nearer to its no_match example {examples[best]!r} ({scores[best]:.2f})"

    def _structured(self, candidacy: Candidacy, situation: Situation) -> bool:
        """Stage two. Whether the candidate survives."""
        result = judge_structured(candidacy.procedure, situation, self.checks, self.evaluate)
        candidacy.judged = list(result.judged)
        if result.eliminated_by is not None:
            candidacy.out(Stage.STRUCTURED, result.eliminated_by)
            return False
        candidacy.questions = questions_of(
            candidacy.procedure, prose_pre=result.prose_pre, prose_anti=result.prose_anti
        )
        return True

    def _adjudicate(
        self,
        task: str,
        context: Mapping[str, object],
        survivors: Sequence[Candidacy],
        given: Mapping[str, Answer],
        notes: list[str],
    ) -> Candidacy | None:
        """Stage three: ask about the prose of the best survivors, in one call, and return the one to offer."""
        finalists = survivors[: self.adjudicated]
        for candidacy in survivors[self.adjudicated :]:
            candidacy.out(Stage.PROSE, f"{self.adjudicated} playbooks that fit are nearer")
        heard = dict.fromkeys(given, Verdicts(given, AnswerSource.CALLER))
        offered: Candidacy | None = None
        for position, candidacy in enumerate(finalists):
            if offered is not None:
                candidacy.out(Stage.PROSE, f"{offered.name} is nearer and fits")
                continue
            if any(question.id not in heard for question in candidacy.questions):
                rest = finalists[position:]
                wanted = [item for each in rest for item in each.questions if item.id not in heard]
                verdicts = self._adjudicator().adjudicate(task, context, wanted)
                heard |= {item.id: verdicts for item in wanted}
                if verdicts.note:
                    notes.append(verdicts.note)
            if candidacy.hear(heard):
                candidacy.stage = Stage.OFFERED
                offered = candidacy
        return offered

    def _adjudicator(self) -> Adjudicator:
        if self.adjudicator is not None:
            return self.adjudicator
        return NoAdjudicator() if self.client is None else ModelAdjudicator(self.client)

    def _refuse_stale(self, given: Mapping[str, Answer], shortlisted: Sequence[Candidacy]) -> None:
        """Refuse answers to questions that no playbook asks as it reads now."""
        asked = [question for candidacy in shortlisted for question in candidacy.questions]
        if not stale(given, asked):
            return
        every: list[Question] = []
        for item in self.shelf.playbooks():
            procedure = item.entry.procedure()
            every += questions_of(
                procedure,
                prose_pre=[each for each in procedure.preconditions if each.is_prose],
                prose_anti=[each for each in procedure.anti_preconditions if each.is_prose],
            )
        old = stale(given, every)
        if old:
            raise UsageError(
                f"answered, but asked by no playbook as it reads now: {', '.join(old)}",
                mend="the playbook has changed or the id is mistyped: run the match again and answer what it asks",
            )

    def _why(self, candidacies: Sequence[Candidacy], offered: Candidacy | None) -> str:
        if offered is not None:
            return offered.reasons()
        if not self.shelf.libraries:
            return "there is no library here: `pbk init` makes one, --library names one"
        if not candidacies:
            scopes = sorted({item.entry.scope for item in self.shelf.playbooks()})
            others = f" of this scope, only of {', '.join(scopes)}" if scopes else ""
            return f"there are no playbooks{others}"
        nearest = candidacies[0]
        if nearest.stage is Stage.FLOOR:
            return (
                f"nothing is similar enough: the nearest is {nearest.name} at {nearest.score:.2f}, "
                f"the floor is {self.floor:.2f}"
            )
        if len(candidacies) == 1:
            return f"{nearest.name}: {nearest.eliminated_by}"
        return f"{nearest.name} is the nearest ({nearest.score:.2f}), but {nearest.eliminated_by}"
