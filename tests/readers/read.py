"""Readers that other people wrote, for tests/tests/formats.rs: what they make of a report, as JSON on standard output.

    python3 read.py json SCHEMA FILE     jsonschema: is FILE as SCHEMA says? (then its content)
    python3 read.py sarif FILE           sarif-pydantic: the typed document; a field that SARIF does not have is an error
    python3 read.py junit FILE           junitparser: the cases
    python3 read.py witness SCHEMA FILE  PyYAML (which BenchExec brings), then jsonschema and what a schema cannot say

They are in .readers (scripts/readers.sh), which the caller puts into PYTHONPATH.
"""

import json
import sys


def read_json(schema, path):
    import jsonschema

    with open(schema) as file:
        schema = json.load(file)
    with open(path) as file:
        report = json.load(file)
    validator = jsonschema.validators.validator_for(schema)
    validator.check_schema(schema)
    validator(schema).validate(report)
    return report


def unknown_fields(model, path):
    """Fields that the model has no name for. What is in a property bag is the tool's own."""
    from pydantic import BaseModel

    if isinstance(model, BaseModel):
        for name in model.model_extra or {}:
            # The package does not have this one; the schema of OASIS does.
            if name != "toolExecutionNotifications":
                yield f"{path}.{name}"
        for name in type(model).model_fields:
            if name != "properties":
                yield from unknown_fields(getattr(model, name), f"{path}.{name}")
    elif isinstance(model, list):
        for item in model:
            yield from unknown_fields(item, path)


def read_sarif(path):
    from sarif_pydantic import Sarif

    with open(path) as file:
        document = Sarif.model_validate(json.load(file))
    unknown = list(unknown_fields(document, ""))
    if unknown:
        raise ValueError(f"no fields of SARIF: {unknown}")
    return json.loads(document.model_dump_json(by_alias=True, exclude_none=True))


def read_junit(path):
    from junitparser import Error, Failure, JUnitXml, Skipped

    ends = {Error: "error", Failure: "failure", Skipped: "skipped"}
    suites = JUnitXml.fromfile(path)
    cases = [
        {
            "class": case.classname,
            "name": case.name,
            "file": case._elem.attrib.get("file"),
            "ends": [{"end": ends[type(end)], "type": end.type, "message": end.message, "text": end.text} for end in case.result],
        }
        for suite in suites
        for case in suite
    ]
    counts = {"tests": suites.tests, "failures": suites.failures, "errors": suites.errors, "skipped": suites.skipped}
    suites.update_statistics()
    counted = {"tests": suites.tests, "failures": suites.failures, "errors": suites.errors, "skipped": suites.skipped}
    return {"cases": cases, "counts": counts, "counted": counted}


def read_witness(schema, path):
    import hashlib

    import jsonschema
    import yaml

    with open(schema) as file:
        schema = json.load(file)
    with open(path) as file:
        entries = yaml.safe_load(file)
    validator = jsonschema.validators.validator_for(schema)
    validator.check_schema(schema)
    validator(schema).validate(entries)
    for entry in entries:
        task = entry["metadata"]["task"]
        if set(task["input_files"]) != set(task["input_file_hashes"]):
            raise ValueError("files and hashes differ")
        for name, digest in task["input_file_hashes"].items():
            with open(name, "rb") as file:
                if hashlib.sha256(file.read()).hexdigest() != digest:
                    raise ValueError(f"the hash of {name}")
        if entry["entry_type"] == "violation_sequence":
            for number, item in enumerate(entry["content"], 1):
                points = [point["waypoint"] for point in item["segment"]]
                if [point["action"] for point in points] != ["avoid"] * (len(points) - 1) + ["follow"]:
                    raise ValueError("a segment ends with its only waypoint to follow")
                if (points[-1]["type"] == "target") != (number == len(entry["content"])):
                    raise ValueError("the last segment, and no other, ends with the target")
    return entries


if __name__ == "__main__":
    reader = {"json": read_json, "witness": read_witness, "sarif": read_sarif, "junit": read_junit}[sys.argv[1]]
    json.dump(reader(*sys.argv[2:]), sys.stdout)
