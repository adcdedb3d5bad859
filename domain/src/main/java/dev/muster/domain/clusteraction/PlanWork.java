package dev.muster.domain.clusteraction;

import dev.muster.domain.action.ActionKind;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.member.Deed;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * One thing that a plan does to a member. Without a deed and without an errand the member just
 * leaves, for which nobody is asked.
 *
 * @param deed what its provider does to it
 * @param errand what is done around it
 * @param after members whose own work must have gone well before
 * @param more arguments of the deed, beside those that it always has
 */
record PlanWork(
    NodeId member,
    Optional<Deed> deed,
    Optional<Errand> errand,
    When when,
    List<NodeId> after,
    ObjectNode more) {

  /**
   * What a policy wants done around a member.
   *
   * @param on which node does it; empty for the provider's
   */
  record Errand(ActionKind kind, ObjectNode args, Optional<NodeId> on, Duration timeout) {}

  /** Of which members it is done, as they are when its turn comes. */
  enum When {
    ALWAYS,
    /** Of those of which their provider, or their agent, said that something is wrong. */
    UNWELL,
    /** Of those that their provider does not call active. */
    BROKEN,
    /** Of those on whose nodes nothing else is in work. */
    NOT_IN_WORK,
    /** Of those of which at least one look said that they are not well; of none in work. */
    SICK_BY_ANY,
    /** Of those of which every look said that they are not well; of none in work. */
    SICK_BY_ALL
  }
}
