package dev.muster.records.audit;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.run.RunId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Something that somebody asked for.
 *
 * @param actor who, as in {@code user:ada}; {@code anonymous:10.0.0.7} proved nothing
 * @param what in a word or two, such as {@code run.pause}
 * @param detail why, and what became of it
 */
public record NewAuditEntry(
    Instant at,
    String actor,
    String what,
    Optional<ClusterName> cluster,
    Optional<RunId> run,
    Optional<ActionId> action,
    Map<String, String> detail) {}
