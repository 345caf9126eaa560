from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from pbk.errors import PbkError
from pbk.store.ledger import append as appending
from pbk.store.ledger.lock import ledger_lock, lock_exists
from pbk.store.ledger.places import LedgerPaths, Place
from support.ledger_events import START, draft


def test_a_lock_that_is_held_times_out_and_names_the_file(tmp_path: Path) -> None:
    paths = LedgerPaths(tmp_path)
    with ledger_lock(paths):
        with pytest.raises(PbkError, match="another process") as caught, ledger_lock(paths, timeout=0.01):
            pass
        assert caught.value.where == str(paths.lock)
        assert caught.value.mend
    with ledger_lock(paths, timeout=0):
        pass


def test_the_lock_goes_with_its_holder(tmp_path: Path) -> None:
    paths = LedgerPaths(tmp_path)
    child = os.fork()
    if not child:
        try:
            with ledger_lock(paths):
                os._exit(0)
        finally:
            os._exit(1)
    os.waitpid(child, 0)
    assert lock_exists(paths)
    with ledger_lock(paths, timeout=0):
        pass


def test_an_error_inside_releases_it(tmp_path: Path) -> None:
    paths = LedgerPaths(tmp_path)
    with pytest.raises(ValueError, match="inside"), ledger_lock(paths):
        raise ValueError("inside")
    with ledger_lock(paths, timeout=0):
        pass


def test_threads_wait_for_one_another(tmp_path: Path) -> None:
    def write() -> None:
        for _ in range(20):
            appending.append_event(tmp_path, draft(), place=Place.SINGLE, now=START)

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert LedgerPaths(tmp_path).main.read_bytes().count(b"\n") == 80
