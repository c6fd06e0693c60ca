"""Rule documents of Chinese Official Mahjong (国标麻将): read, compared, judged.

The package is imported lazily: ``import mjrules`` costs next to nothing, each room is loaded when it is first used.
"""

__version__ = "0.1.0"
