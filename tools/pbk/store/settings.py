"""The settings of a library, without parsing TOML again while its files are unchanged."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import cast

from pbk.config import CONFIG_FILE, PROJECT_FILE, Settings, config_layers, settings_from
from pbk.errors import BrokenError
from pbk.store.private import PRIVATE_FOLDER, RACY, private_folder

CACHE_FILE = "settings.json"


def read_settings(root: Path, environment: Mapping[str, str]) -> Settings:
    """Return the settings of the library at `root`. Raises `BrokenError` or `UsageError` for a mistake in them."""
    return settings_from(_layers(root), environment)


def _layers(root: Path) -> Mapping[str, Mapping[str, object]]:
    """Return the files' layers from the cache if they have not changed since it was written, else from the files."""
    files = (root / PROJECT_FILE, root / CONFIG_FILE)
    signature = [_signature(path) for path in files]
    cache = root / PRIVATE_FOLDER / CACHE_FILE
    try:
        kept = json.loads(cache.read_bytes())
        written = cache.stat().st_mtime_ns
        settled = all(changed < written - RACY for changed, *_ in filter(None, signature))
        # The times of a file in somebody else's clone cannot be foreseen, its hash can: never the hash alone.
        if kept["signature"] == signature and (settled or kept["sha256"] == _sha256(files)):
            return cast(Mapping[str, Mapping[str, object]], kept["layers"])
    except (OSError, ValueError, KeyError, TypeError):
        pass
    layers = config_layers(root)
    settings_from(layers, {})  # a broken file is not cached
    if any(signature):
        from pbk.store.files import write_atomically  # noqa: PLC0415 - a warm call writes nothing

        try:
            private_folder(root)
            kept_text = json.dumps({"signature": signature, "sha256": _sha256(files), "layers": layers})
            write_atomically(cache, kept_text.encode(), durable=False)
        except (OSError, BrokenError, TypeError):
            pass  # a read-only disk only costs time at the next call
    return layers


def _signature(path: Path) -> list[int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return [max(status.st_mtime_ns, status.st_ctime_ns), status.st_size, status.st_ino]


def _sha256(paths: Iterable[Path]) -> str:
    """Return the hash of what the files hold, for the moments after an edit in which their times cannot tell."""
    import hashlib  # noqa: PLC0415 - a settled cache needs none

    found = hashlib.sha256()
    for path in paths:
        content = path.read_bytes() if path.is_file() else b""
        found.update(len(content).to_bytes(8) + content)
    return found.hexdigest()
