# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tool-info module of Haltcert for BenchExec 3.3 and later.

Put the folder of this file into PYTHONPATH and name the module in the benchmark definition as `tool=".haltcert"`;
`--tool-directory` is the folder that `make install PREFIX=DIR` made (or have haltcert in PATH):

    PYTHONPATH=contrib/benchexec python3 -m benchexec.test_tool_info .haltcert --tool-directory DIR

(with --no-container where BenchExec cannot make its container).
"""

import json
import os
import re

import benchexec.result as result
from benchexec.tools.template import BaseTool2, UnsupportedFeatureException

# What a property file asks for (the formula in `CHECK( init(main()), LTL(...) )`), and what haltcert decides.
TERMINATION = {"F end"}
OVERFLOW = {"G ! overflow"}
MEMORY = {"G valid-free", "G valid-deref", "G valid-memtrack", "G valid-memcleanup"}
# Memory that is never freed is no error for haltcert.
LEAKS = {"G valid-memtrack", "G valid-memcleanup"}

# With this, a proof of memory safety is an answer to the whole property only if the program has no heap.
NOT_LEAKS = "--property=memory-safety"

# The line of a proof's assumptions that names the external functions that the program calls, behind the last colon.
EXTERNAL = "external functions do what their contracts say, "
# Those that leave nothing behind on the heap; of others it is not said here.
NO_HEAP = re.compile(
    r"__VERIFIER_\w+|__assert_\w+|reach_error|abort|exit|free|abs|labs|printf|puts|putchar|llvm\..*"
    r"|mem(cpy|move|set|cmp|chr)|str(n?cpy|n?cat|n?cmp|n?len|r?chr|c?spn|str)"
)


class Tool(BaseTool2):
    """Haltcert proves that C programs are memory safe and terminate, and writes a certificate."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("haltcert", subdir="bin")

    def name(self):
        return "Haltcert"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="haltcert")

    def program_files(self, executable):
        return [executable] + self._program_files_from_executable(executable, ["lib"], parent_dir=True)

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "prove", "--json"]
        command += self._properties(task)
        model = (task.options or {}).get("data_model") if isinstance(task.options, dict) else None
        if model is not None:
            if model not in ("LP64", "ILP32"):
                raise UnsupportedFeatureException(f"data model {model}")
            command += ["--data-model", model.lower()]
        # Its own limit comes first, so that it says what it was doing.
        if rlimits.cputime and "--timeout" not in options:
            command += ["--timeout", str(max(1, rlimits.cputime * 9 // 10))]
        if rlimits.memory and "--memory-limit" not in options:
            command += ["--memory-limit", str(max(64, rlimits.memory * 9 // 10 >> 20))]
        # The task definition may ask for a witness: `options: { language: C, data_model: LP64, witness: FILE.yml }`.
        witness = task.options.get("witness") if isinstance(task.options, dict) else None
        if witness and not any(o == "--witness" or o.startswith("--witness=") for o in options):
            command += [f"--witness={witness}"]
        # A file's name may begin like an option.
        files = [f if not f.startswith("-") else os.path.join(".", f) for f in task.input_files]
        return command + list(options) + files

    def _properties(self, task):
        if not task.property_file:
            return []
        try:
            with open(task.property_file) as file:
                text = file.read()
        except OSError as error:
            raise UnsupportedFeatureException(f"property file: {error}") from error
        asked = set(re.findall(r"LTL\(\s*([^)]*?)\s*\)", text))
        if asked == TERMINATION:
            return ["--property", "termination"]
        if asked == OVERFLOW:
            return ["--property", "no-overflow"]
        if asked and asked <= MEMORY:
            return [NOT_LEAKS] if asked & LEAKS else ["--property", "memory-safety"]
        raise UnsupportedFeatureException(f"property file {task.property_file}")

    def determine_result(self, run):
        report = self._report(run.output)
        if report is None:
            return result.RESULT_TIMEOUT if run.was_timeout else result.RESULT_ERROR
        for violation in report.get("violations", []):
            answer = self._violation(violation)
            if answer and violation["property"] in self._wanted(run.cmdline):
                return answer
        if run.exit_code.value == 0:
            if NOT_LEAKS in run.cmdline:
                return result.RESULT_TRUE_PROP if self._without_heap(report) else result.RESULT_UNKNOWN
            return result.RESULT_TRUE_PROP if "--property" in run.cmdline else result.RESULT_DONE
        kind = report.get("kind")
        if run.exit_code.value == 3 or kind in ("bad input", "internal"):
            return f"{result.RESULT_ERROR} ({kind})"
        if report.get("id") == "limit-time":
            return result.RESULT_TIMEOUT
        return result.RESULT_UNKNOWN

    @staticmethod
    def _without_heap(report):
        """Whether the program that is proved calls nothing that could allocate, so that nothing can leak."""
        assumed = report.get("assumed")
        if not assumed or report.get("memory_safety") != "proved":
            return False
        lines = [line for line in assumed if line.startswith(EXTERNAL)]
        names = [name for line in lines for name in line.rsplit(": ", 1)[-1].split(", ")]
        return all(NO_HEAP.fullmatch(name) for name in names)

    @staticmethod
    def _wanted(cmdline):
        names = {"memory-safety": "memory_safety", "no-overflow": "no_overflow", "termination": "termination"}
        if NOT_LEAKS in cmdline:
            return {"memory_safety"}
        if "--property" in cmdline:
            return {names[cmdline[cmdline.index("--property") + 1]]}
        return set(names.values())

    @staticmethod
    def _violation(violation):
        """The property of the competition that the run violates; none if it has no such property."""
        if violation["property"] == "termination":
            return result.RESULT_FALSE_TERMINATION
        if violation["property"] == "no_overflow":
            return result.RESULT_FALSE_OVERFLOW
        # An access that is misaligned, or of constant memory, is an error for haltcert alone, and so are others.
        of_memory = {
            "invalid-free": result.RESULT_FALSE_FREE,
            "out-of-bounds": result.RESULT_FALSE_DEREF,
            "invalid-pointer": result.RESULT_FALSE_DEREF,
            "dead-object": result.RESULT_FALSE_DEREF,
        }
        return of_memory.get(violation["id"])

    @staticmethod
    def _report(output):
        for line in reversed(output):
            if line.startswith("{"):
                try:
                    return json.loads(line)
                except ValueError:
                    return None
        return None

    def get_value_from_output(self, output, identifier):
        report = self._report(output) or {}
        value = report.get(identifier)
        return None if value is None else str(value)
