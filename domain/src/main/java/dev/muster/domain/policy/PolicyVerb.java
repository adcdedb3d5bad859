package dev.muster.domain.policy;

import dev.muster.domain.action.ActionKind;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Actions on clusters and on their members that policies may have something to say of. */
enum PolicyVerb {
  CLUSTER_CREATE,
  CLUSTER_DELETE,
  CLUSTER_UPDATE,
  CLUSTER_ADD_NODES,
  CLUSTER_DEL_NODES,
  CLUSTER_REPLACE_NODES,
  CLUSTER_RESIZE,
  CLUSTER_SCALE_IN,
  CLUSTER_SCALE_OUT,
  CLUSTER_RECOVER,
  CLUSTER_HEAL,
  NODE_CREATE,
  NODE_DELETE,
  NODE_UPDATE,
  NODE_JOIN,
  NODE_LEAVE,
  NODE_RECOVER;

  private final String word;

  /** As OpenStack Senlin has it, the kind is the name with a point and hyphens. */
  PolicyVerb() {
    this.word = name().toLowerCase(Locale.ROOT).replace('_', '-').replaceFirst("-", ".");
  }

  ActionKind kind() {
    return new ActionKind(word);
  }

  /** The verb of a kind; empty of any other action, such as a check. */
  static Optional<PolicyVerb> of(ActionKind kind) {
    return Arrays.stream(values()).filter(verb -> verb.word.equals(kind.value())).findFirst();
  }
}
