package dev.muster.api.policies;

import dev.muster.domain.policy.PolicyName;

/** Body of {@code PATCH /v1/policies/{policy}}: nothing else of a policy can change. */
public record PolicyPatch(PolicyName name) {}
