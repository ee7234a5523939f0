"""What all tests share: how Hypothesis searches."""

import os

from hypothesis import settings

settings.register_profile("same_every_time", deadline=None, derandomize=True, max_examples=50)
settings.register_profile("search", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same_every_time"))
