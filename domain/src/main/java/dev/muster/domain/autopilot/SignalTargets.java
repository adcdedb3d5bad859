package dev.muster.domain.autopilot;

import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.cluster.SignalRole;
import dev.muster.domain.playbook.NaturalOrder;
import dev.muster.domain.playbook.PlanContext;
import dev.muster.domain.playbook.PlanContext.Candidate;
import dev.muster.domain.playbook.Selector;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Which nodes of a cluster the waves of a plan are for. Named ones come in the order in which they
 * are named, the others in the order in which people count.
 */
final class SignalTargets {

  private final PlanContext cluster;
  private final Instant now;
  private final Map<String, Candidate> byName = new LinkedHashMap<>();

  /** What vanished takes part in nothing, as if it were not there. */
  SignalTargets(PlanContext cluster, Instant now) {
    this.cluster = cluster;
    this.now = now;
    cluster.nodes().stream()
        .filter(node -> node.status() != NodeStatus.VANISHED)
        .sorted(Comparator.comparing(node -> node.id().value(), NaturalOrder.INSTANCE))
        .forEach(node -> byName.put(node.id().value(), node));
  }

  /** Finds the nodes of a wave, and whether each can be signalled. */
  List<PlanStatus.Node> discover(PlanCommand command, PlanCommand.Wave wave) {
    return names(command.kind(), wave).stream()
        .map(name -> new PlanStatus.Node(name, judge(name, command, wave.role()), now))
        .toList();
  }

  /** The nodes that were found before; those that are done stay so. */
  List<PlanStatus.Node> again(List<PlanStatus.Node> before, PlanCommand command, SignalRole role) {
    return before.stream()
        .map(node ->
            node.state() == SignalState.COMPLETED
                ? node
                : new PlanStatus.Node(node.name(), judge(node.name(), command, role), now))
        .toList();
  }

  /** The node of that name, if the cluster has it. */
  Optional<Candidate> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** Why a node is not to be signalled; one sentence. */
  String why(String name, PlanCommand command, SignalRole role) {
    Optional<Candidate> node = find(name);
    if (node.isEmpty()) {
      return "cluster '%s' has no such node".formatted(cluster.cluster());
    }
    if (!hasRole(node.get(), role)) {
      return "it is no %s, its role is %s".formatted(role.word(), node.get().role().orElse("none"));
    }
    String has = command.platforms().keySet().stream().sorted().collect(Collectors.joining(", "));
    return node.get()
        .platform()
        .map(platform ->
            "its platform is %s, and the command has files for %s"
                .formatted(platform, has.isEmpty() ? "none" : has))
        .orElse("its platform is not known: its agent has not told yet");
  }

  private List<String> names(PlanCommand.Kind kind, PlanCommand.Wave wave) {
    // Whoever is both is updated as a controller; images are brought to it all the same.
    Predicate<Candidate> dropped =
        node ->
            kind == PlanCommand.Kind.K0S_UPDATE
                && wave.role() == SignalRole.WORKER
                && hasRole(node, SignalRole.WORKER)
                && hasRole(node, SignalRole.CONTROLLER);
    return switch (wave.discovery()) {
      case NodeDiscovery.Named(List<String> names) ->
          names.stream().filter(name -> find(name).filter(dropped).isEmpty()).toList();
      case NodeDiscovery.Selected(Selector labels, Selector fields) ->
          byName.values().stream()
              .filter(node -> hasRole(node, wave.role()))
              .filter(dropped.negate())
              .filter(node -> matches(labels, labels(node), node))
              .filter(node -> matches(fields, Map.of("metadata.name", node.id().value()), node))
              .map(node -> node.id().value())
              .toList();
      case NodeDiscovery.Nobody() -> List.of();
    };
  }

  private SignalState judge(String name, PlanCommand command, SignalRole role) {
    Optional<Candidate> node = find(name).filter(found -> hasRole(found, role));
    if (node.isEmpty()) {
      return SignalState.MISSING_NODE;
    }
    return node.get().platform().filter(command.platforms()::containsKey).isPresent()
        ? SignalState.PENDING
        : SignalState.MISSING_PLATFORM;
  }

  private static boolean hasRole(Candidate node, SignalRole role) {
    return List.of(node.role().orElse("").split("\\+")).contains(role.word());
  }

  private static boolean matches(Selector selector, Map<String, String> labels, Candidate node) {
    return selector.matches(
        new Candidate(
            node.id(), node.address(), Optional.empty(), Optional.empty(), labels, node.status()));
  }

  /** As a Node of Kubernetes has them; what the node is registered with wins. */
  private static Map<String, String> labels(Candidate node) {
    Map<String, String> labels = new HashMap<>(node.labels());
    labels.put("kubernetes.io/hostname", node.id().value());
    node.platform()
        .map(platform -> platform.split("-", 2))
        .filter(parts -> parts.length == 2)
        .ifPresent(parts -> {
          labels.put("kubernetes.io/os", parts[0]);
          labels.put("kubernetes.io/arch", parts[1]);
        });
    return labels;
  }
}
