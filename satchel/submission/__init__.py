"""From a family to a submission: what is new and hard enough, measured, certified, described."""
