package dev.muster.domain.clusteraction;

import dev.muster.domain.action.ActionKind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The verbs that actions on clusters may have. */
public final class ClusterVerbs {

  private static final Map<ActionKind, ClusterVerb> ALL = all();

  private ClusterVerbs() {}

  public static Optional<ClusterVerb> of(ActionKind kind) {
    return Optional.ofNullable(ALL.get(kind));
  }

  /** Whether it changes which members a cluster has: one such action has its turn at a time. */
  public static boolean changesMembers(ActionKind kind) {
    return ALL.get(kind) instanceof MemberVerb<?>;
  }

  /** For messages. */
  public static String names() {
    return String.join(", ", ALL.keySet().stream().map(ActionKind::value).toList());
  }

  private static Map<ActionKind, ClusterVerb> all() {
    Map<ActionKind, ClusterVerb> all = new LinkedHashMap<>();
    ClusterVerb check = new ClusterCheck();
    all.put(check.kind(), check);
    MemberVerbs.ALL.forEach(verb -> all.put(verb.kind(), verb));
    return all;
  }
}
