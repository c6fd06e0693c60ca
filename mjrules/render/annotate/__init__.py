"""Back into the user's document: a copy of it in which every discrepancy stands at the words it is about.

* ``notes`` puts the discrepancies of one document into notes.
* ``word`` writes them as comments into a copy of a Word file, ``page`` beside the lines of any other document.
"""
