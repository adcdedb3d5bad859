package dev.muster.records.receivers;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.request.NewActionRequest;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What is triggered, and until when.
 *
 * @param node empty for an action whose target is the cluster
 * @param parameters of the action's arguments, those that whoever triggers it may give
 */
public record ReceiverTerms(
    Optional<NodeId> node,
    NewActionRequest action,
    SortedSet<String> parameters,
    Optional<Instant> expiresAt) {

  public ReceiverTerms {
    parameters = Collections.unmodifiableSortedSet(new TreeSet<>(parameters));
  }

  /** Terms with the parameters as somebody gave them. */
  public static ReceiverTerms of(
      Optional<NodeId> node,
      NewActionRequest action,
      Collection<String> parameters,
      Optional<Instant> expiresAt) {
    return new ReceiverTerms(node, action, new TreeSet<>(parameters), expiresAt);
  }
}
