package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.ActionReport;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the agent shows nobody. */
final class SensitiveTest {

  private static final String SECRET = "correct-horse-battery-staple";

  @TempDir Path folder;

  @Test
  void theProgramGetsWhatNobodyIsShown() throws Exception {
    try (TestAgent agent =
        TestAgent.start(
            folder, "--allow", "/bin/sh", "--allow-env", "API_KEY", "--sensitive", "API_KEY")) {
      UUID id =
          agent
              .caller()
              .accepted(
                  """
                  {"kind": "exec.command", "args": {"env": {"API_KEY": "%s"},
                   "argv": ["/bin/sh", "-c", "printf %%s \\"$API_KEY\\" | wc -c; echo got $API_KEY; exit 3"]}}
                  """
                      .formatted(SECRET));
      ActionReport report = agent.caller().until(id, ActionState.FAILED);
      assertThat(report.args().path("env").path("API_KEY").stringValue()).isEqualTo("•••");
      assertThat(Caller.payload(report).path("stdout").stringValue())
          .contains("28")
          .contains("got •••");
      assertThat(everything(agent, id)).doesNotContain(SECRET);
      assertThat(agent.caller().info().sensitive().orElseThrow()).containsExactly("API_KEY");
    }
  }

  @Test
  void whatTheSenderCallsSensitiveIsShownNobodyAlsoAfterARestart() throws Exception {
    UUID id;
    try (TestAgent agent = TestAgent.start(folder)) {
      id =
          agent
              .caller()
              .accepted(
                  "{\"kind\":\"test.success\",\"args\":{\"a\":\"x%sy\"},\"sensitive\":[\"%s\"]}"
                      .formatted(SECRET, SECRET));
      agent.caller().until(id, ActionState.DONE);
      assertThat(everything(agent, id)).contains("x•••y").doesNotContain(SECRET);
    }
    try (TestAgent agent = TestAgent.start(folder)) {
      assertThat(everything(agent, id)).contains("x•••y").doesNotContain(SECRET);
    }
  }

  @Test
  void aRefusalDoesNotRepeatWhatIsSensitive() throws Exception {
    try (TestAgent agent = TestAgent.start(folder, "--allow", "true", "--sensitive", "grace")) {
      assertThat(
              agent
                  .caller()
                  .refused(
                      "{\"kind\":\"exec.command\",\"args\":{\"argv\":[\"true\"],\"grace\":\"%s\"}}"
                          .formatted(SECRET)))
          .contains("•••")
          .doesNotContain(SECRET);
    }
  }

  /** Wherever pieces end, segments begin, and something is gone. */
  @Test
  void aLongLogShowsNoPartOfASecret() throws Exception {
    try (TestAgent agent = TestAgent.start(folder, "--allow", "/bin/sh")) {
      UUID id =
          agent
              .caller()
              .accepted(
                  """
                  {"kind": "exec.command", "sensitive": ["%1$s"], "args": {"argv": ["/bin/sh", "-c",
                   "for c in $(seq 25); do yes %1$s | head -n 100000 | tr -d '\\\\n'; sleep 0.1; done"]}}
                  """
                      .formatted(SECRET));
      ActionReport report = agent.caller().until(id, ActionState.DONE);
      long printed = report.logBytes().orElseThrow();
      assertThat(printed).isGreaterThan(64_000_000);
      long next = 0;
      long gone = 0;
      while (next < printed) {
        var answer = agent.caller().get("/v1/actions/%s/log?offset=%d".formatted(id, next));
        assertThat(answer.body()).doesNotContain(SECRET.substring(0, 9)).doesNotContain("-staple");
        long offset =
            Long.parseLong(answer.headers().firstValue("Muster-Log-Offset").orElseThrow());
        gone += offset - next;
        long then = Long.parseLong(answer.headers().firstValue("Muster-Log-Next").orElseThrow());
        gone += then - offset - answer.body().length();
        assertThat(then).isGreaterThan(next);
        next = then;
      }
      assertThat(gone).as("something was rotated away").isPositive();
    }
  }

  private static String everything(TestAgent agent, UUID id) {
    Caller caller = agent.caller();
    return caller.get("/v1/actions?since=0").body()
        + caller.get("/v1/actions/" + id).body()
        + caller.get("/v1/actions/" + id + "/log").body()
        + caller.get("/v1/info").body()
        + caller.get("/metrics").body();
  }
}
