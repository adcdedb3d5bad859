package dev.muster.domain.playbook;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.playbook.Definition.StageSpec;
import dev.muster.domain.playbook.Definition.TargetSpec;
import dev.muster.domain.playbook.PlanContext.Candidate;
import dev.muster.domain.rollout.Share;
import dev.muster.domain.run.ProgressState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which nodes a stage works on, in the order in which they are started. */
final class Targets {

  private final PlanContext context;
  private final Resolver resolver;
  private final PlanProblems problems;
  private final List<Candidate> ordered;
  private final Map<NodeId, Candidate> byId = new HashMap<>();
  private final Map<String, List<Candidate>> byStage = new LinkedHashMap<>();

  Targets(PlanContext context, Resolver resolver, PlanProblems problems) {
    this.context = context;
    this.resolver = resolver;
    this.problems = problems;
    this.ordered =
        context.nodes().stream()
            .sorted(Comparator.comparing(node -> node.id().value(), NaturalOrder.INSTANCE))
            .toList();
    ordered.forEach(node -> byId.put(node.id(), node));
  }

  /**
   * The nodes of a stage: selected ones in the order in which people count, named ones in the order
   * in which they are named.
   */
  List<Candidate> of(StageSpec stage) {
    TargetSpec spec = stage.targets();
    Optional<List<Candidate>> matching = matching(spec);
    Set<NodeId> excepted = new HashSet<>();
    for (String earlier : spec.except()) {
      byStage.getOrDefault(earlier, List.of()).forEach(node -> excepted.add(node.id()));
    }
    List<Candidate> nodes =
        matching.orElse(List.of()).stream().filter(node -> !excepted.contains(node.id())).toList();
    if (nodes.isEmpty() && matching.isPresent() && !spec.allowEmpty()) {
      problems.add(ProgressState.INCOMPLETE_TARGETS, spec.path(), nothing(stage, matching.get()));
    }
    Optional<Share> limit = spec.limit().flatMap(resolver::value);
    if (limit.isPresent()) {
      nodes = nodes.subList(0, Math.min(nodes.size(), limit.get().atLeastOne(nodes.size())));
    }
    byStage.put(stage.name(), nodes);
    return nodes;
  }

  /** Every node of the stages so far, without repetition. */
  List<Candidate> all() {
    return byStage.values().stream().flatMap(List::stream).distinct().toList();
  }

  /** Empty if what the stage says could not be read, which has been told then. */
  private Optional<List<Candidate>> matching(TargetSpec spec) {
    Optional<List<Candidate>> selected =
        spec.select()
            .flatMap(resolver::value)
            .map(selector -> ordered.stream().filter(selector::matches).toList());
    return selected.isPresent()
        ? selected
        : spec.nodes().flatMap(field -> resolver.value(field).map(ids -> named(field, ids)));
  }

  private List<Candidate> named(Field<List<NodeId>> field, List<NodeId> ids) {
    List<Candidate> nodes = new ArrayList<>();
    for (NodeId id : ids) {
      Candidate node = byId.get(id);
      if (node == null) {
        problems.add(
            ProgressState.INCOMPLETE_TARGETS,
            field.path(),
            "cluster '%s' has no node '%s'%s"
                .formatted(
                    context.cluster(),
                    id,
                    Names.hint(
                        id.value(), byId.keySet().stream().map(NodeId::value).limit(20).toList())));
      } else {
        nodes.add(node);
      }
    }
    return nodes;
  }

  private String nothing(StageSpec stage, List<Candidate> matching) {
    String why =
        matching.isEmpty()
            ? "no node of cluster '%s' (%d nodes) matches"
                .formatted(context.cluster(), ordered.size())
            : "every node that matches belongs to the stages that are excepted";
    return "stage '%s' has no nodes: %s (expected: at least one, or allowEmpty: true)"
        .formatted(stage.name(), why);
  }
}
