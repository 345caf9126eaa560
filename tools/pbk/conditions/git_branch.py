"""`git_branch: main`, a glob (`release/*`) or a list: the branch that is checked out is one of these.

`*` also matches `/`. A detached HEAD is on no branch that could be named: unknown.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from pbk.conditions import arguments, repository
from pbk.conditions.evaluation import Evaluation, Undecidable, no, yes

if TYPE_CHECKING:
    from pbk.conditions.situation import Situation

BRANCHES = "refs/heads/"
NOT_IN_FILES = "refs/heads/.invalid"  # what HEAD says where references are kept in a reftable (git-refs format)


def evaluate(argument: object, situation: Situation) -> Evaluation:
    """Return whether the name of the branch matches one of the globs."""
    globs = arguments.texts(argument, "branch")
    branch = situation.remember("branch", lambda: _branch(situation))
    if any(fnmatchcase(branch, glob) for glob in globs):
        return yes(f"the branch is {branch}")
    return no(f"the branch is {branch}, not {' or '.join(globs)}")


def _branch(situation: Situation) -> str:
    head = repository.of(situation).private / "HEAD"
    target = str(head.readlink()) if head.is_symlink() else repository.pointer(head).removeprefix("ref:").strip()
    if target == NOT_IN_FILES:
        raise Undecidable("the repository does not keep its branches in files")
    if not target.startswith(BRANCHES):
        raise Undecidable("no branch is checked out (detached HEAD)")
    return target.removeprefix(BRANCHES)
