package dev.muster.agent.hosting;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a member's agent is started, by how its provider was. */
final class OwnProgramTest {

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  @Test
  void thatOfAJarHasItsOptionsAndTheWholePathOfTheJar() {
    assertThat(
            OwnProgram.command(
                List.of("java", "-Xmx48m", "-jar", "lib/muster-agent.jar", "--data", "d"),
                Path.of("/opt")))
        .containsExactly(JAVA, "-Xmx48m", "-jar", "/opt/lib/muster-agent.jar");
  }

  @Test
  void thatOfClassesEndsWithTheMainClass() {
    assertThat(
            OwnProgram.command(
                List.of("java", "-cp", "a:b", "dev.muster.agent.AgentMain", "--node", "n1"),
                Path.of("/opt")))
        .containsExactly(JAVA, "-cp", "a:b", "dev.muster.agent.AgentMain");
  }

  @Test
  void withinAnotherProgramItIsTheAgentOfTheSameClassPath() {
    for (List<String> line :
        List.of(List.<String>of(), List.of("java", "-jar", "surefirebooter.jar"))) {
      List<String> command = OwnProgram.command(line, Path.of("/opt"));
      assertThat(command)
          .startsWith(JAVA)
          .contains("-Xmx48m")
          .endsWith("-cp", System.getProperty("java.class.path"), "dev.muster.agent.AgentMain");
    }
  }
}
