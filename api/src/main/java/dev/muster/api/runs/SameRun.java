package dev.muster.api.runs;

import dev.muster.api.problems.ProblemException;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.run.RunId;
import dev.muster.records.runs.RunRecord;
import dev.muster.records.runs.Runs;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Whether a start that is repeated asks for the run that exists. Compared without planning again:
 * the cluster may have changed since, and the run is the same all the same.
 */
final class SameRun {

  private SameRun() {}

  static void require(ClusterName cluster, RunRequests.Start request, RunRecord run, Runs runs) {
    difference(cluster, request, run, runs)
        .ifPresent(what -> {
          throw conflict(run.id(), what);
        });
  }

  static ProblemException conflict(RunId id, String difference) {
    return ProblemException.conflict(
        "run %s exists with other content: %s; leave the id out, or send what it has"
            .formatted(id, difference));
  }

  private static Optional<String> difference(
      ClusterName cluster, RunRequests.Start request, RunRecord run, Runs runs) {
    if (!run.cluster().equals(cluster)) {
      return Optional.of("it is a run on cluster " + run.cluster());
    }
    boolean otherVersion = request.version().filter(asked -> asked != run.version()).isPresent();
    if (!run.playbook().equals(request.playbook()) || otherVersion) {
      return Optional.of(
          "it is a run of playbook %s version %d".formatted(run.playbook(), run.version()));
    }
    boolean otherText =
        request.reason().filter(text -> !text.equals(run.reason())).isPresent()
            || request.ticket().filter(text -> !text.equals(run.ticket())).isPresent();
    if (otherText) {
      return Optional.of("it was started with another reason or ticket");
    }
    return sameParams(request, run, runs)
        ? Optional.empty()
        : Optional.of("it was started with other parameters");
  }

  /** What is sent must be what the run has; what is not sent must be the default there. */
  private static boolean sameParams(RunRequests.Start request, RunRecord run, Runs runs) {
    Map<String, JsonNode> sent = request.params().orElse(Map.of());
    JsonNode declared =
        runs.definitionOf(run.id()).orElseGet(WireFormat.JSON::createObjectNode).path("params");
    boolean knows =
        sent.entrySet().stream()
            .allMatch(field -> field.getValue().equals(run.params().path(field.getKey())));
    return knows
        && run.params().properties().stream()
            .filter(field -> !sent.containsKey(field.getKey()))
            .allMatch(
                field -> field.getValue().equals(declared.path(field.getKey()).path("default")));
  }
}
