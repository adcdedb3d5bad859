package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.ActionReport;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The one file that is put on nodes, as Maven packs it: what it lacks, no class path shows. */
final class JarIT {

  private static final Path JAR = Path.of("target", "muster-agent.jar");
  private static final String SECRET = "correct-horse-battery-staple";

  @TempDir Path folder;

  @Test
  void startsAnswersAndExecutesWithNothingBesideIt() throws Exception {
    try (AgentProcess agent =
        AgentProcess.startJar(JAR, folder, "--allow", "/bin/sh", "--sensitive", "API_KEY")) {
      assertThat(agent.caller().info().nodeId()).isEqualTo("n1");
      UUID id =
          agent
              .caller()
              .accepted(
                  """
                  {"kind": "exec.command", "args": {"argv": ["/bin/sh", "-c", "echo all is %s"]},
                   "sensitive": ["%s"]}
                  """
                      .formatted(SECRET, SECRET));
      ActionReport done = agent.caller().until(id, ActionState.DONE);
      assertThat(Caller.payload(done).path("stdout").stringValue()).contains("all is •••");
      assertThat(agent.caller().untilPrinted(id, "all is ***")).doesNotContain(SECRET);
      assertThat(agent.caller().snapshot(0).actions()).hasSize(1);
      assertThat(agent.caller().get("/none").statusCode()).isEqualTo(404);
    }
    try (AgentProcess again = AgentProcess.startJar(JAR, folder)) {
      assertThat(again.caller().snapshot(0).actions()).hasSize(1);
    }
  }

  @Test
  void noClassOfOursRefersToOneThatTheJarLacks() {
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said, true);
    int code =
        ToolProvider.findFirst("jdeps")
            .orElseThrow()
            .run(out, out, "--multi-release", "base", "--missing-deps", JAR.toString());
    assertThat(code).as(said.toString()).isZero();
    List<String> lacking =
        said.toString().lines().map(String::strip).filter(JarIT::isOurs).toList();
    assertThat(lacking).isEmpty();
  }

  private static boolean isOurs(String line) {
    return line.startsWith("dev.muster.");
  }
}
