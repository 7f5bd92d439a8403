"""The server of Conversions/server, started on this machine: requests, its metrics, its memory."""

import base64
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import threading
import time
from dataclasses import dataclass, field


@dataclass
class Answer:
    """Status, headers with lower-case names, body, and the time that it took."""

    status: int
    headers: dict
    body: bytes
    seconds: float = 0.0

    @property
    def rule(self):
        """The rule of an error; empty of another answer."""
        try:
            return json.loads(self.body)["error"]["rule"]
        except (ValueError, KeyError, TypeError):
            return ""

    @property
    def events(self):
        """Server-sent events: names, and values of their JSON."""
        blocks = [block.split("\n") for block in self.body.decode().split("\n\n") if block]
        return [(name.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for name, data in blocks]


@dataclass
class AnimationServer:
    """A process with settings of its environment; the log is kept."""

    program: str
    settings: dict
    log: list = field(default_factory=list)

    def start(self):
        environment = {**os.environ, "PORT": "0", **{name: str(value) for name, value in self.settings.items()}}
        self.process = subprocess.Popen([self.program], env=environment, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            self.log.append(line)
            if found := re.search(r"listening on 127\.0\.0\.1:(\d+)", line):
                self.port = int(found.group(1))
                break
        else:
            raise RuntimeError(f"the server does not start: {''.join(self.log)}")
        threading.Thread(target=lambda: self.log.extend(self.process.stderr), daemon=True).start()
        return self

    def connection(self, timeout=300):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)

    def ask(self, method, path, body=None, headers=None):
        """An answer on a connection of its own."""
        connection, start = self.connection(), time.monotonic()
        try:
            connection.request(method, path, body, headers or {})
            response = connection.getresponse()
            content = response.read()
            names = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, names, content, time.monotonic() - start)
        finally:
            connection.close()

    def convert(self, body, to, has_events=False):
        """The answer to an upload; in chunks if it is no bytes but a generator of them."""
        return self.ask("POST", f"/convert?to={to}", body, {"Accept": "text/event-stream"} if has_events else {})

    def begin(self, body, to, has_events=False):
        """A request whose answer is not read: its connection."""
        line = f"POST /convert?to={to} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
        line += "Accept: text/event-stream\r\n" if has_events else ""
        connection = socket.create_connection(("127.0.0.1", self.port))
        connection.sendall(line.encode() + b"\r\n" + body)
        return connection

    def processor_time(self):
        """Seconds of processor time of the process."""
        fields = open(f"/proc/{self.process.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def peak_memory(self):
        """The most memory that the process has had, in bytes."""
        status = open(f"/proc/{self.process.pid}/status").read()
        return int(re.search(r"VmHWM:\s+(\d+)", status).group(1)) << 10

    def open_files(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def terminate(self):
        self.process.send_signal(signal.SIGTERM)

    def wait(self, seconds=60):
        return self.process.wait(timeout=seconds)

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


class Metrics:
    """Metrics of a server, asked for on one connection."""

    def __init__(self, server):
        self.connection = server.connection()

    def read(self):
        """Values by the names with labels."""
        self.connection.request("GET", "/metrics")
        lines = self.connection.getresponse().read().decode().splitlines()
        pairs = (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
        return {name: float(value) for name, value in pairs}

    def running(self):
        return self.read()["kiln_conversions_running"]

    def wait_for(self, is_right, seconds=30):
        """Waits until the metrics are right; the seconds that it took, or None."""
        start = time.monotonic()
        while time.monotonic() < start + seconds:
            if is_right(self.read()):
                return time.monotonic() - start
        return None

    def close(self):
        self.connection.close()


def files_of(answer):
    """Files by name of a result by events; None if there is no result."""
    name, value = answer.events[-1]
    if name != "result":
        return None
    return {file["name"]: base64.b64decode(file["base64"]) for file in value["files"]}
