"""Break the scorer on purpose, one small thing at a time, and see whether a case turns red: ``python -m mutation``."""
