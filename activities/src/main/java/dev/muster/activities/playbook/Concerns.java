package dev.muster.activities.playbook;

import dev.muster.activities.steps.RunFacts;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.run.RunSituation;
import dev.muster.domain.shown.Markdown;
import dev.muster.domain.shown.Shortened;
import dev.muster.records.Records;
import dev.muster.records.actions.ActionFilter;
import dev.muster.records.nodes.NodeFilter;
import dev.muster.records.nodes.NodeRecord;
import dev.muster.records.runs.RunDetail;
import dev.muster.records.sql.PageRequest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The nodes of a run that somebody should look at, as Markdown for Temporal's current details:
 * those that failed, with the reason, and those in work whose agents do not answer.
 */
final class Concerns {

  private static final int SHOWN = 10;
  private static final int LOOKED_AT = 100;
  private static final int LONGEST = 200;

  /** All nodes are read for their reasons; of a larger run only once, at its end. */
  private static final int SMALL = 1_000;

  private static final Set<ActionState> ON_AN_AGENT =
      Stream.of(ActionState.values())
          .filter(ActionState::isOnAgent)
          .collect(Collectors.toUnmodifiableSet());

  private final Records records;
  private final RunFacts run;

  Concerns(Records records, RunFacts run) {
    this.records = records;
    this.run = run;
  }

  /** Empty when all is well. */
  String markdown(RunSituation view, boolean over) {
    int failed = 0;
    int running = 0;
    int total = 0;
    for (RunSituation.Stage stage : view.stages()) {
      failed += stage.counts().failed();
      running += stage.counts().running();
      total += stage.counts().total();
    }
    StringBuilder text = new StringBuilder();
    if (failed > 0 && (over || total <= SMALL)) {
      list(text, "What failed", failed(), failed);
    }
    if (running > 0) {
      List<String> silent = silent();
      list(text, "Whose agents do not answer", silent, silent.size());
    }
    return text.toString();
  }

  private List<String> failed() {
    List<String> lines = new ArrayList<>();
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
                            lines.add(
                                "%s in stage %s: %s"
                                    .formatted(
                                        code(node.node().value()),
                                        Markdown.text(stage.plan().name()),
                                        code(reason(node)))))));
    return lines;
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
  private List<String> silent() {
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
                ON_AN_AGENT,
                Optional.empty()),
            new PageRequest(LOOKED_AT, Optional.empty()))
        .items()
        .forEach(action -> action.node().ifPresent(inWork::add));
    return silent.stream().filter(node -> inWork.contains(node.id())).map(Concerns::line).toList();
  }

  private static String line(NodeRecord node) {
    Instant since = node.errorSince().orElse(node.addedAt()).truncatedTo(ChronoUnit.SECONDS);
    return "%s since %s: %s"
        .formatted(code(node.id().value()), since, code(node.lastError().orElse("no answer")));
  }

  /** The first lines of {@code all}, of which more may exist than were read. */
  private static void list(StringBuilder text, String heading, List<String> lines, int all) {
    if (lines.isEmpty()) {
      return;
    }
    text.append("\n**").append(heading).append("**\n\n");
    lines.stream().limit(SHOWN).forEach(line -> text.append("- ").append(line).append('\n'));
    if (all > SHOWN) {
      text.append("- and %d more\n".formatted(all - SHOWN));
    }
  }

  /** What somebody else wrote, such as an agent. */
  private static String code(String text) {
    return Markdown.code(Shortened.to(LONGEST, text));
  }
}
