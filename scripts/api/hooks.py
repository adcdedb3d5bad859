"""What the generator of requests cannot know from the document."""

import schemathesis
from hypothesis import strategies as st
from schemathesis import GenerationMode

# Within every bound that a duration may have in a request, so that what is meant to be valid is.
schemathesis.openapi.format("iso8601-duration", st.integers(1, 86_400).map(lambda seconds: f"PT{seconds}S"))


@schemathesis.hook
def map_case(context, case):
    """Markers and selectors have a grammar of their own: at random they are wrong, and say nothing new."""
    if case.meta is not None and case.meta.generation.mode == GenerationMode.POSITIVE:
        for name in ("marker", "selector"):
            (case.query or {}).pop(name, None)
    return case
