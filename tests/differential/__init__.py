"""Our scores beside those of another scorer, over generated hands of all shapes: ``python -m differential --help``."""
