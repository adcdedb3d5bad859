package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.SignalRequest.Signal;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/** external.*: the two examples of the documents, and executables that do as they should not. */
final class ExternalKindsTest {

  private static final Path EXAMPLES = Path.of("..", "docs", "examples", "external");

  @TempDir Path folder;
  private Path kinds;

  @BeforeEach
  void make() throws Exception {
    kinds =
        Files.createDirectory(
            folder.resolve("kinds"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
  }

  @Test
  void theExampleInShellPacksAFolder() throws Exception {
    example("backup.sh");
    Path from = Files.createDirectory(folder.resolve("from"));
    Files.writeString(from.resolve("file"), "content");
    Path to = folder.resolve("to");
    ObjectNode args = args().put("from", from.toString()).put("to", to.toString()).put("keep", 1);
    try (TestAgent agent = agent()) {
      assertThat(agent.caller().info().kinds()).contains("external.backup");
      Files.createDirectories(to);
      Files.writeString(to.resolve("backup-20010101T000000Z.tgz"), "old");
      ActionReport report =
          agent.caller().until(agent.caller().accepted(action("backup", args)), ActionState.DONE);
      Path archive = Path.of(Caller.payload(report).get("archive").stringValue());
      assertThat(Caller.payload(report).get("bytes").longValue()).isEqualTo(Files.size(archive));
      try (Stream<Path> files = Files.list(to)) {
        assertThat(files).containsExactly(archive);
      }
      assertThat(agent.caller().get("/v1/actions/" + report.id() + "/log").body())
          .contains("packing " + from);
      ActionReport wrong =
          agent
              .caller()
              .until(
                  agent.caller().accepted(action("backup", args.put("from", "/none"))),
                  ActionState.FAILED);
      assertThat(wrong.error().orElseThrow().message())
          .isEqualTo("external.backup: start ended with exit code 1");
      assertThat(wrong.error().orElseThrow().causes()).containsExactly("/none is no folder");
    }
  }

  @Test
  void theExampleInPythonWaitsUntilNobodyIsConnected() throws Exception {
    example("drain.py");
    Path marker = folder.resolve("draining");
    try (ServerSocket service = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      UUID id;
      try (Socket client = new Socket(service.getInetAddress(), service.getLocalPort());
          Socket served = service.accept()) {
        assertThat(served.isConnected()).isTrue();
        try (AgentProcess agent = process()) {
          id = agent.caller().accepted(action("drain", drain(service, marker)));
          agent.caller().untilPrinted(id, "draining port");
          assertThat(agent.caller().action(id).state()).isEqualTo(ActionState.RUNNING);
        }
        assertThat(client.isConnected()).isTrue();
      }
      try (AgentProcess agent = process()) {
        ActionReport report = agent.caller().until(id, ActionState.DONE);
        assertThat(Caller.payload(report).get("atFirst").intValue()).isEqualTo(1);
        assertThat(Files.readString(marker).strip()).isEqualTo(id.toString());
      }
    }
  }

  @Test
  void theExampleInPythonPutsEverythingBackWhenItIsCancelled() throws Exception {
    example("drain.py");
    Path marker = folder.resolve("draining");
    try (ServerSocket service = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket client = new Socket(service.getInetAddress(), service.getLocalPort());
        Socket served = service.accept();
        TestAgent agent = agent()) {
      assertThat(client.isConnected() && served.isConnected()).isTrue();
      UUID id = agent.caller().accepted(action("drain", drain(service, marker)));
      agent.caller().untilPrinted(id, "draining port");
      assertThat(agent.caller().signal(id, Signal.SUSPEND).statusCode()).isEqualTo(409);
      assertThat(agent.caller().signal(id, Signal.CANCEL).statusCode()).isEqualTo(202);
      agent.caller().until(id, ActionState.CANCELLED);
      assertThat(marker).doesNotExist();
    }
  }

  @Test
  void argumentsAreCheckedWhenTheActionComes() throws Exception {
    example("drain.py");
    try (TestAgent agent = agent()) {
      assertThat(agent.caller().refused(action("drain", args().put("port", 1))))
          .isEqualTo("args.marker: missing");
      assertThat(
              agent.caller().refused(action("drain", args().put("port", "x").put("marker", "y"))))
          .isEqualTo("args.port: is no number");
      assertThat(
              agent
                  .caller()
                  .refused(
                      action("drain", args().put("port", 1).put("marker", "y").put("prot", 2))))
          .isEqualTo("args: unknown field 'prot' (known: atMost, marker, port)");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "service.restart",
    "test.ping",
    "artifact.install",
    "muster.upgrade",
    "replicante.io/service.restart",
    "agent.replicante.io/test.loop",
    "external.other"
  })
  void anExecutableHasNoNameButItsOwn(String reserved) throws Exception {
    program("mine", "echo '{\"protocol\": 1, \"kind\": \"%s\"}'".formatted(reserved));
    try (TestAgent agent = agent()) {
      assertThat(agent.caller().refused(action("mine", args())))
          .contains("kind 'external.mine' is off on this node: ")
          .contains("kind: '%s' is reserved for somebody else".formatted(reserved))
          .contains("(expected: 'external.mine', after the name of the file)");
      assertThat(agent.caller().info().kinds()).doesNotContain("external.mine");
      UUID ping = agent.caller().accepted("{\"kind\":\"test.ping\"}");
      assertThat(
              Caller.payload(agent.caller().until(ping, ActionState.DONE))
                  .get("pong")
                  .booleanValue())
          .isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          exit 4                             | ended with exit code 4
          echo hello                         | the last line of its standard output is no JSON object: 'hello'
          echo '{"kind": "external.bad"}'    | describe: protocol: 0 (expected: 1)
          echo '{"protocol": 1, "kind": "external.bad", "singals": []}' | unknown field 'singals'
          echo '{"protocol": 1, "kind": "external.bad", "signals": ["STOP"]}' | signals: 'STOP' (expected: CANCEL, SUSPEND and RESUME
          echo '{"protocol": 1, "kind": "external.bad", "arguments": {"a": {"type": "int"}}}' | type: 'int' (expected: text, number
          """)
  void aDescriptionThatCannotBeUsedTurnsTheKindOff(String script, String why) throws Exception {
    program("bad", script);
    try (TestAgent agent = agent()) {
      assertThat(agent.caller().refused(action("bad", args()))).contains(why);
    }
  }

  @Test
  void aKindThatComesOrChangesIsThereAtOnce() throws Exception {
    try (TestAgent agent = agent()) {
      assertThat(agent.caller().refused(action("late", args())))
          .contains("kind 'external.late' is not known to this agent");
      program("late", "exit 1");
      assertThat(agent.caller().refused(action("late", args()))).contains("exit code 1");
      program("late", described("late", "", "echo '{\"status\": \"done\"}'"));
      agent.caller().until(agent.caller().accepted(action("late", args())), ActionState.DONE);
      assertThat(agent.caller().info().kinds()).contains("external.late");
    }
  }

  @Test
  void twoFilesOfOneNameAreNoKind() throws Exception {
    program("twin.sh", described("twin", "", "true"));
    Path other = program("twin.py", described("twin", "", "true"));
    try (TestAgent agent = agent()) {
      assertThat(agent.caller().refused(action("twin", args())))
          .contains("%s and %s have the same name".formatted(other, kinds.resolve("twin.sh")));
    }
  }

  @Test
  void whatOthersMayChangeIsNotRun() throws Exception {
    Path file = program("open", described("open", "", "true"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxrwxr-x"));
    try (TestAgent agent = agent()) {
      assertThat(agent.caller().refused(action("open", args())))
          .contains(file + " may be changed by others");
    }
  }

  @Test
  void aStartSurvivesTheAgentAndIsNotRepeated() throws Exception {
    Path gate = folder.resolve("gate");
    Path count = folder.resolve("count");
    program(
        "long",
        described(
            "long",
            "",
            "echo x >> %s; echo begun >&2; until [ -e %s ]; do sleep 0.02; done; echo '{\"status\": \"done\", \"outputs\": {\"n\": 1}}'"
                .formatted(count, gate)));
    UUID id;
    try (AgentProcess agent = process()) {
      id = agent.caller().accepted(action("long", args()));
      agent.caller().untilPrinted(id, "begun");
    }
    try (AgentProcess agent = process()) {
      Files.createFile(gate);
      ActionReport report = agent.caller().until(id, ActionState.DONE);
      assertThat(Caller.payload(report).get("n").intValue()).isEqualTo(1);
    }
    assertThat(count).hasContent("x\n");
  }

  @Test
  void theStateOfTheLastAnswerIsGivenBackAfterARestart() throws Exception {
    program(
        "steps",
        described(
            "steps",
            ", \"interval\": \"50ms\"",
            "echo '{\"status\": \"running\", \"state\": {\"token\": \"t-1\"}, \"progress\": {\"at\": 0}}'",
            "case \"$input\" in *t-1*) [ -e %s ] && echo '{\"status\": \"done\", \"outputs\": {\"same\": true}}' || echo '{\"status\": \"running\", \"progress\": {\"at\": 1}}';; *) echo '{\"status\": \"failed\", \"error\": \"no token\"}';; esac"
                .formatted(folder.resolve("gate"))));
    UUID id;
    try (AgentProcess agent = process()) {
      id = agent.caller().accepted(action("steps", args()));
      long cursor = 0;
      while (agent.caller().action(id).payload().map(p -> p.get("at").intValue()).orElse(0) < 1) {
        cursor = agent.caller().await(cursor, 5).cursor();
      }
    }
    try (AgentProcess agent = process()) {
      Files.createFile(folder.resolve("gate"));
      ActionReport report = agent.caller().until(id, ActionState.DONE);
      assertThat(Caller.payload(report).get("same").booleanValue()).isTrue();
    }
  }

  @Test
  void suspendAndResumeAreToldWhileItIsWatched() throws Exception {
    Path told = folder.resolve("told");
    program(
        "halt",
        described(
            "halt",
            ", \"signals\": [\"CANCEL\", \"SUSPEND\", \"RESUME\"], \"interval\": \"50ms\", \"grace\": \"300ms\"",
            "echo '{\"status\": \"running\"}'; echo begun >&2",
            "echo '{\"status\": \"running\"}'",
            "echo \"$input\" | sed 's/.*\"signal\":\"\\([A-Z]*\\)\".*/\\1/' >> " + told));
    try (TestAgent agent = agent()) {
      UUID id = agent.caller().accepted(action("halt", args()));
      agent.caller().untilPrinted(id, "begun");
      agent.caller().signal(id, Signal.SUSPEND);
      agent.caller().untilPrinted(id, "telling external.halt: SUSPEND");
      agent.caller().signal(id, Signal.RESUME);
      agent.caller().untilPrinted(id, "telling external.halt: RESUME");
      agent.caller().signal(id, Signal.SUSPEND);
      agent.caller().untilPrinted(id, "RESUME\ntelling external.halt: SUSPEND");
      agent.caller().signal(id, Signal.CANCEL);
      ActionReport report = agent.caller().until(id, ActionState.FAILED);
      assertThat(report.error().orElseThrow().message())
          .isEqualTo("external.halt did not end within 300ms after CANCEL");
      assertThat(Files.readAllLines(told))
          .isEqualTo(List.of("SUSPEND", "RESUME", "SUSPEND", "CANCEL"));
    }
  }

  @Test
  void aCheckThatFailsIsRepeatedAFewTimes() throws Exception {
    program(
        "blind",
        described(
            "blind",
            ", \"interval\": \"20ms\"",
            "echo '{\"status\": \"running\"}'",
            "echo x >> %s; echo cannot see >&2; exit 1".formatted(folder.resolve("count"))));
    try (TestAgent agent = agent()) {
      UUID id = agent.caller().accepted(action("blind", args()));
      ActionReport report = agent.caller().until(id, ActionState.FAILED);
      assertThat(report.error().orElseThrow().message())
          .contains("external.blind could not be checked 5 times in a row")
          .contains("cannot see");
      assertThat(Files.readAllLines(folder.resolve("count"))).hasSize(5);
    }
  }

  @Test
  void aStartThatWasKilledIsRepeatedOnlyIfItMayBe() throws Exception {
    for (boolean restartable : List.of(false, true)) {
      String name = restartable ? "again" : "once";
      program(
          name,
          described(
              name,
              ", \"restartable\": " + restartable,
              "if [ -e %1$s ]; then exit 0; fi; touch %1$s; kill -s KILL -- -$PPID"
                  .formatted(folder.resolve(name))));
      try (TestAgent agent = agent()) {
        UUID id = agent.caller().accepted(action(name, args()));
        ActionReport report =
            agent.caller().until(id, restartable ? ActionState.DONE : ActionState.FAILED);
        assertThat(report.error().map(error -> error.message()).orElse(""))
            .isEqualTo(restartable ? "" : "external.once was killed before it ended");
      }
    }
  }

  /** A shell script that describes itself so, and does these at start, check and signal. */
  private static String described(String name, String more, String... verbs) {
    String[] does = {"true", "true", "true"};
    System.arraycopy(verbs, 0, does, 0, verbs.length);
    return """
    case "$1" in
    describe) echo '{"protocol": 1, "kind": "external.%s"%s}' ;;
    start) %s ;;
    check) input=$(cat); %s ;;
    signal) input=$(cat); %s ;;
    esac
    """
        .formatted(name, more, does[0], does[1], does[2]);
  }

  private Path program(String name, String script) throws IOException {
    Path file = kinds.resolve(name);
    Files.deleteIfExists(file);
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void example(String name) throws IOException {
    Path file = Files.copy(EXAMPLES.resolve(name), kinds.resolve(name));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private TestAgent agent() throws Exception {
    return TestAgent.start(folder.resolve("data"), "--config", config());
  }

  private AgentProcess process() throws Exception {
    return AgentProcess.start(folder.resolve("data"), "--config", config());
  }

  private String config() throws Exception {
    return TestAgent.config(folder, "{\"external\": \"%s\"}".formatted(kinds));
  }

  private static ObjectNode drain(ServerSocket service, Path marker) {
    return args().put("port", service.getLocalPort()).put("marker", marker.toString());
  }

  private static ObjectNode args() {
    return WireFormat.JSON.createObjectNode();
  }

  private static String action(String name, ObjectNode args) {
    return ArtifactScene.action("external." + name, args);
  }
}
