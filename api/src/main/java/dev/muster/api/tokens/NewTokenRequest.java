package dev.muster.api.tokens;

import dev.muster.domain.identity.ClusterPattern;
import dev.muster.domain.identity.Role;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Body of {@code POST /v1/tokens}.
 *
 * @param name of the person or program that it is for; all tokens of a name are one
 * @param roles at least one
 * @param clusters patterns of names; every cluster if there are none
 * @param groups that approvals may name
 * @param expires after which time it proves nothing; never if it is absent
 */
public record NewTokenRequest(
    String name,
    List<Role> roles,
    Optional<List<ClusterPattern>> clusters,
    Optional<List<String>> groups,
    Optional<Duration> expires) {}
