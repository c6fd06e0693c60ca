"""``python -m weighed``: everything in ``impacts.json`` weighed anew (``make verify``); it must come out as it was."""

from __future__ import annotations

import sys

from mjrules.audit.impact import differences
from mjrules.cli.inputs import find_inputs, read_inputs
from mjrules.universe import impacts
from mjrules.universe.weighing import weigh

if __name__ == "__main__":
    sources = read_inputs(find_inputs((), "en", with_bundled=True, with_sheets=True), "en").read
    made = impacts.written(weigh(*differences(sources), lambda done, of: None))
    if made != impacts.FILE.read_bytes():
        sys.exit(f"{impacts.FILE.name} would be another file now; «mjrules rulings --rebuild», and read what changes")
    print(f"{impacts.FILE.name}: weighed anew, as it was")
