"""A loopback server that speaks enough of the OpenAI chat-completions protocol, and misbehaves as it is told."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@dataclass(frozen=True)
class Says:
    """HTTP 200 with `content` as the one choice; None sends no choice at all."""

    content: str | None


@dataclass(frozen=True)
class Fails:
    """An HTTP error with an OpenAI error body."""

    status: int
    message: str = "the fake server was told to fail"


@dataclass(frozen=True)
class Raw:
    """HTTP 200 with exactly these bytes."""

    body: bytes


@dataclass(frozen=True)
class Hangs:
    """Nothing is answered until the server is closed; with `drip`, bytes arrive but the body never ends."""

    drip: bool = False


Behaviour = Says | Fails | Raw | Hangs


@dataclass
class OpenAIServer:
    """What a test sees of the server: its address, and each request's decoded body."""

    api_base: str
    port: int
    requests: list[dict[str, Any]] = field(default_factory=list)
    authorization: list[str] = field(default_factory=list)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        behaviour = self.server.take(json.loads(body), self.headers.get("Authorization", ""))
        match behaviour:
            case Says(content):
                self._send(200, json.dumps(_completion(content)).encode())
            case Fails(status, message):
                error = {"error": {"message": message, "type": "fake", "param": None, "code": None}}
                self._send(status, json.dumps(error).encode())
            case Raw(raw):
                self._send(200, raw)
            case Hangs(drip=drip):
                self._hang(drip=drip)

    def _hang(self, *, drip: bool) -> None:
        self.close_connection = True
        if not drip:
            self.server.closing.wait()
            return
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "1000000")
        self.end_headers()
        with suppress(OSError):
            while not self.server.closing.wait(0.05):
                self.wfile.write(b" ")

    def _send(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
        del format, args


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, behaviours: Sequence[Behaviour]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.behaviours = behaviours
        self.closing = threading.Event()
        self.lock = threading.Lock()
        self.view = OpenAIServer(f"http://127.0.0.1:{self.server_port}/v1", self.server_port)

    def take(self, request: dict[str, Any], authorization: str) -> Behaviour:
        with self.lock:
            number = len(self.view.requests)
            self.view.requests.append(request)
            self.view.authorization.append(authorization)
        return self.behaviours[min(number, len(self.behaviours) - 1)]


@contextmanager
def openai_server(*behaviours: Behaviour) -> Iterator[OpenAIServer]:
    """Serve `behaviours` one a request, the last of them for all further requests, on a free loopback port."""
    server = _Server(behaviours)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server.view
    finally:
        server.closing.set()
        server.shutdown()
        server.server_close()
        thread.join()


def _completion(content: str | None) -> dict[str, Any]:
    message = {"role": "assistant", "content": content}
    choices = [] if content is None else [{"index": 0, "message": message, "finish_reason": "stop"}]
    return {
        "id": "chatcmpl-fake",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": "fake-model",
        "choices": choices,
        "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
    }
