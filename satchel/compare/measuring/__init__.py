"""One run, measured: its problem made once, solved in a process of its own, its answer judged."""
