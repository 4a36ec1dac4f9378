"""How hard the random suites try: 2,000 models by default, SATCHEL_EXAMPLES=N for more."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

EXAMPLES = int(os.environ.get("SATCHEL_EXAMPLES", "0"))

settings.register_profile(
    "satchel",
    deadline=None,
    derandomize=EXAMPLES == 0,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("satchel")
