package dev.muster.records.members;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.member.MemberChange.ClusterShape;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A cluster with what is known of its members as a whole.
 *
 * @param atWork the kind of an action on the cluster that is RUNNING
 * @param lastChange the newest action that made its members, or removed all of them
 */
public record ListedCluster(
    ClusterName name,
    Map<String, String> labels,
    Instant createdAt,
    String createdBy,
    ClusterShape shape,
    MemberCounts counts,
    Optional<ActionKind> atWork,
    Optional<LastChange> lastChange) {

  /** How many members it has, and how many of them are there and not broken. */
  public record MemberCounts(int members, int active) {}

  /** An action {@code cluster.create} or {@code cluster.delete}. */
  public record LastChange(ActionId action, ActionKind kind, ActionState state) {}
}
