"""What a person reads: words, tables, figures, pages."""
