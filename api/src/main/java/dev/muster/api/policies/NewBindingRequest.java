package dev.muster.api.policies;

import java.util.Optional;

/**
 * Body of {@code POST /v1/clusters/{c}/policies}.
 *
 * @param policy its name or its id
 * @param priority that of the type unless it is said
 * @param enabled whether it is asked; true unless it is said
 */
public record NewBindingRequest(
    String policy, Optional<Integer> priority, Optional<Boolean> enabled) {}
