"""Runs contrib/benchexec/haltcert.py as BenchExec does, without its containers: one task, its result on standard output.

    python3 benchexec_tasks.py HALTCERT PROPERTY DATA_MODEL CPUTIME FILE...

PROPERTY is a property file, or - for none. The task definition asks for the witness that WITNESS names, if it is set.
"""

import os
import subprocess
import sys

import benchexec.tools.template as template
from benchexec.tooladapter import adapt_to_current_version
from benchexec.util import ProcessExitCode

import haltcert

executable, prop, model, cputime, *files = sys.argv[1:]
tool = adapt_to_current_version(haltcert.Tool())
locator = template.BaseTool2.ToolLocator(tool_directory=os.path.dirname(os.path.dirname(executable)))
found = tool.executable(locator)
assert os.path.samefile(found, executable), found
assert tool.version(found)[0].isdigit(), tool.version(found)
task = template.BaseTool2.Task(
    input_files=files,
    identifier=None,
    property_file=None if prop == "-" else prop,
    options={"language": "C", "data_model": model}
    | ({"witness": os.environ["WITNESS"]} if "WITNESS" in os.environ else {}),
)
limits = template.BaseTool2.ResourceLimits(cputime=int(cputime), cputime_hard=int(cputime))
try:
    command = tool.cmdline(found, [], task, limits)
except template.UnsupportedFeatureException as error:
    print("unsupported:", error)
    sys.exit(0)
done = subprocess.run(command, capture_output=True)
lines = (done.stdout + done.stderr).decode(errors="replace").splitlines(keepends=True)
exit_code = ProcessExitCode.create(value=done.returncode)
run = template.BaseTool2.Run(command, exit_code, template.BaseTool2.RunOutput(lines), None)
print(tool.determine_result(run), tool.get_value_from_output(run.output, "termination"))
