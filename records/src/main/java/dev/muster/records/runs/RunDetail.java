package dev.muster.records.runs;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.playbook.PlannedNode;
import dev.muster.domain.playbook.PlannedStage;
import dev.muster.domain.playbook.RunPlan;
import dev.muster.domain.run.Answerer;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.Progress;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunSituation.Answer.Verdict;
import dev.muster.domain.run.RunSituation.NodeCounts;
import dev.muster.domain.run.StagePlan;
import dev.muster.domain.schedule.WaitReason;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A run with everything that people see of it; of the nodes of a large one only those that somebody
 * may want to look at. Reasons and errors are without sensitive values; the run's parameters are as
 * they are.
 */
public record RunDetail(RunRecord run, List<Stage> stages) {

  /** A run that was recorded by this transaction, so that it need not be read again. */
  static RunDetail ofNew(RunRecord run, RunPlan plan) {
    List<List<PlannedNode>> shown = RunSample.ofNew(plan);
    return new RunDetail(
        run,
        IntStream.range(0, shown.size())
            .mapToObj(index -> ofNew(plan.stages().get(index), shown.get(index)))
            .toList());
  }

  private static Stage ofNew(PlannedStage stage, List<PlannedNode> shown) {
    NodeCounts pending =
        Progress.count(stage.nodes().stream().map(node -> NodeState.PENDING).toList());
    return new Stage(
        stage.plan(),
        ProgressState.NEW_PLAN,
        "",
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        new Standing(pending, 0, List.of()),
        shown.stream().map(RunDetail::ofNew).toList());
  }

  private static Node ofNew(PlannedNode node) {
    return new Node(
        node.node(),
        node.batch(),
        NodeState.PENDING,
        "",
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  /**
   * A stage.
   *
   * @param standing of all its nodes
   * @param nodes in the order in which they are started; maybe only a sample
   */
  public record Stage(
      StagePlan plan,
      ProgressState state,
      String reason,
      Optional<Instant> approvalAskedAt,
      Optional<Instant> openedAt,
      Optional<Instant> finishedAt,
      List<Answer> answers,
      Standing standing,
      List<Node> nodes) {

    /** Whether it has more nodes than are shown. */
    public boolean isSampled() {
      return nodes.size() < standing.counts().total();
    }
  }

  /**
   * How many nodes of a stage are where.
   *
   * @param settling of those that run
   * @param waits why actions wait, most nodes first; only of a stage of which a sample is shown
   */
  public record Standing(NodeCounts counts, int settling, List<Waits> waits) {

    static final Standing EMPTY = new Standing(new NodeCounts(0, 0, 0, 0, 0, 0), 0, List.of());
  }

  /**
   * Actions that wait for one kind of reason.
   *
   * @param actions how many
   * @param node of one of them
   * @param text what that one waits for
   */
  public record Waits(WaitReason.Code code, int actions, NodeId node, String text) {}

  /** What a person answered to a stage's approval. */
  public record Answer(Answerer answerer, Verdict verdict, String comment, Instant at) {

    public String by() {
      return answerer.name();
    }
  }

  /**
   * A node of a stage.
   *
   * @param steps those that have an action, by step and attempt
   */
  public record Node(
      NodeId node,
      int batch,
      NodeState state,
      String reason,
      Optional<Instant> settlingSince,
      Optional<Instant> startedAt,
      Optional<Instant> finishedAt,
      List<Step> steps) {}

  /** An attempt at a step. */
  public record Step(
      String step,
      int index,
      int attempt,
      ActionId action,
      ActionState state,
      Optional<Waiting> waiting,
      Optional<Instant> startedAt,
      Optional<Instant> finishedAt,
      Optional<String> error) {}

  /** Why an action waits: a word for programs, a sentence for people. */
  public record Waiting(WaitReason.Code code, String text) {}
}
