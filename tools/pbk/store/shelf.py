"""Several libraries side by side: the first one that has a name wins, and names can be qualified as `library:name`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pbk.errors import UsageError
from pbk.store.index import Entry
from pbk.store.library import Library, Skipped


class Shelved(NamedTuple):
    """One playbook of one library; `shadowed_by` names the library whose playbook of that name wins."""

    library: Library
    entry: Entry
    shadowed_by: str = ""

    @property
    def qualified(self) -> str:
        """`library:name`."""
        return f"{self.library.name}:{self.entry.name}"


class Shelf(NamedTuple):
    """Libraries, strongest first. Their ledgers never mix."""

    libraries: Sequence[Library]

    def playbooks(self, *, scope: str | None = None) -> list[Shelved]:
        """Return every playbook of one scope or of all, the shadowed ones included and marked."""
        owners: dict[tuple[str, str], Library] = {}
        found: list[Shelved] = []
        for library in self.libraries:
            for entry in library.entries:
                if scope is None or entry.scope == scope:
                    owner = owners.setdefault((entry.scope, entry.name), library)
                    found.append(Shelved(library, entry, "" if owner is library else owner.name))
        return found

    def skipped(self) -> list[Skipped]:
        """Return every file that cannot be used, with its error."""
        return [item for library in self.libraries for item in library.skipped]

    def find(self, name: str) -> Shelved:
        """Return the playbook called `name`, `library:name` or by its id.

        Raises `UsageError` with the nearest name where there is none, and says where a file of that name is broken.
        """
        prefix, _, rest = name.rpartition(":")
        libraries = [library for library in self.libraries if not prefix or library.name == prefix]
        if not libraries and prefix:
            known = ", ".join(library.name for library in self.libraries) or "none"
            raise UsageError(f"no library is called {prefix!r}", mend=f"known: {known}")
        for library in libraries:
            entry = library.find(rest)
            if entry is not None:
                return Shelved(library, entry)
        for item in self.skipped():
            if item.path.rpartition("/")[2].rpartition(".")[0] == rest:
                raise UsageError(
                    f"playbook {rest!r} cannot be read:\n{item.report or item.error}", mend="mend the file"
                )
        raise UsageError(f"no playbook is called {rest!r}", mend=self._hint(rest))

    def _hint(self, name: str) -> str:
        import difflib  # noqa: PLC0415 - only needed to word an error

        known = [item.entry.name for item in self.playbooks()]
        near = difflib.get_close_matches(name, known, n=1)
        return f"did you mean {near[0]!r}?" if near else "`pbk list` shows what there is"
