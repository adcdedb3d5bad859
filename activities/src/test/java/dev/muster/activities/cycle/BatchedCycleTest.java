package dev.muster.activities.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.fake.Scene;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.Fence;
import dev.muster.domain.cluster.NodeId;
import dev.muster.workflows.contract.BatchReport;
import dev.muster.workflows.contract.BatchRequest;
import dev.muster.workflows.contract.Choice;
import dev.muster.workflows.contract.CycleReport.Standing;
import dev.muster.workflows.contract.CycleRequest;
import dev.muster.workflows.contract.CycleRequest.Trigger;
import dev.muster.workflows.contract.NodeRange;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class BatchedCycleTest {

  private static final NodeRange FIRST = range("n1", "n2");
  private static final NodeRange SECOND = range("n3", "n4");

  @AutoClose private final Scene scene = Scene.of("n1", "n2", "n3", "n4");
  private final Fence fence = scene.fence().next();

  @Test
  void piecesOfALargeCycleDoWhatAWholeOneDoes() {
    ActionId one = scene.action("n1", ActionState.PENDING_SCHEDULE);
    ActionId four = scene.action("n4", ActionState.PENDING_SCHEDULE);

    BatchReport first = sync(FIRST);
    BatchReport second = sync(SECOND);
    Choice choice = choose();
    BatchReport pushedFirst = dispatch(FIRST);
    BatchReport pushedSecond = dispatch(SECOND);

    assertThat(first.synced() + second.synced()).isEqualTo(4);
    assertThat(choice.toDispatch()).containsExactly(range("n1", "n4"));
    assertThat(choice.report().figures().unfinished()).isEqualTo(2);
    assertThat(pushedFirst.started() + pushedSecond.started()).isEqualTo(2);
    assertThat(scene.agent("n1").held()).containsExactly(one);
    assertThat(scene.agent("n4").held()).containsExactly(four);
  }

  @Test
  void pushingABatchTwiceGivesTheAgentOneAction() {
    ActionId one = scene.action("n1", ActionState.PENDING_SCHEDULE);
    sync(FIRST);
    choose();
    dispatch(FIRST);
    dispatch(FIRST);
    sync(FIRST);

    assertThat(scene.agent("n1").held()).containsExactly(one);
    assertThat(scene.state(one)).isEqualTo(ActionState.NEW);
  }

  @Test
  void everyPieceOfAnOlderCycleIsRefused() {
    scene.action("n1", ActionState.PENDING_SCHEDULE);
    sync(FIRST);
    scene.cycles().takeEpoch(Scene.CLUSTER);

    assertThat(sync(SECOND).standing()).isEqualTo(Standing.SUPERSEDED);
    assertThat(choose().report().standing()).isEqualTo(Standing.SUPERSEDED);
    assertThat(dispatch(FIRST).standing()).isEqualTo(Standing.SUPERSEDED);
    assertThat(scene.agent("n1").held()).isEmpty();
  }

  @Test
  void rangesCoverEveryNode() {
    assertThat(scene.cycles().ranges(fence)).containsExactly(range("n1", "n4"));
  }

  private BatchReport sync(NodeRange range) {
    return scene.cycles().sync(new BatchRequest(fence, range));
  }

  private BatchReport dispatch(NodeRange range) {
    return scene.cycles().dispatch(new BatchRequest(fence, range));
  }

  private Choice choose() {
    return scene.cycles().choose(new CycleRequest(fence, Trigger.INTERVAL, List.of(), List.of()));
  }

  private static NodeRange range(String from, String to) {
    return new NodeRange(new NodeId(from), new NodeId(to));
  }
}
