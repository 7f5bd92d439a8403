"""A folder in which kiln runs while something fails, and the table of what it did; for oracles/faults."""

import os
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import uuid
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path

from kiln import ROOT

SAMPLES = ["lottie-badge-to-svga/badge.json", "lottie-plane-to-webp/plane.json", "languages/card.json"]
# Conversions by name: what comes after the input, and after the folder of the result.
CONVERSIONS = {
    "svga": "a.svga", "webp": "a.webp --frames 0..<20", "lottie": "a.json", "atlas": "a.png --frames 0..<12",
    "frames": "a --to frames --frames 0..<12", "mp4": "a.mp4 --frames 0..<8",
}
# What Swift's runtime says before it ends a process that gets no memory; nothing can be done in between.
NO_MEMORY = "failed to allocate"
# Ends that no process chooses: SIGKILL, and SIGPIPE before there is a handler.
OF_THE_SYSTEM = {137, 141, None}
PARTIAL = re.compile(r"\.[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}(/|$)")
CRASH = re.compile(r"Fatal error|fatalError|Crash|Thread \d+ crashed|terminate called|free\(\)|malloc\(|Illegal instruction")
CHANGES = "openat,open,write,pwrite64,rename,renameat,renameat2,mkdir,mkdirat,unlink,unlinkat,rmdir,chmod,fchmod,fchmodat"


class Result:
    """How a run ended: exit code (128 plus the number of a signal), and what it wrote."""

    def __init__(self, code, output=b"", errors=b""):
        self.code = code if code is None or code >= 0 else 128 - code
        self.output, self.errors = output, errors.decode(errors="replace")

    @property
    def said(self):
        lines = [line for line in self.errors.splitlines() if line.strip()]
        return next((line for line in lines if line.startswith("error")), lines[0] if lines else "")


class Table:
    """Rows, those of the same fault and command as one."""

    def __init__(self):
        self.rows, self.wrong, self.count, self.skipped = {}, 0, 0, []

    def add(self, fault, command, result, left, problem):
        code = "hangs" if result.code is None else result.code
        row = self.rows.setdefault((fault, command), {"exits": {}, "said": "", "left": "", "problem": ""})
        row["exits"][code] = row["exits"].get(code, 0) + 1
        row["said"] = row["said"] or result.said
        row["left"], row["problem"] = row["left"] or left, row["problem"] or problem
        self.count += 1
        self.wrong += bool(problem)

    def print(self, shown):
        for (fault, command), row in self.rows.items():
            exits = ", ".join(f"{code}×{n}" if n > 1 else f"{code}" for code, n in sorted(row["exits"].items(), key=str))
            start = "WRONG" if row["problem"] else "ok   "
            said = f"  {shown(row['said'])[:120]}" + (f"  left: {row['left']}" if row["left"] else "")
            print(f"{start} {fault:<26} {shown(command)[:44]:<44} {exits:<14}{said}".rstrip(), flush=True)
            if row["problem"]:
                print(f"      ↑ {shown(row['problem'])}")
        self.rows = {}


def tree(folder):
    """Files below a folder with their bytes, without what a batch remembers."""
    files = (Path(path) / name for path, _, names in os.walk(folder) for name in names)
    return {
        str(path.relative_to(folder)): path.read_bytes() for path in sorted(files)
        if path.is_file() and not path.is_symlink() and not path.name.startswith(".kiln-state")
    }


class Machine:
    def __init__(self, arguments, work):
        self.arguments, self.work = arguments, work
        self.random = random.Random(arguments.seed)
        self.is_root = os.geteuid() == 0
        self.table = Table()
        self.mark = f"KILN_FAULTS={uuid.uuid4()}"
        work.chmod(0o755)
        self.kiln = work / "kiln"
        shutil.copy(arguments.kiln, self.kiln)
        for name in ("designs", "empty", "results", "temporary", "home", "locales"):
            (work / name).mkdir()
        (work / "temporary").chmod(0o777)
        for path in SAMPLES:
            shutil.copy(ROOT / "Conversions" / path, work)
            shutil.copy(ROOT / "Conversions" / path, work / "designs")
        help_ = self.execute([self.kiln, "--help"]).output.decode()
        self.exits = {int(code) for code in re.findall(r"^ +(\d+)  ", help_.split("EXIT CODES:")[1], re.M)}
        self.prepare()
        self.jobs = self.job_names()
        self.complete, self.seconds = {}, {}
        for job in self.jobs:
            folder, start = self.fresh(), time.monotonic()
            result = self.execute(self.words(job, folder))
            self.seconds[job] = time.monotonic() - start
            self.complete[job] = tree(folder)
            if result.code != 0 or not self.complete[job]:
                raise SystemExit(f"{job} fails without any fault: {result.errors}")
        self.has_strace = subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True).returncode == 0

    @cached_property
    def least_address_space(self):
        """Megabytes with which the command can say its version."""
        return next(
            megabytes for megabytes in range(16, 1000, 2)
            if self.execute([self.kiln, "--version"], limit=("RLIMIT_AS", megabytes << 20)).code == 0)

    def kilobytes(self, job):
        return sum(map(len, self.complete[job].values())) // 1024

    # Runs

    def prepare(self):
        """Makes further inputs."""

    def job_names(self):
        names = [*CONVERSIONS, "batch"]
        if not shutil.which("ffmpeg"):
            names.remove("mp4")
            self.skip("video", "there is no ffmpeg")
        return names

    def words(self, job, folder):
        if job == "batch":
            return [self.kiln, "batch", "designs", "--to", "webp", "--width", "48", "--frames", "0..<8", "-o", folder / "b"]
        output, *options = CONVERSIONS[job].split()
        return [self.kiln, "convert", "badge.json", folder / output, "--width", "64", "--overwrite", *options]

    def environment(self, env=None, bare=False):
        name, value = self.mark.split("=")
        if bare:
            return {name: value}
        inherited = {key: text for key, text in os.environ.items() if not key.startswith(("KILN_", "LC_", "LANG"))}
        # Backtraces take seconds, and say no more than the exit.
        own = {"SWIFT_BACKTRACE": "enable=no", "TMPDIR": self.work / "temporary", "HOME": self.work / "home", name: value}
        return {key: str(text) for key, text in {**inherited, **own, **(env or {})}.items()}

    def start(self, words, env=None, bare=False, user=None, limit=None, **options):
        def prepare():
            if limit:
                resource.setrlimit(getattr(resource, limit[0]), (limit[1], limit[1]))
            if user:
                os.setgroups([])
                os.setgid(user)
                os.setuid(user)

        return subprocess.Popen(
            [os.fsencode(str(word)) if not isinstance(word, bytes) else word for word in words], cwd=self.work,
            env=self.environment(env, bare), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            preexec_fn=prepare if limit or user else None, **options)

    def wait(self, process, timeout=20):
        try:
            output, errors = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return Result(None)
        return Result(process.returncode, output, errors)

    def execute(self, words, **options):
        return self.wait(self.start(words, **options))

    # Judgement

    def processes(self):
        """Processes that this script has started and that go on."""
        found = []
        for path in Path("/proc").glob("[0-9]*/environ"):
            try:
                variables = path.read_bytes()
                if self.mark.encode() in variables.split(b"\0") and b") Z " not in (path.parent / "stat").read_bytes():
                    found.append(int(path.parent.name))
            except OSError:
                continue
        return found

    def remaining(self, patience=5):
        """Processes that go on after some seconds; they are ended."""
        end = time.monotonic() + patience
        while self.processes() and time.monotonic() < end:
            time.sleep(.02)
        found = self.processes()
        for number in found:
            os.kill(number, signal.SIGKILL)
        return found

    def left(self, folder, complete, needs_all):
        """What is wrong with the folder of results; what else is left."""
        problems, found = [], []
        for name, content in (tree(folder) if folder else {}).items():
            if PARTIAL.search("/" + name) or name.endswith(".new"):
                found.append(name)
            elif complete is not None and content != complete.get(name):
                problems.append(f"{name} is not what an undisturbed run makes ({len(content)} bytes)")
        for name in os.listdir(self.work / "temporary"):
            found.append(f"TMPDIR/{name}")
            path = self.work / "temporary" / name
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        if needs_all and set(tree(folder)) != set(complete):
            problems.append(f"files are missing: {sorted(set(complete) - set(tree(folder)))[:3]}")
        return problems, found

    def judge(self, fault, command, result, expected, folder=None, complete=None, is_silent=False, may_leave=False):
        problems, left = self.left(folder, complete, complete is not None and result.code == 0)
        if left and not may_leave:
            problems.append("something is left")
        if result.code not in expected:
            problems.append(f"exit {result.code}, not one of {sorted(expected)}; {result.errors[-300:]!r}")
        elif result.code not in self.exits | OF_THE_SYSTEM and not (result.code == 134 and NO_MEMORY in result.errors):
            problems.append(f"kiln --help knows no exit {result.code}")
        if CRASH.search(result.errors) and not (result.code == 134 and NO_MEMORY in result.errors):
            problems.append(f"a crash: {result.errors[-300:]!r}")
        if result.code not in (0, None) and result.code < 128 and not is_silent and not result.said.strip():
            problems.append("nothing is said")
        if running := self.remaining():
            problems.append(f"{len(running)} processes go on")
        self.table.add(fault, command, result, ", ".join(left[:3]), "; ".join(problems))
        return not problems

    def skip(self, fault, reason):
        self.table.skipped.append(f"{fault}: {reason}")

    def begin(self, text):
        print(f"\n{text.splitlines()[0]}", flush=True)

    def end(self):
        self.table.print(self.shown)

    def shown(self, text):
        text = re.sub(rf"{re.escape(str(self.work))}/(results/[^/ ]+/)?", "", text)
        return "".join(char if char.isprintable() else "�" for char in text)

    def finish(self):
        for text in self.table.skipped:
            print(f"not tried: {text}")
        print(f"\n{self.table.count} runs, {self.table.wrong} wrong")
        return 1 if self.table.wrong else 0

    # Folders

    def fresh(self):
        return Path(tempfile.mkdtemp(dir=self.work / "results"))

    def copy_designs(self):
        folder = self.fresh() / "designs"
        shutil.copytree(self.work / "designs", folder)
        folder.parent.chmod(0o755)
        return folder

    @contextmanager
    def disk(self, kilobytes, free):
        """A folder on a disk of its own, with so much room."""
        mount = self.fresh()
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "none", mount], check=True)
        try:
            (mount / "out").mkdir()
            with open(mount / "filler", "wb", buffering=0) as filler:
                try:
                    for _ in range(kilobytes // 4):
                        filler.write(bytes(4096))
                except OSError:
                    pass
                filler.truncate(max(0, filler.tell() - free * 1024))
            yield mount / "out"
        finally:
            subprocess.run(["umount", mount], check=False)

    def remount(self, folder, how):
        subprocess.run(["mount", "-o", f"remount,{how}", folder.parent], check=True)

    def locale(self, name):
        """A folder with a locale, which is made; nil if that fails or has no effect."""
        folder = self.work / "locales"
        subprocess.run(["localedef", "-i", name, "-f", "UTF-8", folder / f"{name}.UTF-8"], capture_output=True)
        env = {**os.environ, "LOCPATH": str(folder), "LC_ALL": f"{name}.UTF-8"}
        point = subprocess.run(["locale", "decimal_point"], env=env, capture_output=True, text=True).stdout
        return folder if point.strip() == "," else None

    # Attempts

    def attempt(self, fault, job, expected, folder=None, redirection="", wrapper=(), **options):
        """Runs a job while something fails."""
        folder = folder or self.fresh()
        words = [*wrapper, *self.words(job, folder)]
        if redirection:
            words = ["bash", "-c", f'exec "$@" {redirection}', "bash", *words]
        result = self.execute(words, **options)
        self.judge(fault, job, result, expected, folder, self.complete[job], is_silent="2>" in redirection)

    def call(self, fault, words, expected, **options):
        """Runs a command of which no result is expected, or one of any bytes."""
        result = self.execute([self.kiln, *words], **options)
        self.judge(fault, " ".join(map(str, words)), result, expected)

    def shell(self, fault, text, expected, before=None, expects=None, is_silent=False):
        """Runs a line of the shell, of which OUT is a new folder; `before` is a line with mounts that only this one sees."""
        folder = self.fresh()
        if expects:
            text = " ".join(shlex.quote(str(word)) for word in self.words(expects, folder)[1:])
        line = f'{self.kiln} {text.replace("OUT", str(folder))}; exit ${{PIPESTATUS[0]}}'
        words = ["bash", "-c", line]
        if before:
            words = ["unshare", "--mount", "bash", "-c", f"{before} || exit 99; {line}"]
        result = self.execute(words)
        complete = self.complete[expects] if expects else None
        self.judge(fault, text, result, expected, folder, complete, is_silent)

    def same_output(self, fault, text, env):
        """A command prints the same as without a fault."""
        words = [self.kiln, *text.split()]
        usual, result = self.execute(words), self.execute(words, env=env)
        self.judge(fault, text, result, {usual.code})
        if (usual.output, usual.errors) != (result.output, result.errors):
            self.table.add(fault, text, result, "", "it prints something else")

    def batch_up_to_date(self, fault, wrapper):
        """A batch at another time makes nothing anew, nor does the next one at this time."""
        folder = self.fresh()
        words = self.words("batch", folder)
        self.execute(words)
        stamps = {path: path.stat().st_mtime_ns for path in folder.rglob("*.webp")}
        for prefix in (wrapper, []):
            result = self.execute([*prefix, *words])
            self.judge(fault, "batch, again", result, {0}, folder, self.complete["batch"])
            if stamps != {path: path.stat().st_mtime_ns for path in folder.rglob("*.webp")}:
                self.table.add(fault, "batch, again", result, "", "it makes anew what is up to date")

    # Signals

    def attempt_with_signal(self, name, job):
        number = getattr(signal, "SIG" + name)
        folder = self.fresh()
        process = self.start(self.words(job, folder))
        time.sleep(self.random.uniform(0, self.seconds[job] * 1.05))
        process.send_signal(number)
        result = self.wait(process, 20)
        if result.code == 0:
            return self.judge(f"SIG{name}", job, result, {0}, folder, self.complete[job])
        # What was complete before stays; a program without a handler yet says nothing.
        self.judge(f"SIG{name}", job, result, {128 + number}, folder, self.complete[job], is_silent=True)

    def check_after_kill(self, fault, job, result, expected, folder):
        """Nothing is half after a kill, and the next run removes what is left and completes the rest."""
        self.judge(fault, job, result, expected, folder, self.complete[job], is_silent=True, may_leave=result.code == 137)
        self.judge(fault, f"{job}, next run", self.execute(self.words(job, folder)), {0}, folder, self.complete[job])
        shutil.rmtree(folder)

    def kill_at_moments(self, count):
        for index in range(count):
            job = self.jobs[index % len(self.jobs)]
            folder = self.fresh()
            process = self.start(self.words(job, folder))
            time.sleep(self.random.uniform(0, self.seconds[job] * 1.05))
            process.kill()
            self.check_after_kill("kill -9, random moment", job, self.wait(process, 20), {0, 137}, folder)

    def kill_at_calls(self, count):
        calls = {}
        for index in range(count):
            job = self.jobs[index % len(self.jobs)]
            if job not in calls:
                calls[job] = self.changing_calls(job)
            name, number = self.random.choice(calls[job])
            folder = self.fresh()
            words = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={name}",
                     "-e", f"inject={name}:signal=SIGKILL:when={number}", *self.words(job, folder)]
            # A batch whose worker is killed says so.
            expected = {0, 137, 2} if job == "batch" else {0, 137, 71} if job == "mp4" else {0, 137}
            self.check_after_kill("kill -9, random call", job, self.execute(words), expected, folder)

    def changing_calls(self, job):
        """Calls of a job that change files in the folder of results: name, and number among those of its thread."""
        folder, log = self.fresh(), self.work / "calls"
        self.execute(["strace", "-f", "-qq", "-y", "-o", log, "-e", f"trace={CHANGES}", *self.words(job, folder)])
        numbers, found = {}, []
        for line in log.read_text(errors="replace").splitlines():
            match = re.match(r"(\d+) +(\w+)\((.*)", line)
            if not match:
                continue
            thread, name, rest = match.groups()
            numbers[thread, name] = numbers.get((thread, name), 0) + 1
            if str(folder) in rest:
                found.append((name, numbers[thread, name]))
        log.unlink()
        return found

    # Files

    def feed(self, fifo, content, leaves_after=None):
        def write():
            try:
                with open(fifo, "wb") as file:
                    file.write(content[:leaves_after])
            except OSError:
                pass

        thread = threading.Thread(target=write, daemon=True)
        thread.start()
        return thread

    def fifo_input(self):
        content = (self.work / "badge.json").read_bytes()
        for name, end, expected in (("FIFO as input", None, {0}), ("half of a FIFO", len(content) // 2, {65}),
                                    ("nothing from a FIFO", 0, {65})):
            folder = self.fresh()
            os.mkfifo(folder / "in.json")
            words = [self.kiln, "convert", folder / "in.json", folder / "out/a.svga", "--width", "64"]
            self.feed(folder / "in.json", content, end)
            result = self.execute(words)
            (folder / "in.json").unlink()
            self.judge(name, "convert FIFO a.svga", result, expected, folder / "out", self.complete["svga"])
        folder = self.copy_designs()
        os.mkfifo(folder / "pipe.json")
        words = ["batch", folder, "--to", "svga", "-o", self.fresh() / "b"]
        self.call("FIFO in a folder", words, {0, 2})

    def fifo_output(self):
        for count, expected in ((-1, {0}), (1, {73, 141})):
            folder = self.fresh()
            os.mkfifo(folder / "a.webp")
            content = []

            def read():
                with open(folder / "a.webp", "rb", buffering=0) as file:
                    content.append(file.readall() if count < 0 else file.read(count))

            thread = threading.Thread(target=read, daemon=True)
            thread.start()
            # More than a pipe holds.
            result = self.execute([self.kiln, "convert", "badge.json", folder / "a.webp", "--width", "240", "--overwrite"])
            thread.join(5)
            plain = self.fresh() / "a.webp"
            self.execute([self.kiln, "convert", "badge.json", plain, "--width", "240"])
            (folder / "a.webp").unlink()
            name = "FIFO as output" if count < 0 else "FIFO whose reader leaves"
            self.judge(name, "convert badge.json FIFO", result, expected, folder, {})
            if count < 0 and content != [plain.read_bytes()]:
                self.table.add(name, "convert badge.json FIFO", result, "", "other bytes come out")

    def changing_input(self, seconds):
        path, end = self.work / "changing.json", time.monotonic() + seconds
        contents = [(self.work / name).read_bytes() for name in ("badge.json", "plane.json")]
        is_over = threading.Event()

        def change():
            chance = random.Random(self.arguments.seed)
            while not is_over.is_set():
                content = chance.choice(contents)
                with open(path, chance.choice(["wb", "r+b"]), buffering=0) as file:
                    for start in range(0, len(content), 512):
                        file.write(content[start:start + 512])
                    if chance.random() < .3:
                        file.truncate(chance.randrange(len(content)))

        path.write_bytes(contents[0])
        thread = threading.Thread(target=change)
        thread.start()
        while time.monotonic() < end:
            folder = self.fresh()
            result = self.execute([self.kiln, "convert", path, folder / "a.svga"])
            self.judge("input changes meanwhile", "convert changing.json a.svga", result, {0, 65}, folder)
        is_over.set()
        thread.join()
        path.unlink()

    def links(self):
        (content,) = self.complete["svga"].values()
        for name, expected in (("regular", {0}), ("none", {0}), ("loop", {0, 73}), ("folder", {73})):
            folder = self.fresh()
            (folder / "regular").write_text("before")
            (folder / "folder").mkdir()
            (folder / "a.svga").symlink_to("a.svga" if name == "loop" else name)
            result = self.execute(self.words("svga", folder))
            self.judge(f"output is a link: {name}", "svga", result, expected)
            # --overwrite replaces a link that leads nowhere but to itself.
            is_right = name == "loop" or (folder / "a.svga").is_symlink() and (
                result.code or (folder / name).read_bytes() == content)
            if not is_right or len(os.listdir(folder)) > (4 if name == "none" else 3):
                self.table.add(f"output is a link: {name}", "svga", result, "", f"the folder holds {os.listdir(folder)}")

    def names(self):
        long = b"a" * 245
        for label, stem, exits in (
            ("250 bytes", long, {0}), ("260 bytes", long + b"a" * 10, {66, 73}), ("a newline", b"new\nline", {0}),
            ("control characters", b"\x1b[31mred\x07", {0}), ("a dash", b"-a", {0}), ("invalid UTF-8", b"caf\xe9", {64}),
        ):
            self.name(f"name with {label}", stem, exits)

    def name(self, fault, stem, exits):
        """A name for an input, for an output, and of a file in a folder; what is made has that name."""
        source, results = (os.fsencode(self.fresh()) for _ in range(2))
        try:
            shutil.copy(self.work / "badge.json", source + b"/" + stem + b".json")
        except OSError:
            # Inputs of that name cannot be.
            pass
        runs = {
            "convert, input": [b"convert", source + b"/" + stem + b".json", results + b"/" + stem + b".svga"],
            "convert, output": [b"convert", b"badge.json", results + b"/" + stem + b".webp"],
        }
        if os.listdir(source):
            # What cannot be named is left out, and said.
            runs["batch"] = [b"batch", source, b"--to", b"svga", b"-o", results + b"/batch"]
        for command, words in runs.items():
            result = self.execute([os.fsencode(self.kiln), *words])
            self.judge(fault, command, result, exits if command != "batch" or 0 in exits else {2})
            printed = result.output + result.errors.encode()
            if b"\x1b" in printed or b"\x07" in printed or b"new\nline" in printed:
                self.table.add(fault, command, result, "", "a control character is printed")
        if made := [name for name in os.listdir(results) if not name.startswith((stem, b"batch"))]:
            self.table.add(fault, "convert", result, "", f"files with other names are made: {made}")
