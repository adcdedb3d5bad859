package dev.muster.domain.autopilot;

import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.schedule.WaitReason;
import dev.muster.domain.shown.Shortened;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Why a command does not move, or why it ended, in words: which node, in which phase, and what
 * holds it. The same situation gives the same words, so that looking changes nothing.
 */
final class PlanExplanation {

  /** In bytes: a status is kept each time it changes. */
  private static final int MOST_BYTES = 1000;

  private static final int MOST_OF_A_NODE = 240;
  private static final int NODES_TOLD = 3;

  private final SeenRun run;
  private final List<SeenRun.Stage> stages;
  private final Function<SeenRun.Node, SignalState> stateOf;

  /**
   * Explains one command.
   *
   * @param stages of the command
   * @param stateOf how a node is shown
   */
  PlanExplanation(
      SeenRun run, List<SeenRun.Stage> stages, Function<SeenRun.Node, SignalState> stateOf) {
    this.run = run;
    this.stages = stages;
    this.stateOf = stateOf;
  }

  /** Of a command that is done: what failed all the same. */
  String completed() {
    List<String> failed = failures();
    return failed.isEmpty()
        ? ""
        : text(
            List.of(
                List.of(
                    "%s failed, which muster.dev/max-failures allows"
                        .formatted(nodes(failed.size()))),
                told(failed, "failed")));
  }

  /** Of a command that ended before it was done. */
  String ended() {
    List<String> told = told(failures(), "failed");
    boolean bySomebody = run.state() != ProgressState.APPLY_FAILED || told.isEmpty();
    return text(
        List.of(
            bySomebody ? List.of(run.reason()) : List.of(),
            told,
            told(interrupted(), "were stopped")));
  }

  /** Of a command of which one more node may be signalled: what keeps that node, if it says so. */
  String moving(SeenRun.Stage stage) {
    return text(
        List.of(
            told(failures(), "failed"),
            told(inFlight(stage), "in flight"),
            told(probing(stage), "about to be signalled")));
  }

  /** Of a command of which no node may be signalled now. */
  String waiting(SeenRun.Stage stage) {
    List<String> hold = hold(stage);
    List<String> flight = inFlight(stage);
    List<String> waiting = waitingNodes(stage);
    boolean silent = hold.isEmpty() && waiting.isEmpty() && signalled(stage) == 0;
    return text(
        List.of(
            silent ? fallback(stage) : hold,
            told(failures(), "failed"),
            told(flight, "in flight"),
            told(probing(stage), "about to be signalled"),
            waiting));
  }

  /** What people or the order of things hold: a pause, an approval, a cancel. */
  private List<String> hold(SeenRun.Stage stage) {
    long inWork = inWork();
    String rest = inWork == 0 ? "" : "; %s in flight first".formatted(ends(inWork));
    if (run.cancelledBy().isPresent()) {
      return List.of("cancelled by %s%s".formatted(run.cancelledBy().get(), rest));
    }
    if (run.pausedBy().isPresent()) {
      return List.of("paused by %s".formatted(run.pausedBy().get()));
    }
    if (stage.state() == ProgressState.PENDING_APPROVE) {
      return List.of(stage.reason().isEmpty() ? "it waits for approval" : stage.reason());
    }
    return List.of();
  }

  private static String ends(long inWork) {
    return inWork == 1 ? "1 node ends that is" : "%d nodes end that are".formatted(inWork);
  }

  /** Something must be said when nobody is in flight and nothing else is known. */
  private List<String> fallback(SeenRun.Stage stage) {
    return Stream.of(stage.reason(), run.reason())
        .filter(reason -> !reason.isEmpty())
        .limit(1)
        .toList();
  }

  private List<String> failures() {
    return nodes()
        .filter(node -> node.state().countsAsFailure())
        .map(node -> about(node, node.reason()))
        .toList();
  }

  private List<String> interrupted() {
    return nodes()
        .filter(node -> node.state() == NodeState.CANCELLED)
        .filter(node -> stateOf.apply(node) == SignalState.APPLY_FAILED)
        .map(node -> about(node, node.reason()))
        .toList();
  }

  private List<String> inFlight(SeenRun.Stage stage) {
    return stage.nodes().stream()
        .filter(node -> stateOf.apply(node) == SignalState.SENT)
        .filter(node -> !node.reason().isEmpty() || !detail(node).isEmpty() || settles(node))
        .map(node -> about(node, settles(node) ? "updated, and settling" : node.reason()))
        .toList();
  }

  private static boolean settles(SeenRun.Node node) {
    return node.step().isEmpty() && node.reason().isEmpty();
  }

  private List<String> probing(SeenRun.Stage stage) {
    return stage.nodes().stream()
        .filter(node -> node.state() == NodeState.RUNNING)
        .filter(node -> stateOf.apply(node) == SignalState.PENDING)
        .filter(node -> !node.reason().isEmpty() || !detail(node).isEmpty())
        .map(node -> about(node, node.reason()))
        .toList();
  }

  /** Nodes that wait for something else than their turn, with what it is. */
  private List<String> waitingNodes(SeenRun.Stage stage) {
    Map<String, List<String>> byReason = new LinkedHashMap<>();
    for (SeenRun.Node node : stage.nodes()) {
      Optional<SeenRun.Step> step = node.step().filter(one -> node.state() == NodeState.PENDING);
      if (step.isPresent() && step.get().waiting().filter(code -> !isTurn(code)).isPresent()) {
        byReason
            .computeIfAbsent(detail(node), reason -> new ArrayList<>())
            .add(node.node().value());
      }
    }
    List<String> told = new ArrayList<>();
    byReason.forEach((reason, names) -> {
      if (told.size() < NODES_TOLD) {
        String who =
            names.size() == 1
                ? names.getFirst() + " waits"
                : "%s and %d more wait".formatted(names.getFirst(), names.size() - 1);
        told.add("%s: %s".formatted(who, line(reason)));
      }
    });
    return told;
  }

  /** Whoever waits for its turn alone is as it should be. */
  private static boolean isTurn(WaitReason.Code code) {
    return code == WaitReason.Code.STAGE_AT_LIMIT || code == WaitReason.Code.SETTLING;
  }

  private long inWork() {
    return nodes().filter(node -> node.state() == NodeState.RUNNING).count();
  }

  private long signalled(SeenRun.Stage stage) {
    return stage.nodes().stream().filter(node -> stateOf.apply(node) == SignalState.SENT).count();
  }

  private Stream<SeenRun.Node> nodes() {
    return stages.stream().flatMap(stage -> stage.nodes().stream());
  }

  private static String about(SeenRun.Node node, String reason) {
    String detail = detail(node);
    String joint = reason.isEmpty() || detail.isEmpty() ? "" : ": ";
    return "%s: %s".formatted(node.node(), line(reason + joint + detail));
  }

  private static String detail(SeenRun.Node node) {
    return node.step().map(SeenRun.Step::detail).orElse("");
  }

  private static String line(String text) {
    return Shortened.to(MOST_OF_A_NODE, text.replaceAll("\\s+", " ").strip());
  }

  private static List<String> told(List<String> nodes, String what) {
    List<String> told = new ArrayList<>(nodes.subList(0, Math.min(NODES_TOLD, nodes.size())));
    if (nodes.size() > NODES_TOLD) {
      told.add("and %d more %s".formatted(nodes.size() - NODES_TOLD, what));
    }
    return told;
  }

  private static String nodes(int count) {
    return count == 1 ? "1 node" : count + " nodes";
  }

  private static String text(List<List<String>> parts) {
    return Shortened.toBytes(
        MOST_BYTES, String.join("; ", parts.stream().flatMap(List::stream).toList()));
  }
}
