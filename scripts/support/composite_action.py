"""A job of GitHub Actions that uses one composite action: its steps, run as the runner does.

Steps with `run` are executed. Of other actions these are known: actions/cache/restore and /save, with a store of this
process; actions/upload-artifact of one file; github/codeql-action/upload-sarif. Expressions may have the operators
`|| && == != !`, texts and the functions of a step's status.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import yaml

TOKEN = re.compile(r"\s*('(?:[^']|'')*'|&&|\|\||==|!=|!|\(|\)|[A-Za-z_][\w.-]*)")
STATUS = ("success", "failure", "cancelled", "always")


class Expression:
    """The value of an expression, by recursive descent."""

    def __init__(self, text, contexts, has_failed):
        text = text.strip()
        self.tokens, end = [], 0
        while end < len(text):
            match = TOKEN.match(text, end)
            if not match:
                raise ValueError(f"expression {text}")
            self.tokens.append(match[1])
            end = match.end()
        self.contexts, self.has_failed = contexts, has_failed
        self.value = self.either()
        if self.tokens:
            raise ValueError(f"expression {text}, from {self.tokens[0]}")

    def take(self, *tokens):
        return self.tokens.pop(0) if self.tokens and self.tokens[0] in tokens else None

    def either(self):
        value = self.both()
        while self.take("||"):
            other = self.both()
            value = value or other
        return value

    def both(self):
        value = self.comparison()
        while self.take("&&"):
            other = self.comparison()
            value = value and other
        return value

    def comparison(self):
        value = self.single()
        while operator := self.take("==", "!="):
            value = (self.plain(value) == self.plain(self.single())) == (operator == "==")
        return value

    @staticmethod
    def plain(value):
        return "" if value is None else str(value)

    def single(self):
        if self.take("!"):
            return not self.single()
        if self.take("("):
            value = self.either()
            assert self.take(")"), "a parenthesis is open"
            return value
        token = self.tokens.pop(0)
        if token.startswith("'"):
            return token[1:-1].replace("''", "'")
        if token in STATUS and self.take("("):
            assert self.take(")"), "status functions have no arguments"
            return {"success": not self.has_failed, "failure": self.has_failed, "cancelled": False, "always": True}[token]
        value = self.contexts
        for name in token.split("."):
            value = value.get(name) if isinstance(value, dict) else None
        return value


class Result:
    """What a job leaves behind."""

    def __init__(self):
        self.exit_code, self.log, self.summary = 0, "", ""
        self.artifacts, self.sarif, self.caches_saved = {}, None, []
        self.outputs, self.steps, self.path = {}, [], []


class Runner:
    """A machine that runs jobs one after the other in a workspace, and the cache of its repository."""

    def __init__(self, action, root):
        self.action = yaml.safe_load((action / "action.yml").read_text())
        self.action_folder, self.root = action, root
        self.workspace, self.temporary, self.caches = root / "workspace", root / "runner-temp", {}
        self.workspace.mkdir(parents=True)

    def run(self, inputs, path="", github=None):
        """Runs a job with one step that uses the action. `path` comes before the PATH; `github` adds to that context."""
        shutil.rmtree(self.temporary, ignore_errors=True)
        self.temporary.mkdir()
        known = self.action["inputs"]
        assert set(inputs) <= set(known), f"the action has no input {set(inputs) - set(known)}"
        self.result, self.has_failed, self.first_path = Result(), False, path
        self.contexts = {
            "inputs": {name: str(inputs.get(name, of.get("default", ""))) for name, of in known.items()},
            "github": {"repository": "team/app", "action_repository": "OWNER/kiln", **(github or {})},
            "runner": {"os": "Linux", "arch": "X64"}, "strategy": {"job-index": 0}, "steps": {},
        }
        for step in self.action["runs"]["steps"]:
            self.step(step)
        outputs = {name: self.text(of["value"]) for name, of in self.action.get("outputs", {}).items()}
        self.result.outputs = outputs
        return self.result

    def evaluate(self, text):
        return Expression(text, self.contexts, self.has_failed).value

    def text(self, template):
        def value(match):
            found = self.evaluate(match[1])
            return str(found).lower() if isinstance(found, bool) else Expression.plain(found)

        return re.sub(r"\$\{\{(.*?)\}\}", value, str(template), flags=re.S)

    def step(self, step):
        condition = str(step.get("if", "success()")).strip()
        condition = condition[3:-2] if condition.startswith("${{") else condition
        if not re.search(rf"\b({'|'.join(STATUS)})\(\)", condition):
            condition = f"success() && ({condition})"
        if not self.evaluate(condition):
            return
        self.result.steps.append(step["name"])
        outputs = {}
        self.contexts["steps"][step.get("id", step["name"])] = {"outputs": outputs}
        if "run" in step:
            outputs.update(self.run_script(step))
        else:
            outputs.update(self.use(step["uses"], {name: self.text(value) for name, value in step["with"].items()}))

    def run_script(self, step):
        assert step["shell"] == "bash", "a step of a composite action names its shell"
        files = {name: self.root / f"github-{name}" for name in ("output", "path", "step_summary")}
        for file in files.values():
            file.write_text("")
        script = self.temporary / "script.sh"
        script.write_text(self.text(step["run"]))
        names = ("GITHUB_", "RUNNER_", "INPUT_", "ACTION_", "KILN_", "CI")
        environment = {name: value for name, value in os.environ.items() if not name.startswith(names)}
        environment.update({f"GITHUB_{name.upper()}": str(file) for name, file in files.items()})
        environment.update(
            GITHUB_ACTIONS="true", CI="true", GITHUB_JOB="animations", GITHUB_WORKSPACE=str(self.workspace),
            GITHUB_ACTION_PATH=str(self.action_folder), RUNNER_TEMP=str(self.temporary), RUNNER_OS="Linux",
            GITHUB_REPOSITORY="team/app", GITHUB_SERVER_URL="https://github.invalid",
            PATH=":".join([*filter(None, [self.first_path]), *self.result.path[::-1], os.environ["PATH"]]))
        environment.update({name: self.text(value) for name, value in step.get("env", {}).items()})
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", script], cwd=self.workspace, env=environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.result.log += done.stdout
        self.result.summary += files["step_summary"].read_text()
        self.result.path += files["path"].read_text().split()
        if done.returncode:
            self.has_failed = True
            self.result.exit_code = self.result.exit_code or done.returncode
        return dict(line.split("=", 1) for line in files["output"].read_text().splitlines())

    def use(self, action, inputs):
        name, _, revision = action.partition("@")
        assert re.fullmatch("[0-9a-f]{40}", revision), f"{action} is not pinned to a commit"
        if name == "actions/cache/restore":
            return self.restore(inputs)
        if name == "actions/cache/save":
            return self.save(inputs)
        if name == "actions/upload-artifact":
            assert inputs["archive"] == "False" or inputs["archive"] == "false", "only single files are uploaded"
            file = Path(inputs["path"])
            self.result.artifacts[file.name] = file.read_text()
            return {"artifact-url": f"https://github.invalid/artifacts/{len(self.result.artifacts)}"}
        if name == "github/codeql-action/upload-sarif":
            self.result.sarif = Path(inputs["sarif_file"]).read_text()
            return {}
        raise ValueError(f"{action} is not known to this runner")

    def folders(self, inputs):
        return tuple(self.workspace / line.strip() for line in inputs["path"].splitlines() if line.strip())

    def restore(self, inputs):
        keys = [key for key in self.caches if key == inputs["key"]]
        keys += [key for key in reversed(self.caches) for start in inputs["restore-keys"].split() if key.startswith(start)]
        for folder, copy in self.caches[keys[0]].items() if keys else ():
            shutil.copytree(copy, folder, dirs_exist_ok=True)
        return {"cache-matched-key": keys[0] if keys else ""}

    def save(self, inputs):
        assert inputs["key"] not in self.caches, "a cache cannot be saved twice"
        assert len(inputs["key"]) <= 512 and "," not in inputs["key"], inputs["key"]
        store = self.root / f"cache-{len(self.caches)}"
        copies = {}
        for index, folder in enumerate(path for path in self.folders(inputs) if path.exists()):
            copies[folder] = shutil.copytree(folder, store / str(index))
        assert copies, "there is nothing to save"
        self.caches[inputs["key"]] = copies
        self.result.caches_saved.append(inputs["key"])
        return {}
