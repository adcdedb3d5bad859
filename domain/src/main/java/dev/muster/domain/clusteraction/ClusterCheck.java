package dev.muster.domain.clusteraction;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.Bounds;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.clusteraction.ClusterActionNext.Derive;
import dev.muster.domain.clusteraction.ClusterActionNext.DerivedAction;
import dev.muster.domain.clusteraction.ClusterActionNext.End;
import dev.muster.domain.clusteraction.ClusterActionView.EndedChild;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.request.StrictJson;
import dev.muster.domain.request.Unfit;
import dev.muster.domain.rollout.Attempt.Cause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * {@code cluster.check}: every node does one thing, and must be up afterwards. Unless said
 * otherwise that thing is {@code test.ping}, which every agent of Muster knows: it proves that the
 * agent answers, stores and executes; whether the node is well is the status that the agent reports
 * with it.
 */
final class ClusterCheck implements ClusterVerb {

  static final ActionKind KIND = new ActionKind("cluster.check");

  private static final ActionKind PING = new ActionKind("test.ping");
  private static final Duration USUAL_TIMEOUT = Duration.ofMinutes(1);
  private static final Bounds<Duration> TIMEOUT =
      new Bounds<>(Duration.ofMillis(1), Duration.ofDays(7));

  /**
   * Its arguments.
   *
   * @param kind what each node does
   * @param args of that
   * @param timeout of that, on each node
   * @param bestEffort whether the check succeeds whatever the nodes say, and only reports it
   * @param exclusive whether it waits until nothing else runs on the cluster, and lets nothing in
   */
  private record CheckArgs(
      Optional<ActionKind> kind,
      Optional<Map<String, JsonNode>> args,
      Optional<Duration> timeout,
      Optional<Boolean> bestEffort,
      Optional<Boolean> exclusive) {

    static CheckArgs of(JsonNode json) {
      return StrictJson.MAPPER.treeToValue(json, CheckArgs.class);
    }
  }

  @Override
  public ActionKind kind() {
    return KIND;
  }

  @Override
  public Optional<String> whyNot(JsonNode json) {
    try {
      CheckArgs args = CheckArgs.of(json);
      return args.kind()
          .filter(kind -> ClusterVerbs.of(kind).isPresent())
          .map(kind -> "/args/kind: %s (expected: an action on a node)".formatted(kind))
          .or(() ->
              args.timeout()
                  .filter(time -> !TIMEOUT.nearest(time).equals(time))
                  .map(time -> "/args/timeout: %s (expected: %s)".formatted(time, TIMEOUT)));
    } catch (JacksonException e) {
      return Optional.of(Unfit.line(Unfit.finding("/args", e)));
    }
  }

  @Override
  public boolean isExclusive(JsonNode args) {
    return CheckArgs.of(args).exclusive().orElse(false);
  }

  /** What it derives when it has its turn, or its end if there is nothing to do. */
  ClusterActionNext begin(ActionId id, JsonNode json, Map<NodeId, NodeStatus> nodes) {
    CheckArgs args = CheckArgs.of(json);
    JsonNode work = WireFormat.JSON.createObjectNode().setAll(args.args().orElse(Map.of()));
    List<DerivedAction> checks = new ArrayList<>();
    nodes.forEach((node, status) -> {
      if (status != NodeStatus.VANISHED) {
        checks.add(
            new DerivedAction(
                ActionId.derived(id, KIND, node),
                node,
                args.kind().orElse(PING),
                work,
                args.timeout().orElse(USUAL_TIMEOUT),
                args.bestEffort().orElse(false),
                Optional.empty()));
      }
    });
    return checks.isEmpty()
        ? new End(
            ActionState.DONE,
            "the cluster has no nodes",
            List.of(),
            Outcomes.outputs(List.of()),
            Cause.NONE)
        : new Derive(checks);
  }

  /** What follows once everything has ended that it derived. */
  ClusterActionNext goOn(List<EndedChild> children) {
    List<String> failures = Outcomes.failures(children);
    int failed = (int) children.stream().filter(one -> Outcomes.failure(one).isPresent()).count();
    boolean counts =
        children.stream().anyMatch(one -> !one.bestEffort() && Outcomes.failure(one).isPresent());
    String why =
        failed == 0
            ? "%d of %d nodes are well".formatted(children.size(), children.size())
            : "%d of %d nodes failed the check: %s"
                .formatted(failed, children.size(), Outcomes.first(failures, failed));
    return new End(
        counts ? ActionState.FAILED : ActionState.DONE,
        why,
        counts ? failures : List.of(),
        Outcomes.outputs(children),
        Cause.NONE);
  }
}
