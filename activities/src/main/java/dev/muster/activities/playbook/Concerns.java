package dev.muster.activities.playbook;

import dev.muster.activities.steps.RunFacts;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.run.RunSituation;
import dev.muster.records.Records;
import dev.muster.records.actions.ActionFilter;
import dev.muster.records.nodes.NodeFilter;
import dev.muster.records.nodes.NodeRecord;
import dev.muster.records.runs.RunDetail;
import dev.muster.records.sql.PageRequest;
import dev.muster.workflows.temporalui.ConcernsMarkdown;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The nodes of a run that somebody should look at: those that failed, with the reason, and those in
 * work whose agents do not answer.
 */
final class Concerns {

  private static final int LOOKED_AT = 100;

  /** All nodes are read for their reasons; of a larger run only once, at its end. */
  private static final int SMALL = 1_000;

  private final Records records;
  private final RunFacts run;

  Concerns(Records records, RunFacts run) {
    this.records = records;
    this.run = run;
  }

  /** For Temporal's current details; empty when all is well. */
  String markdown(RunSituation view, boolean over) {
    int failed = 0;
    int running = 0;
    int total = 0;
    for (RunSituation.Stage stage : view.stages()) {
      failed += stage.counts().failed();
      running += stage.counts().running();
      total += stage.counts().total();
    }
    return ConcernsMarkdown.of(
        failed,
        failed > 0 && (over || total <= SMALL) ? failed() : List.of(),
        running > 0 ? silent() : List.of());
  }

  private List<ConcernsMarkdown.Failed> failed() {
    List<ConcernsMarkdown.Failed> nodes = new ArrayList<>();
    records
        .runDetails()
        .find(run.id())
        .ifPresent(detail ->
            detail
                .stages()
                .forEach(stage ->
                    stage.nodes().stream()
                        .filter(node -> node.state().countsAsFailure())
                        .forEach(node ->
                            nodes.add(
                                new ConcernsMarkdown.Failed(
                                    node.node(), stage.plan().name(), reason(node))))));
    return nodes;
  }

  /** What became of the node, and what its agent said at last. */
  private static String reason(RunDetail.Node node) {
    return node.steps().stream()
        .flatMap(step -> step.error().stream())
        .reduce((first, last) -> last)
        .map(error -> node.reason() + ": " + error)
        .orElse(node.reason());
  }

  /** What they run may go on; nobody knows until they answer again. */
  private List<ConcernsMarkdown.Silent> silent() {
    List<NodeRecord> silent =
        records
            .nodes()
            .list(
                run.cluster(),
                new NodeFilter(Optional.of(NodeStatus.UNREACHABLE), Optional.empty(), Map.of()),
                new PageRequest(LOOKED_AT, Optional.empty()))
            .items();
    if (silent.isEmpty()) {
      return List.of();
    }
    Set<NodeId> inWork = new TreeSet<>();
    records
        .actions()
        .list(
            new ActionFilter(
                Optional.empty(),
                Optional.empty(),
                Optional.of(run.id()),
                ActionState.ON_AGENT,
                Optional.empty()),
            new PageRequest(LOOKED_AT, Optional.empty()))
        .items()
        .forEach(action -> action.node().ifPresent(inWork::add));
    return silent.stream().filter(node -> inWork.contains(node.id())).map(Concerns::shown).toList();
  }

  private static ConcernsMarkdown.Silent shown(NodeRecord node) {
    return new ConcernsMarkdown.Silent(
        node.id(),
        node.failures().since().orElse(node.addedAt()),
        node.failures().lastError().orElse("no answer"));
  }
}
