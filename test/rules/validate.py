"""Validates the shipped YAML against the schemas, and docs/policy.md against the
defaults. Usage: validate.py ROOT"""

import json
import pathlib
import re
import sys

import jsonschema
import yaml


class Loader(yaml.SafeLoader):
    """YAML 1.2, as the program and editors read it: a date is a string."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, regexp) for tag, regexp in resolvers
            if not tag.endswith((":timestamp", ":bool"))]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
Loader.add_implicit_resolver(
    "tag:yaml.org,2002:bool", re.compile("^(true|false)$"), "tf")


def main(root):
    rules = root / "rules"
    schemas = {
        path.name: json.loads(path.read_text())
        for path in (rules / "schema").glob("*.json")
    }
    failures = []

    def validator(name):
        resolver = jsonschema.RefResolver(name, schemas[name], store=schemas)
        jsonschema.Draft7Validator.check_schema(schemas[name])
        return jsonschema.Draft7Validator(schemas[name], resolver=resolver)

    def expect(validate, text, valid, what):
        errors = list(validate.iter_errors(yaml.load(text, Loader)))
        if bool(errors) == valid:
            detail = errors[0].message if errors else "accepted"
            failures.append(f"{what}: {detail}")

    policy, apis = validator("policy.schema.json"), validator("apis.schema.json")
    for path in sorted((rules / "policy").glob("*.yaml")):
        expect(policy, path.read_text(), True, path.name)
    for path in sorted((rules / "apis").glob("*.yaml")):
        expect(apis, path.read_text(), True, path.name)

    # What the program rejects, an editor marks.
    for text in [
        "backof: {base: 1s}",
        "backoff: {base: 1}",
        "backoff: {base: -1s}",
        "limits: {attempts: {synchronous: {max: 0}}}",
        "limits: {attempts: {synchron: {max: 1}}}",
        "limits: {per-failure: {http-999: {attempts: 1}}}",
        "checks: {retry-immediate: {enabled: false}}",
        "classification: {grpc: {retryable: [UNAVAIL]}}",
        "contexts: [{context: event}]",
        "approvals: [{id: A-1}]",
        "apis: {functions: [{waits: {unit: seconds}}]}",
    ]:
        expect(policy, text, False, text)
    for text in [
        "approvals: [{id: A, approver: b, expires: 2030-01-01, check: nested, where: '*'}]",
        "apis: [clients.yaml]",
        "apis: {functions: [{name: a::b, waits: {arg: 0, unit: seconds}}]}",
    ]:
        expect(policy, text, True, text)
    for text in ["functions: []", "library: x\nfunctions: [{name: a, waits: {}}]"]:
        expect(apis, text, False, text)

    failures += wrong_defaults(root)
    print("\n".join(failures) or "everything agrees")
    return bool(failures)


def wrong_defaults(root):
    """Rows of docs/policy.md whose default is not that of default.yaml."""
    default = yaml.load((root / "rules/policy/default.yaml").read_text(), Loader)
    reference = (root / "docs/policy.md").read_text()
    rows = re.findall(
        r"^\| `([^`]+)` \| [^|]+ \| (?:`([^`]*)`)? *\|", reference, re.MULTILINE)
    wrong = [] if rows else ["docs/policy.md: no rows found"]
    for key, written in rows:
        value = default
        for part in key.split("."):
            value = value.get(part) if isinstance(value, dict) else None
        if show(value) != written:
            wrong.append(f"docs/policy.md: {key} is '{show(value)}', not '{written}'")
    return wrong + [
        f"docs/policy.md: no row '{row}'" for row in expected_rows(default)
        if row + "\n" not in reference
    ]


def expected_rows(default):
    """The rows of the tables by check, context and failure."""
    limits = default["limits"]
    for name, check in default["checks"].items():
        yield f"| `{name}` | {check['gate']} | {' '.join(check['rules'])} |"
    for name, attempts in limits["attempts"].items():
        numbers = " | ".join(str(attempts[key]) for key in ("default", "min", "max"))
        yield f"| `{name}` | {numbers} | {limits['total-duration'][name]} |"
    for name, limit in limits["per-failure"].items():
        by = ", by Retry-After" if limit.get("by-retry-after") else ""
        yield f"| `{name}` | {limit['attempts']}{by} | {limit.get('total-duration', '')} |"


def show(value):
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "" if any(isinstance(v, dict) for v in value) else ", ".join(map(show, value))
    return "" if value is None or isinstance(value, dict) else str(value)


sys.exit(main(pathlib.Path(sys.argv[1])))
