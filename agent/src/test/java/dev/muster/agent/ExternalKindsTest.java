package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Signal;
import dev.muster.domain.protocol.ActionReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * external.*: what executables may be and answer, and what becomes of them when they are killed.
 */
final class ExternalKindsTest {

  @TempDir Path folder;
  private ExternalScene scene;

  @BeforeEach
  void make() throws Exception {
    scene = ExternalScene.in(folder);
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
    scene.program("mine", "echo '{\"protocol\": 1, \"kind\": \"%s\"}'".formatted(reserved));
    try (TestAgent agent = scene.agent()) {
      assertThat(agent.caller().refused(ExternalScene.action("mine", ExternalScene.args())))
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
    scene.program("bad", script);
    try (TestAgent agent = scene.agent()) {
      assertThat(agent.caller().refused(ExternalScene.action("bad", ExternalScene.args())))
          .contains(why);
    }
  }

  @Test
  void aKindThatComesOrChangesIsThereAtOnce() throws Exception {
    try (TestAgent agent = scene.agent()) {
      assertThat(agent.caller().refused(ExternalScene.action("late", ExternalScene.args())))
          .contains("kind 'external.late' is not known to this agent");
      scene.program("late", "exit 1");
      assertThat(agent.caller().refused(ExternalScene.action("late", ExternalScene.args())))
          .contains("exit code 1");
      scene.program("late", described("late", "", "echo '{\"status\": \"done\"}'"));
      agent
          .caller()
          .until(
              agent.caller().accepted(ExternalScene.action("late", ExternalScene.args())),
              ActionState.DONE);
      assertThat(agent.caller().info().kinds()).contains("external.late");
    }
  }

  @Test
  void twoFilesOfOneNameAreNoKind() throws Exception {
    scene.program("twin.sh", described("twin", "", "true"));
    Path other = scene.program("twin.py", described("twin", "", "true"));
    try (TestAgent agent = scene.agent()) {
      assertThat(agent.caller().refused(ExternalScene.action("twin", ExternalScene.args())))
          .contains(
              "%s and %s have the same name".formatted(other, scene.kinds().resolve("twin.sh")));
    }
  }

  @Test
  void whatOthersMayChangeIsNotRun() throws Exception {
    Path file = scene.program("open", described("open", "", "true"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxrwxr-x"));
    try (TestAgent agent = scene.agent()) {
      assertThat(agent.caller().refused(ExternalScene.action("open", ExternalScene.args())))
          .contains(file + " may be changed by others");
    }
  }

  @Test
  void aStartSurvivesTheAgentAndIsNotRepeated() throws Exception {
    Path gate = folder.resolve("gate");
    Path count = folder.resolve("count");
    scene.program(
        "long",
        described(
            "long",
            "",
            "echo x >> %s; echo begun >&2; until [ -e %s ]; do sleep 0.02; done; echo '{\"status\": \"done\", \"outputs\": {\"n\": 1}}'"
                .formatted(count, gate)));
    UUID id;
    try (AgentProcess agent = scene.process()) {
      id = agent.caller().accepted(ExternalScene.action("long", ExternalScene.args()));
      agent.caller().untilPrinted(id, "begun");
    }
    try (AgentProcess agent = scene.process()) {
      Files.createFile(gate);
      ActionReport report = agent.caller().until(id, ActionState.DONE);
      assertThat(Caller.payload(report).get("n").intValue()).isEqualTo(1);
    }
    assertThat(count).hasContent("x\n");
  }

  @Test
  void theStateOfTheLastAnswerIsGivenBackAfterARestart() throws Exception {
    scene.program(
        "steps",
        described(
            "steps",
            ", \"interval\": \"50ms\"",
            "echo '{\"status\": \"running\", \"state\": {\"token\": \"t-1\"}, \"progress\": {\"at\": 0}}'",
            "case \"$input\" in *t-1*) [ -e %s ] && echo '{\"status\": \"done\", \"outputs\": {\"same\": true}}' || echo '{\"status\": \"running\", \"progress\": {\"at\": 1}}';; *) echo '{\"status\": \"failed\", \"error\": \"no token\"}';; esac"
                .formatted(folder.resolve("gate"))));
    UUID id;
    try (AgentProcess agent = scene.process()) {
      id = agent.caller().accepted(ExternalScene.action("steps", ExternalScene.args()));
      long cursor = 0;
      while (agent.caller().action(id).payload().map(p -> p.get("at").intValue()).orElse(0) < 1) {
        cursor = agent.caller().await(cursor, 5).cursor();
      }
    }
    try (AgentProcess agent = scene.process()) {
      Files.createFile(folder.resolve("gate"));
      ActionReport report = agent.caller().until(id, ActionState.DONE);
      assertThat(Caller.payload(report).get("same").booleanValue()).isTrue();
    }
  }

  @Test
  void suspendAndResumeAreToldWhileItIsWatched() throws Exception {
    Path told = folder.resolve("told");
    scene.program(
        "halt",
        described(
            "halt",
            ", \"signals\": [\"CANCEL\", \"SUSPEND\", \"RESUME\"], \"interval\": \"50ms\", \"grace\": \"300ms\"",
            "echo '{\"status\": \"running\"}'; echo begun >&2",
            "echo '{\"status\": \"running\"}'",
            "echo \"$input\" | sed 's/.*\"signal\":\"\\([A-Z]*\\)\".*/\\1/' >> " + told));
    try (TestAgent agent = scene.agent()) {
      UUID id = agent.caller().accepted(ExternalScene.action("halt", ExternalScene.args()));
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
    scene.program(
        "blind",
        described(
            "blind",
            ", \"interval\": \"20ms\"",
            "echo '{\"status\": \"running\"}'",
            "echo x >> %s; echo cannot see >&2; exit 1".formatted(folder.resolve("count"))));
    try (TestAgent agent = scene.agent()) {
      UUID id = agent.caller().accepted(ExternalScene.action("blind", ExternalScene.args()));
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
      scene.program(
          name,
          described(
              name,
              ", \"restartable\": " + restartable,
              "if [ -e %1$s ]; then exit 0; fi; touch %1$s; kill -s KILL -- -$PPID"
                  .formatted(folder.resolve(name))));
      try (TestAgent agent = scene.agent()) {
        UUID id = agent.caller().accepted(ExternalScene.action(name, ExternalScene.args()));
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
}
