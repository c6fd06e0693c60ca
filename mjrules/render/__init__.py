"""Values in, texts out: one module a form. Nothing here reads files or judges."""
