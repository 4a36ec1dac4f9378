"""What Satchel does with a model.

Compile it, solve it, enumerate, and what is in the folders: `count`, `optimise`, `explain`; `files`
writes for other programs and reads what they answer, `work` runs jobs in processes of their own.
"""
