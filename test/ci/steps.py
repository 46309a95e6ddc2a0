"""Runs the shell steps of a GitHub action or a GitLab job as their runners do.

    steps.py github ACTION [NAME=VALUE...]    inputs of the action
    steps.py gitlab TEMPLATE [NAME=VALUE...]  variables of the job

Prints what the steps print, then what the service would take up: the outputs and
the actions that would follow, or the artifacts. Ends as the job would.
"""

import os
import re
import subprocess
import sys
import tempfile

import yaml


def shell(script, environment, *options):
    command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", *options, "-c", script]
    return subprocess.run(command, env={**os.environ, **environment}).returncode


class Action:
    """A composite action. Expressions are names joined by && and compared."""

    def __init__(self, path, given):
        with open(path) as text:
            self.action = yaml.safe_load(text)
        inputs = {name: spec["default"] for name, spec in self.action["inputs"].items()}
        if given.keys() - inputs:
            sys.exit(f"no such input: {given.keys() - inputs}")
        self.values = {f"inputs.{name}": value for name, value in {**inputs, **given}.items()}
        self.values["github.action_path"] = os.path.dirname(os.path.abspath(path))
        self.failed = 0

    def fill(self, text):
        return re.sub(r"\$\{\{ *([\w.-]+) *\}\}", lambda name: self.value(name[1]), str(text))

    def value(self, name):
        if name.startswith("steps."):
            return self.values.get(name, "")
        return self.values[name]

    def holds(self, condition):
        terms = [term.strip() for term in condition.split("&&")]
        if "always()" not in terms and self.failed:
            return False
        for term in terms:
            if term not in ("always()", "success()"):
                name, operator, text = term.split()
                if (self.value(name) == text.strip("'")) != (operator == "=="):
                    return False
        return True

    def run(self):
        for step in self.action["runs"]["steps"]:
            if not self.holds(step.get("if", "success()")):
                continue
            if "uses" in step:
                settings = {key: self.fill(value) for key, value in step["with"].items()}
                print("would use", step["uses"], settings)
                continue
            if "${{" in step["run"]:
                sys.exit("an input would become shell code: pass it in env")
            with tempfile.NamedTemporaryFile("r") as outputs:
                environment = {key: self.fill(value) for key, value in step.get("env", {}).items()}
                code = shell(step["run"], {**environment, "GITHUB_OUTPUT": outputs.name})
                for line in outputs:
                    name, value = line.rstrip("\n").split("=", 1)
                    self.values[f"steps.{step['id']}.outputs.{name}"] = value
            self.failed = self.failed or code
        for name, spec in self.action["outputs"].items():
            print(f"output {name}={self.fill(spec['value'])}")
        return self.failed


def run_job(path, given):
    with open(path) as text:
        (job,) = yaml.safe_load(text).values()
    if given.keys() - job["variables"]:
        sys.exit(f"no such variable: {given.keys() - job['variables']}")
    code = shell("\n".join(job["before_script"] + job["script"]), {**job["variables"], **given})
    artifacts = job["artifacts"]
    if code == 0 or artifacts["when"] == "always":
        for file in [*artifacts["paths"], *artifacts["reports"].values()]:
            print("artifact", file, "is there" if os.path.exists(file) else "is missing")
    return code


def main(service, path, *settings):
    sys.stdout.reconfigure(line_buffering=True)
    given = dict(setting.split("=", 1) for setting in settings)
    return Action(path, given).run() if service == "github" else run_job(path, given)


sys.exit(main(*sys.argv[1:]))
