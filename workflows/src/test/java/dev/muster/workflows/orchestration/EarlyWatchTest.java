package dev.muster.workflows.orchestration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.NodeId;
import dev.muster.workflows.contract.CycleRequest.Trigger;
import dev.muster.workflows.contract.CycleRequest.Watching;
import dev.muster.workflows.contract.Ids;
import dev.muster.workflows.testing.FakeCluster;
import dev.muster.workflows.testing.TestEngine;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A watch that looked before the cycle beside it had started something. */
final class EarlyWatchTest {

  private static final String ID = Ids.orchestration(FakeCluster.NAME);

  @AutoClose private final TestEngine engine = TestEngine.start();

  @Test
  void isRepeatedOnce() {
    engine.cluster.busy();
    engine.engine.ensureOrchestration(FakeCluster.NAME);
    engine.cluster.nextCycle();
    engine.cluster.nextWatch();
    engine.engine.nudgeAtOnce(FakeCluster.NAME, List.of(new NodeId("n1")), "run 7");
    assertThat(engine.cluster.nextCycle().watching()).isEqualTo(Watching.ON);
    engine.awaitQuiet(ID);

    engine.cluster.change();
    engine.cluster.nextWatch();

    engine.cluster.change();
    engine.pass(Duration.ofSeconds(50));
    assertThat(engine.cluster.watches).as("the second one found nothing either").isEmpty();
    assertThat(engine.cluster.cycles).isEmpty();
    engine.pass(Duration.ofSeconds(15));
    assertThat(engine.cluster.nextCycle().trigger()).isEqualTo(Trigger.INTERVAL);
    engine.record("orchestration-early-watch", engine.history(ID));
  }
}
