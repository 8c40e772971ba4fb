"""The bundled data, one noun per module; ``extract_words.py`` is the command that joins them.

Each module owns the facts of its noun, how it is built and how it is verified. An import goes
down only: readme, then lexicons and frequencies, then lists, then sources and files.
"""
