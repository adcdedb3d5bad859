package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.ActionReport;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program printed, from its first byte to its last. */
final class LogTest {

  private static final int LINES = 400_000;

  @TempDir Path folder;

  @Test
  void nothingIsLostOfAProgramThatPrintsMoreThanTheAgentHolds() throws Exception {
    try (TestAgent agent = TestAgent.start(folder, "--allow", "/bin/sh")) {
      UUID id =
          agent
              .caller()
              .accepted(
                  """
                  {"kind": "exec.command", "args": {"argv": ["/bin/sh", "-c",
                   "for c in 0 1 2 3 4 5 6 7 8 9; do seq $((1000000 + c * %1$d)) $((999999 + (c + 1) * %1$d)); sleep 0.1; done"]}}
                  """
                      .formatted(LINES / 10));
      ActionReport report = agent.caller().until(id, ActionState.DONE);
      assertThat(report.logBytes()).contains(LINES * 8L);
      StringBuilder all = new StringBuilder();
      HttpResponse<String> piece = agent.caller().get("/v1/actions/%s/log".formatted(id));
      while (!piece.body().isEmpty()) {
        all.append(piece.body());
        String next = piece.headers().firstValue("Muster-Log-Next").orElseThrow();
        piece = agent.caller().get("/v1/actions/%s/log?offset=%s".formatted(id, next));
      }
      assertThat(piece.headers().firstValue("Muster-Log-Complete")).contains("true");
      assertThat(all.length()).isEqualTo(LINES * 8);
      int expected = 1_000_000;
      for (String line : all.toString().split("\n", -1)) {
        if (!line.isEmpty()) {
          assertThat(line).isEqualTo(Integer.toString(expected++));
        }
      }
    }
  }

  @Test
  void whoPrintsNothingSaysSo() throws Exception {
    try (TestAgent agent = TestAgent.start(folder)) {
      UUID id = agent.caller().accepted("{\"kind\":\"test.success\",\"args\":{}}");
      assertThat(agent.caller().until(id, ActionState.DONE).logBytes()).contains(0L);
      HttpResponse<String> log = agent.caller().get("/v1/actions/" + id + "/log?wait=1");
      assertThat(log.body()).isEmpty();
      assertThat(log.headers().firstValue("Muster-Log-Complete")).contains("true");
    }
  }
}
