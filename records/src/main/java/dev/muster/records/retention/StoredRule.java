package dev.muster.records.retention;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.retention.RetentionRule;
import java.time.Instant;
import java.util.Optional;

/**
 * A rule with who made it what it is.
 *
 * @param cluster empty for the rule of all that have none of their own
 */
public record StoredRule(
    Optional<ClusterName> cluster, RetentionRule rule, Instant changedAt, String changedBy) {}
