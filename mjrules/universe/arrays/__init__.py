"""Many arranged hands at once: the same patterns and the same counting as for one hand, on arrays of numbers.

``rows`` holds states of one form, ``holding`` tells which patterns are true of them, ``totals`` counts fans under a set
of rules, ``bulk`` scores whole hands. Work goes by chunks that stay in the processor's cache.
"""
