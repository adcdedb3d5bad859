package dev.muster.activities.secret;

import dev.muster.activities.secret.SecretSource.Reading;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.schedule.WaitReason;
import dev.muster.domain.secret.SecretName;
import dev.muster.domain.secret.SecretReferences;
import dev.muster.domain.secret.SecretValue;
import dev.muster.domain.secret.SecretWay;
import dev.muster.records.actions.Push;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/**
 * Puts the values of secrets into what is pushed, or executed here, for one delivery: each secret
 * is read once, and forgotten with this.
 */
public final class Resolving {

  private final Secrets secrets;
  private final ClusterName cluster;
  private final Map<SecretName, Reading> read = new ConcurrentHashMap<>();

  public Resolving(Secrets secrets, ClusterName cluster) {
    this.secrets = secrets;
    this.cluster = cluster;
  }

  /** What becomes of one push. */
  public sealed interface Resolved {

    /**
     * It can be sent.
     *
     * @param sensitive texts that the agent must show nobody
     */
    record Ready(JsonNode args, List<String> sensitive) implements Resolved {

      /** Without the values. */
      @Override
      public String toString() {
        return "Ready";
      }
    }

    /** It fails, and nothing is sent. */
    record Refused(String why) implements Resolved {}

    /** It waits, and so does what follows on the node. */
    record Waits(WaitReason reason) implements Resolved {}
  }

  /** Which secrets it needs. Only playbooks refer to any; elsewhere a text is a text. */
  public static SortedSet<SecretName> of(Push push) {
    return push.ofRun().isEmpty() ? Collections.emptySortedSet() : SecretReferences.in(push.args());
  }

  /**
   * Resolves one push.
   *
   * @param address to which it goes: of the agent, or of a server
   */
  public Resolved resolve(Push push, String address) {
    SortedSet<SecretName> names = of(push);
    if (names.isEmpty()) {
      return new Resolved.Ready(push.args(), push.sensitive());
    }
    String playbook = push.ofRun().orElseThrow().playbook();
    Optional<String> refusal =
        names.stream()
            .flatMap(name -> secrets.rules().refusal(name, playbook, cluster).stream())
            .findFirst()
            .or(() -> SecretWay.refusal(address));
    if (refusal.isPresent()) {
      return new Resolved.Refused(refusal.get());
    }
    Map<SecretName, String> values = new TreeMap<>();
    List<String> sensitive = new ArrayList<>(push.sensitive());
    for (SecretName name : names) {
      switch (read.computeIfAbsent(name, secrets::read)) {
        case Reading.Found(String value) -> {
          values.put(name, value);
          sensitive.addAll(SecretValue.toMask(value));
        }
        case Reading.Absent(String why) -> {
          return new Resolved.Refused("secret '%s' cannot be used: %s".formatted(name, why));
        }
        case Reading.Away(String why) -> {
          return new Resolved.Waits(WaitReason.secretAway(name.value(), why));
        }
      }
    }
    return new Resolved.Ready(
        SecretReferences.resolved(
            push.args(), name -> Optional.ofNullable(values.get(name)).orElseThrow()),
        sensitive);
  }
}
