package dev.muster.senlin.actions;

import dev.muster.api.problems.ProblemException;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.identity.Sight;
import dev.muster.records.members.ListedNode;
import dev.muster.senlin.http.SenlinQuery;
import dev.muster.senlin.http.SenlinQuery.SortPart;
import dev.muster.senlin.names.SenlinLookup;
import dev.muster.senlin.words.ActionNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What a list of actions that Senlin's client asks for is to Muster. */
public final class ActionOrders {

  private static final Map<String, List<String>> KEYS =
      Map.of(
          "name", List.of("name"),
          "action", List.of("kind"),
          "status", List.of("state"),
          "created_at", List.of("created_at"),
          "target", List.of("cluster", "node"));

  /** Every action on a cluster that can be its target. */
  private static final Set<String> OF_CLUSTERS =
      Set.of(
          "CLUSTER_CREATE",
          "CLUSTER_DELETE",
          "CLUSTER_UPDATE",
          "CLUSTER_RESIZE",
          "CLUSTER_SCALE_OUT",
          "CLUSTER_SCALE_IN",
          "CLUSTER_ADD_NODES",
          "CLUSTER_DEL_NODES",
          "CLUSTER_REPLACE_NODES",
          "CLUSTER_CHECK",
          "CLUSTER_RECOVER");

  private static final Set<String> STATUS =
      Set.of(
          "INIT",
          "WAITING",
          "READY",
          "RUNNING",
          "SUCCEEDED",
          "FAILED",
          "CANCELLED",
          "WAITING_LIFECYCLE_COMPLETION",
          "SUSPENDED");

  private final SenlinLookup lookup;

  public ActionOrders(SenlinLookup lookup) {
    this.lookup = lookup;
  }

  /** As the API lists actions. */
  record Wanted(
      List<ClusterName> clusters,
      List<NodeId> nodes,
      List<ActionKind> kinds,
      List<String> states,
      String sort) {}

  /** What was asked for; empty if nothing can fit. */
  Optional<Wanted> of(SenlinQuery query, Sight sight) {
    List<String> states =
        query.values("status").stream().flatMap(one -> states(one).stream()).distinct().toList();
    List<ActionKind> kinds =
        query.values("action").stream()
            .flatMap(one -> ActionNames.kinds(one).stream())
            .distinct()
            .toList();
    List<ClusterName> clusters = new ArrayList<>();
    List<NodeId> nodes = new ArrayList<>();
    try {
      query.values("cluster_id").forEach(one -> clusters.add(lookup.cluster(one, sight).name()));
      for (String target : query.values("target")) {
        Optional<ListedNode> node = node(target, sight);
        ClusterName cluster =
            node.map(ListedNode::cluster).orElseGet(() -> lookup.cluster(target, sight).name());
        if (!clusters.isEmpty() && !clusters.contains(cluster)) {
          return Optional.empty();
        }
        clusters.clear();
        clusters.add(cluster);
        if (node.isPresent()) {
          nodes.add(node.get().node());
        } else {
          kinds = ofCluster(kinds);
        }
      }
    } catch (ProblemException unknown) {
      if (unknown.body().status() == 404) {
        return Optional.empty();
      }
      throw unknown;
    }
    return Optional.of(new Wanted(clusters, nodes, kinds, states, sort(query.sort())));
  }

  private Optional<ListedNode> node(String target, Sight sight) {
    try {
      return Optional.of(lookup.node(target, sight));
    } catch (ProblemException none) {
      return Optional.empty();
    }
  }

  private static List<ActionKind> ofCluster(List<ActionKind> asked) {
    return OF_CLUSTERS.stream()
        .flatMap(name -> ActionNames.kinds(name).stream())
        .filter(kind -> asked.isEmpty() || asked.contains(kind))
        .toList();
  }

  private static List<String> states(String status) {
    if (!STATUS.contains(status)) {
      throw ProblemException.badRequest("Field value %s is invalid".formatted(status));
    }
    return ActionNames.states(status);
  }

  /** Oldest first, as Senlin has it. */
  private static String sort(List<SortPart> parts) {
    List<String> ours =
        parts.stream()
            .flatMap(part ->
                KEYS.getOrDefault(part.key(), List.of()).stream()
                    .map(key -> key + ":" + part.direction().name().toLowerCase(Locale.ROOT)))
            .collect(Collectors.toCollection(ArrayList::new));
    if (ours.stream().noneMatch(key -> key.startsWith("created_at:"))) {
      ours.add("created_at:asc");
    }
    return String.join(",", ours);
  }
}
