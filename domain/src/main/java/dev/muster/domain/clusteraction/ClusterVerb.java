package dev.muster.domain.clusteraction;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.clusteraction.ClusterActionView.EndedChild;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** What an action on a cluster does, by its kind. Each verb is a pure function of its arguments. */
public interface ClusterVerb {

  ActionKind kind();

  /** Why these are no arguments for it, if they are not. */
  Optional<String> whyNot(JsonNode args);

  /** Whether nothing else may run on the cluster meanwhile. */
  boolean isExclusive(JsonNode args);

  /** What it derives when it has its turn, or its end if there is nothing to do. */
  ClusterActionNext begin(ActionId id, JsonNode args, Map<NodeId, NodeStatus> nodes);

  /** What follows once everything has ended that it derived. */
  ClusterActionNext goOn(ActionId id, JsonNode args, List<EndedChild> children);
}
