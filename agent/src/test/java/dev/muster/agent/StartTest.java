package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.settings.AgentOptions;
import dev.muster.agent.settings.ServiceSettings;
import dev.muster.agent.settings.Settings;
import dev.muster.agent.settings.UsageException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How an agent is started, rightly and wrongly. */
final class StartTest {

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --node n1                         | --data is missing
          --data d --node n1 --listen 7070  | --listen: '7070' (expected: HOST:PORT
          --data d --node n1 --listen h:70000 | --listen: 'h:70000'
          --data d --node N_1               | --node
          --data d --data e                 | --data is given twice
          --data d --prot 1                 | unknown option '--prot'
          --data                            | --data needs a value
          --data d --attribute x            | --attribute: 'x' (expected: KEY=TEXT
          --data d --node n1 --config none.json | none.json cannot be read
          --data d --node n1 --token-file none  | --token-file: none cannot be read
          --data d --node n1 --nudge core   | --nudge: 'core'
          """)
  void saysWhatIsWrongInOneLine(String line, String complaint) {
    Assertions.assertThatThrownBy(() -> AgentOptions.parse(List.of(line.split(" "))))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(complaint);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"nod": "x"}                                    | unknown field 'nod' (known: allow, allowDirs
          {"services": {"a": {"start": ["x"]}}}           | config.services.a.stop: missing
          {"services": {"a": {"start": ["x"], "stop": ["y"]}}} | config.services.a: status is missing
          {"services": {"a": {"unit": "x", "unitt": 1}}}  | unknown field 'unitt'
          {"status": {"http": "http://h/", "tcp": "h:1"}} | 2 of http, tcp, command and process given
          {"status": {"http": "h"}}                       | http: 'h' (expected: an address
          {"retention": {"age": "soon"}}                  | config.retention.age: "soon"
          {"nudge": {"url": "http://h/", "actions": "x"}} | actions: 'x' (expected: direct or all)
          {"scripts": "yes"}                              | config.scripts: "yes" (expected: true or false)
          [                                               | is no JSON
          """)
  void saysWhatIsWrongWithTheConfiguration(String json, String complaint) throws Exception {
    String config = TestAgent.config(folder, json);
    Assertions.assertThatThrownBy(
            () -> AgentOptions.parse(List.of("--data", "d", "--node", "n1", "--config", config)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(complaint);
  }

  @Test
  void theCommandLineWinsOverTheFile() throws Exception {
    String config =
        TestAgent.config(
            folder,
            """
            {"node": "a", "data": "/d", "listen": "127.0.0.1:1", "allow": ["x"], "scripts": true,
             "services": {"s": {"unit": "nginx.service"}}, "attributes": {"k": "1", "l": "2"},
             "nudge": {"url": "http://h/nudge"}}
            """);
    Settings settings =
        AgentOptions.parse(
            List.of("--config", config, "--node", "b", "--allow", "y", "--attribute", "k=3"));
    assertThat(settings.node().name()).isEqualTo("b");
    assertThat(settings.data()).isEqualTo(Path.of("/d"));
    assertThat(settings.listen()).isEqualTo(new Settings.Address("127.0.0.1", 1));
    assertThat(settings.permissions().programs().allowed()).containsExactly("x", "y");
    assertThat(settings.permissions().scripts()).isEqualTo(Settings.Scripts.ALLOWED);
    assertThat(settings.node().attributes()).containsEntry("k", "3").containsEntry("l", "2");
    assertThat(settings.node().services().values())
        .extracting(ServiceSettings::start)
        .containsExactly(List.of("systemctl", "start", "--", "nginx.service"));
    assertThat(settings.nudge()).isPresent();
  }

  @Test
  void aSecondAgentOnTheSameDataIsRefused() throws Exception {
    try (AgentProcess first = AgentProcess.start(folder)) {
      assertThat(first.caller().info().nodeId()).isEqualTo("n1");
      assertEnds(
          List.of("--node", "n1", "--listen", "127.0.0.1:0", "--data", folder.toString()),
          1,
          "is in use by another agent");
    }
  }

  @Test
  void aPortInUseIsSaidInOneLine() throws Exception {
    try (AgentProcess first = AgentProcess.start(folder.resolve("a"))) {
      String address = first.caller().base().replace("http://", "");
      assertEnds(
          List.of("--node", "n2", "--listen", address, "--data", folder.resolve("b").toString()),
          1,
          "cannot listen on " + address);
    }
  }

  @Test
  void wrongUsageHasAnExitCodeOfItsOwn() throws Exception {
    assertEnds(List.of("--nonsense"), 2, "unknown option '--nonsense'");
    assertEnds(
        List.of("--data", "/proc/none/such", "--node", "n1"),
        1,
        "--data /proc/none/such cannot be used");
  }

  @Test
  void helpShowsAnExample() throws Exception {
    Process help = AgentProcess.launch(List.of("--help"));
    assertThat(new String(help.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains("Example:")
        .contains("--token-file");
    assertThat(help.waitFor()).isZero();
  }

  @Test
  void theDataFolderBelongsToTheAgentAlone() throws Exception {
    Path data = folder.resolve("data");
    try (TestAgent agent = TestAgent.start(data)) {
      assertThat(agent.caller().info().nodeId()).isEqualTo("n1");
      assertThat(Files.getPosixFilePermissions(data))
          .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }
  }

  private static void assertEnds(List<String> args, int code, String complaint) throws Exception {
    Process process = AgentProcess.launch(args);
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(output).contains(complaint).doesNotContain("\tat ");
    assertThat(output.lines().filter(line -> line.startsWith("muster-agent"))).hasSize(1);
    assertThat(process.waitFor()).isEqualTo(code);
  }
}
