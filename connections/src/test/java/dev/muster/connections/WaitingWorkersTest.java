package dev.muster.connections;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.connections.fixture.Relay;
import dev.muster.connections.fixture.SmallTemporal;
import io.temporal.api.workflowservice.v1.PollWorkflowTaskQueueRequest;
import io.temporal.api.workflowservice.v1.PollWorkflowTaskQueueResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** One connection serves workers and people, also while nobody answers. */
final class WaitingWorkersTest {

  @Test
  void aPollWaitsForAnEngineThatIsAwayAndAPersonIsToldAtOnce() {
    try (SmallTemporal temporal = SmallTemporal.plain();
        Relay relay = new Relay(temporal.port());
        Connected connected =
            Connected.by(Map.of("muster.temporal.address", "localhost:" + relay.port()))) {
      relay.open();
      assertThat(connected.engine().whyAway()).isEmpty();
      relay.cut();
      Awaitility.await("the cut is seen").until(() -> connected.engine().whyAway().isPresent());
      CompletableFuture<PollWorkflowTaskQueueResponse> poll =
          CompletableFuture.supplyAsync(() ->
              connected
                  .stubs()
                  .blockingStub()
                  .pollWorkflowTaskQueue(PollWorkflowTaskQueueRequest.getDefaultInstance()));
      assertThat(connected.engine().whyAway()).isPresent();
      assertThat(poll).isNotDone();
      relay.open();
      assertThat(poll).succeedsWithin(Duration.ofSeconds(10));
    }
  }
}
