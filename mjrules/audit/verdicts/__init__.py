"""Verdicts: what all winning hands say of the statements of the sources.

``exclusions`` judges every item of every exclusion list; ``pairs`` has the verdict on two fans, ``stances`` what
rulings say of them, ``known`` what is known of fans over all hands.
"""

from __future__ import annotations

from mjrules.audit.verdicts.exclusions import by_item, judged_exclusions, with_verdicts

__all__ = ["by_item", "judged_exclusions", "with_verdicts"]
