"""Reports of experiments: figures, pages, tables, plots, and other tools' formats."""
