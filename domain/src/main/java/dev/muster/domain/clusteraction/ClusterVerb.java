package dev.muster.domain.clusteraction;

import dev.muster.domain.action.ActionKind;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** What an action on a cluster does, by its kind. Each verb is a pure function of its arguments. */
public sealed interface ClusterVerb permits ClusterCheck, MemberVerb {

  ActionKind kind();

  /** Why these are no arguments for it, if they are not. */
  Optional<String> whyNot(JsonNode args);

  /** Whether nothing else may run on the cluster meanwhile. */
  boolean isExclusive(JsonNode args);
}
