package dev.muster.agent.kube;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A pod, as far as it matters for whether it must leave its node.
 *
 * @param controller the kind of what made it and would make another one
 */
record KubePod(
    String uid, String namespace, String name, State state, Optional<String> controller) {

  /** What it is about. */
  enum State {
    /** It is there. */
    THERE,
    /** It was asked to go. */
    GOING,
    /** Its containers have ended; nothing is lost with it. */
    ENDED,
    /** It mirrors a file of the node: the kubelet would make it again at once. */
    MIRROR
  }

  static List<KubePod> all(JsonNode list) {
    List<KubePod> pods = new ArrayList<>();
    for (JsonNode item : list.path("items")) {
      JsonNode metadata = item.path("metadata");
      pods.add(
          new KubePod(
              metadata.path("uid").asString(""),
              metadata.path("namespace").asString(""),
              metadata.path("name").asString(""),
              state(item),
              controller(metadata.path("ownerReferences"))));
    }
    return pods;
  }

  private static State state(JsonNode pod) {
    JsonNode metadata = pod.path("metadata");
    if (metadata.path("annotations").has("kubernetes.io/config.mirror")) {
      return State.MIRROR;
    }
    if (metadata.hasNonNull("deletionTimestamp")) {
      return State.GOING;
    }
    return switch (pod.path("status").path("phase").asString("")) {
      case "Succeeded", "Failed" -> State.ENDED;
      default -> State.THERE;
    };
  }

  private static Optional<String> controller(JsonNode owners) {
    for (JsonNode owner : owners) {
      if (owner.path("controller").asBoolean(false)) {
        return Optional.of(owner.path("kind").asString(""));
      }
    }
    return Optional.empty();
  }

  /** Whether a drain leaves it where it is, as kubectl does with {@code --ignore-daemonsets}. */
  boolean stays() {
    return state == State.MIRROR || controller.equals(Optional.of("DaemonSet"));
  }

  /** Whether nobody would make another one elsewhere. */
  boolean isBare() {
    return controller.isEmpty() && state == State.THERE;
  }

  /** Its name for people. */
  String shown() {
    return namespace + "/" + name;
  }
}
