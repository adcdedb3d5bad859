package dev.muster.domain.run;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.protocol.SameJson;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Whether a start that is repeated under the same id asks for the run that exists. Compared without
 * planning again: the cluster may have changed since, and the run is the same all the same.
 */
public final class SameRunDecision {

  /** What the run was started with. */
  public record Recorded(
      ClusterName cluster,
      String playbook,
      int version,
      JsonNode params,
      String reason,
      String ticket) {}

  /**
   * What is asked for now. What is absent is not compared.
   *
   * @param params with or without those that have a default
   */
  public record Wanted(
      ClusterName cluster,
      String playbook,
      Optional<Integer> version,
      Params params,
      Optional<String> reason,
      Optional<String> ticket) {}

  /** Parameters of a start. */
  public sealed interface Params {

    /** All of them, as they were planned. */
    record Planned(JsonNode values) implements Params {}

    /**
     * Those that were sent; of the others the default is meant.
     *
     * @param declared the {@code params} of the playbook that the run was started with
     */
    record Sent(Map<String, JsonNode> values, JsonNode declared) implements Params {}
  }

  private SameRunDecision() {}

  /** What is different, in one sentence; empty if it is the same run. */
  public static Optional<String> difference(Recorded run, Wanted wanted) {
    if (!run.cluster().equals(wanted.cluster())) {
      return Optional.of("it is a run on cluster " + run.cluster());
    }
    if (!run.playbook().equals(wanted.playbook()) || differs(wanted.version(), run.version())) {
      return Optional.of(
          "it is a run of playbook %s version %d".formatted(run.playbook(), run.version()));
    }
    if (differs(wanted.reason(), run.reason()) || differs(wanted.ticket(), run.ticket())) {
      return Optional.of("it was started with another reason or ticket");
    }
    return same(run.params(), wanted.params())
        ? Optional.empty()
        : Optional.of("it was started with other parameters");
  }

  private static <T> boolean differs(Optional<T> wanted, T recorded) {
    return wanted.filter(value -> !value.equals(recorded)).isPresent();
  }

  private static boolean same(JsonNode recorded, Params wanted) {
    return switch (wanted) {
      case Params.Planned(JsonNode values) -> SameJson.same(recorded, values);
      case Params.Sent(Map<String, JsonNode> values, JsonNode declared) ->
          values.entrySet().stream()
                  .allMatch(sent -> SameJson.same(sent.getValue(), recorded.path(sent.getKey())))
              && recorded.properties().stream()
                  .filter(known -> !values.containsKey(known.getKey()))
                  .allMatch(known ->
                      SameJson.same(
                          known.getValue(), declared.path(known.getKey()).path("default")));
    };
  }
}
