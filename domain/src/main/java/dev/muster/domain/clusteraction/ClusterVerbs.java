package dev.muster.domain.clusteraction;

import dev.muster.domain.action.ActionKind;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The verbs that actions on clusters may have. */
public final class ClusterVerbs {

  private static final List<ClusterVerb> ALL = List.of(new ClusterCheck());

  private ClusterVerbs() {}

  public static Optional<ClusterVerb> of(ActionKind kind) {
    return ALL.stream().filter(verb -> verb.kind().equals(kind)).findFirst();
  }

  /** For messages. */
  public static String names() {
    return ALL.stream().map(verb -> verb.kind().value()).collect(Collectors.joining(", "));
  }
}
