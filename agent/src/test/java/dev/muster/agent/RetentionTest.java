package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.ActionSnapshot;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Old actions are forgotten at the start (and every hour). */
final class RetentionTest {

  private static final String NOTHING_NEWEST = "{\"retention\":{\"age\":\"1d\",\"newest\":0}}";

  @TempDir Path folder;

  private final MovableClock clock = new MovableClock();

  @Test
  void forgetsWhatIsOldAndSaysFromWhereOnItIsComplete() throws Exception {
    String config = TestAgent.config(folder, NOTHING_NEWEST);
    UUID done;
    UUID failed;
    long cursor;
    UUID recent;
    UUID unfinished;
    try (TestAgent agent = start("--config", config, "--allow", "sh")) {
      Caller caller = agent.caller();
      done =
          caller.accepted(
              "{\"kind\":\"exec.command\",\"args\":{\"argv\":[\"sh\",\"-c\",\"echo x\"]}}");
      failed = caller.accepted("{\"kind\":\"test.fail\"}");
      caller.until(failed, ActionState.FAILED);
      cursor = caller.snapshot(0).cursor();
      clock.advance(Duration.ofDays(2));
      recent = caller.accepted("{\"kind\":\"test.ping\"}");
      caller.until(recent, ActionState.DONE);
      unfinished = caller.accepted("{\"kind\":\"test.ping\",\"args\":{\"delay_ms\":60000}}");
      caller.until(unfinished, ActionState.RUNNING);
    }
    try (TestAgent agent = start("--config", config)) {
      Caller caller = agent.caller();
      ActionSnapshot snapshot = caller.snapshot(0);
      while (snapshot.completeSince() == 0) {
        snapshot = caller.snapshot(0);
      }
      assertThat(snapshot.actions())
          .extracting(ActionReport::id)
          .containsExactly(unfinished, recent);
      assertThat(snapshot.completeSince()).isEqualTo(cursor);
      assertThat(caller.get("/v1/actions/" + done).statusCode()).isEqualTo(404);
      assertThat(caller.get("/v1/actions/" + failed + "/log").statusCode()).isEqualTo(404);
    }
    assertThat(folder.resolve("data/actions").resolve(done.toString())).doesNotExist();
  }

  @Test
  void keepsTheNewest100HoweverOldTheyAre() throws Exception {
    try (TestAgent agent = start()) {
      Caller caller = agent.caller();
      UUID last = caller.accepted("{\"kind\":\"test.ping\"}");
      for (int i = 0; i < 119; i++) {
        last = caller.accepted("{\"kind\":\"test.ping\"}");
      }
      caller.until(last, ActionState.DONE);
    }
    clock.advance(Duration.ofDays(15));
    try (TestAgent agent = start()) {
      ActionSnapshot snapshot = agent.caller().snapshot(0);
      while (snapshot.completeSince() == 0) {
        snapshot = agent.caller().snapshot(0);
      }
      assertThat(snapshot.actions()).hasSize(100);
    }
  }

  private TestAgent start(String... options) throws Exception {
    return TestAgent.start(folder.resolve("data"), clock, options);
  }
}
