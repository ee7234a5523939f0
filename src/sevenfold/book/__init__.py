"""What there is to read and to learn about a game: texts, rules, guide, glossary, lessons.

The book reads a game's files and may play its game. The engine (`core/`) never reads the book.
"""
