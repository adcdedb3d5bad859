package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Signal;
import dev.muster.domain.protocol.ActionReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** agent.upgrade over a script that the test writes, and what the agent says of itself. */
final class AgentUpgradeTest {

  private static final String HASH = "ab".repeat(32);

  @TempDir Path folder;
  private Path home;

  @BeforeEach
  void install() throws Exception {
    home = folder.resolve("home");
    Files.createDirectories(home.resolve("current/bin"));
  }

  @Test
  void itIsDoneByWhatOutlivesTheAgent() throws Exception {
    Path go = folder.resolve("go");
    script(
        "echo \"$@\" >> %s/asked; until [ -e %s ]; do sleep 0.05; done; echo exchanged"
            .formatted(folder, go));
    UUID id;
    try (AgentProcess agent = start()) {
      id = agent.caller().accepted(upgrade(home.resolve("packages/a.tar.gz").toString()));
      long cursor = 0;
      while (!Files.exists(folder.resolve("asked"))) {
        cursor = agent.caller().await(cursor, 1).cursor();
      }
    }
    Files.createFile(go);
    try (AgentProcess agent = start()) {
      ActionReport report = agent.caller().until(id, ActionState.DONE);
      assertThat(Caller.payload(report).get("changed").booleanValue()).isFalse();
    }
    assertThat(folder.resolve("asked"))
        .hasContent("switch %s/packages/a.tar.gz %s 60".formatted(home, HASH));
  }

  @Test
  void anExchangeThatWentBackFailedWithTheReason() throws Exception {
    script("echo it was exchanged back: Muster has not asked it anything for 60 s >&2; exit 1");
    try (AgentProcess agent = start()) {
      UUID id = agent.caller().accepted(upgrade(home.resolve("packages/a.tar.gz").toString()));
      ActionReport report = agent.caller().until(id, ActionState.FAILED);
      assertThat(report.error().orElseThrow().message())
          .isEqualTo("the agent was not exchanged; the agent is the one of before (-)");
      assertThat(report.error().orElseThrow().causes())
          .containsExactly("it was exchanged back: Muster has not asked it anything for 60 s");
    }
  }

  @Test
  void onlyWhatLiesInItsPackagesIsTaken() throws Exception {
    script("exit 0");
    try (AgentProcess agent = start()) {
      assertThat(agent.caller().refused(upgrade("/tmp/a.tar.gz")))
          .contains("expected: a file in " + home.resolve("packages"));
      assertThat(agent.caller().refused(upgrade(home + "/packages/../a.tar.gz")))
          .contains("expected: a file in " + home.resolve("packages"));
      assertThat(agent.caller().refused(upgrade(home + "/packages/a").replace(HASH, "abc")))
          .contains("64 digits");
    }
  }

  @Test
  void itCannotBeCancelledInTheMiddle() throws Exception {
    Path go = folder.resolve("go");
    script("until [ -e %s ]; do sleep 0.05; done".formatted(go));
    try (AgentProcess agent = start()) {
      UUID id = agent.caller().accepted(upgrade(home + "/packages/a.tar.gz"));
      agent.caller().until(id, ActionState.RUNNING);
      assertThat(agent.caller().signal(id, Signal.CANCEL).statusCode()).isEqualTo(409);
      Files.createFile(go);
      agent.caller().until(id, ActionState.DONE);
    }
  }

  @Test
  void itIsOffUnlessTheAgentWasInstalledForIt() throws Exception {
    try (TestAgent agent = TestAgent.start(folder.resolve("data"))) {
      assertThat(agent.caller().refused(upgrade("/a")))
          .contains("kind 'agent.upgrade' is off on this node: it is not configured");
    }
  }

  @Test
  void anAgentThatIsNotTheExpectedOneIsToldSo() throws Exception {
    script("exit 0");
    try (AgentProcess agent = start()) {
      UUID asked = agent.caller().accepted("{\"kind\":\"agent.version\"}");
      ActionReport report = agent.caller().until(asked, ActionState.DONE);
      assertThat(Caller.payload(report).get("packages").stringValue())
          .isEqualTo(home.resolve("packages").toString());
      UUID other =
          agent.caller().accepted("{\"kind\":\"agent.version\",\"args\":{\"image\":\"other\"}}");
      assertThat(agent.caller().until(other, ActionState.FAILED).error().orElseThrow().message())
          .isEqualTo("the agent is -, not other");
    }
  }

  @Test
  void scriptsBesideItSeeHowFarItHasCome() throws Exception {
    script("exit 0");
    Path standing = folder.resolve("data/standing");
    try (AgentProcess agent = start()) {
      assertThat(standing).content().startsWith("joined ");
      agent.caller().accepted("{\"kind\":\"agent.version\"}");
      assertThat(standing).content().startsWith("asked ");
    }
    try (AgentProcess _ = start()) {
      assertThat(standing).content().startsWith("joined ");
    }
  }

  private static String upgrade(String tarball) {
    return "{\"kind\":\"agent.upgrade\",\"args\":{\"package\":\"%s\",\"sha256\":\"%s\"}}"
        .formatted(tarball, HASH);
  }

  private void script(String text) throws Exception {
    Path script = home.resolve("current/bin/muster-agent-node");
    Files.writeString(script, "#!/bin/sh\n" + text + "\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private AgentProcess start() throws Exception {
    String config = TestAgent.config(folder, "{\"upgrade\": {\"home\": \"%s\"}}".formatted(home));
    return AgentProcess.start(folder.resolve("data"), "--config", config);
  }
}
