package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.settings.AgentOptions;
import dev.muster.agent.settings.HostingSettings;
import dev.muster.agent.settings.Settings;
import dev.muster.agent.settings.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The block {@code members} of the configuration, and arguments that a provider refuses at once.
 */
final class HostingSettingsTest {

  private static final String MEMBERS =
      "\"members\": {\"folder\": \"/m\", \"ports\": \"21000-21999\"}";

  @TempDir Path folder;

  @Test
  void membersListenOnThisHostUnlessSomethingElseIsSaid() throws Exception {
    HostingSettings hosting =
        parsed("{" + MEMBERS + "}").permissions().more().hosting().orElseThrow();

    assertThat(hosting.folder()).isEqualTo(Path.of("/m"));
    assertThat(hosting.ports()).isEqualTo(new HostingSettings.PortRange(21000, 21999));
    assertThat(hosting.host()).isEqualTo("127.0.0.1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"members": {}}                                        | config.members.folder: missing
          {"members": {"folder": "m", "ports": "1-2"}}           | folder: 'm' (expected: an absolute path)
          {"members": {"folder": "/m"}}                          | config.members.ports: missing
          {"members": {"folder": "/m", "ports": "21000"}}        | ports: '21000' (expected: a range such as 21000-21999
          {"members": {"folder": "/m", "ports": "21000-21000"}}  | ports: '21000-21000' (expected
          {"members": {"folder": "/m", "ports": "21000-70000"}}  | ports: '21000-70000' (expected
          {"members": {"folder": "/m", "ports": "1-2", "hots": "x"}} | unknown field 'hots'
          {"members": {"folder": "/m", "ports": "1-2", "host": "10.0.0.5"}} | config.members.host: on 10.0.0.5 anybody could run actions on the members
          {"members": {"folder": "/m", "ports": "1-2", "host": "0.0.0.0"}} | config.members.host: '0.0.0.0' (expected: an address at which Muster
          """)
  void saysWhatIsWrongInOneLine(String json, String complaint) {
    Assertions.assertThatThrownBy(() -> parsed(json))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(complaint);
  }

  @Test
  void otherHostsMayReachMembersOfAnAgentThatIsOpenItself() throws Exception {
    Settings settings =
        parsed(
            "{\"members\": {\"folder\": \"/m\", \"ports\": \"1-2\", \"host\": \"10.0.0.5\"}}",
            "--insecure");

    assertThat(settings.permissions().more().hosting().orElseThrow().isExposed()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "tokenFile": "SECRET"                                          | (tokenFile)
          "join": {"url": "https://muster:8420", "tokenFile": "SECRET"}  | (join)
          "tls": {"keyStore": {"file": "a", "passwordFile": "b"}}        | (tls)
          """)
  void anAgentThatHasCredentialsMakesNoMembersThatHaveNone(String field, String named)
      throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), "correct-horse");

    Assertions.assertThatThrownBy(
            () -> parsed("{" + MEMBERS + ", " + field.replace("SECRET", secret.toString()) + "}"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("this agent has credentials " + named)
        .hasMessageContaining("Run an agent without credentials for the members");
  }

  @Test
  void theKindsAreOffWithoutIt() throws Exception {
    try (TestAgent agent = TestAgent.start(folder.resolve("data"))) {
      assertThat(agent.caller().refused("{\"kind\": \"member.recover\"}"))
          .isEqualTo(
              "kind 'member.recover' is off on this node: this node makes no members ('members' in its configuration)");
      assertThat(agent.caller().info().kinds()).noneMatch(kind -> kind.startsWith("member."));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          create  | {"member": "W"}                                                 | member: node: 'W' (expected
          create  | {"member": "../w"}                                              | member: node: '../w' (expected
          create  | {"member": "w"}                                                 | cluster and index are missing
          create  | {"member": "w", "cluster": "c", "index": -1}                    | index: -1 (expected: a whole number
          create  | {"member": "w", "cluster": "c", "index": 1, "specs": {}}        | unknown field 'specs'
          create  | {"member": "w", "cluster": "c", "index": 1, "spec": []}         | args.spec: [] (expected: an object)
          create  | {"member": "w", "cluster": "c", "index": 1, "spec": {"servce": {}}} | args.spec: unknown field 'servce' (known: attributes, service)
          create  | {"member": "w", "cluster": "c", "index": 1, "spec": {"service": {}}} | args.spec.service.argv: missing
          create  | {"member": "w", "cluster": "c", "index": 1, "spec": {"service": {"argv": ["nc"]}}} | program 'nc' is not allowed on this node (allowed: sh
          create  | {"member": "w", "cluster": "c", "index": 1, "spec": {"service": {"argv": ["sh"], "env": {"LD_PRELOAD": "x"}}}} | LD_PRELOAD is not allowed on this node
          create  | {"member": "w", "cluster": "c", "index": 1, "spec": {"service": {"argv": ["sh", "${member.prt}"]}}} | ${member.prt} is not known (known: cluster, folder, host, index, name, port)
          create  | {"member": "w", "cluster": "c", "index": 1, "spec": {"service": {"argv": ["sh"], "status": {"command": ["nc"]}}}} | command: program 'nc' is not allowed
          create  | {"member": "w", "cluster": "c", "index": 1, "spec": {"service": {"argv": ["sh"], "status": {"process": "/x"}}}} | process is what holds without a status
          create  | {"member": "w", "cluster": "c", "index": 1, "spec": {"service": {"argv": ["sh"], "status": {"http": "h"}}}} | http: 'h' (expected: an address
          recover | {"member": "w"}                                                 | operation is missing (expected: REBOOT, REBUILD or RECREATE)
          recover | {"member": "w", "operation": "HEAL"}                            | operation: 'HEAL' (expected: REBOOT, REBUILD or RECREATE)
          """)
  void refusesWhatWouldNeverDo(String verb, String args, String complaint) throws Exception {
    String config =
        TestAgent.config(
            folder,
            "{\"allow\": [\"sh\"], \"members\": {\"folder\": \"%s\", \"ports\": \"21000-21999\"}}"
                .formatted(folder.resolve("m")));
    try (TestAgent agent = TestAgent.start(folder.resolve("data"), "--config", config)) {
      assertThat(
              agent
                  .caller()
                  .refused("{\"kind\": \"member.%s\", \"args\": %s}".formatted(verb, args)))
          .contains(complaint);
    }
    assertThat(folder.resolve("m")).doesNotExist();
  }

  private Settings parsed(String json, String... more) throws Exception {
    List<String> line =
        new ArrayList<>(
            List.of("--data", "d", "--node", "n1", "--config", TestAgent.config(folder, json)));
    line.addAll(List.of(more));
    return AgentOptions.parse(line);
  }
}
