package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Signal;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.WireFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** exec.script with real scripts, and processes of other users. */
final class ScriptTest {

  private static final String OTHER = "daemon";

  @TempDir Path folder;
  private String config;

  @BeforeEach
  void configure() throws Exception {
    config = TestAgent.config(folder, "{\"users\": [\"%s\", \"nobody-at-all\"]}".formatted(OTHER));
  }

  @Test
  void aScriptIsRunByTheShellWithItsArgumentsAndVariables() throws Exception {
    try (TestAgent agent = start()) {
      ObjectNode args = script("echo \"$1,$2,$MODE\"; echo oops >&2; exit 3\n", "a b", "c");
      args.putObject("env").put("MODE", "x");
      ActionReport report = ended(agent, args, ActionState.FAILED);
      assertThat(Caller.payload(report).get("stdout").stringValue()).isEqualTo("a b,c,x");
      assertThat(report.exitCode()).contains(3);
      assertThat(report.error().orElseThrow().message())
          .isEqualTo("the script ended with exit code 3");
      assertThat(report.error().orElseThrow().causes()).containsExactly("oops");
    }
  }

  @Test
  void aScriptIsRunByTheInterpreterOfItsFirstLine() throws Exception {
    try (TestAgent agent = start()) {
      ActionReport report =
          ended(
              agent,
              script("#!/usr/bin/env python3\nimport sys\nprint(6 * 7, sys.argv[1])\n", "x"),
              ActionState.DONE);
      assertThat(Caller.payload(report).get("stdout").stringValue()).isEqualTo("42 x");
    }
  }

  @Test
  void aScriptIsGoneWhenItHasEndedAndWasReadableForTheAgentAlone() throws Exception {
    try (TestAgent agent = start()) {
      ActionReport report =
          ended(agent, script("stat -c %a \"$0\"; pwd; echo $0"), ActionState.DONE);
      List<String> lines = Caller.payload(report).get("stdout").stringValue().lines().toList();
      assertThat(lines.get(0)).isEqualTo("600");
      // It is tidied up when its end is on disk, before the next one is carried out.
      ended(agent, script("true"), ActionState.DONE);
      assertThat(Path.of(lines.get(1))).doesNotExist();
      assertThat(Path.of(lines.get(2))).doesNotExist();
    }
  }

  @Test
  void aScriptSurvivesTheAgent() throws Exception {
    Path gate = folder.resolve("gate");
    UUID id;
    try (AgentProcess agent = process()) {
      id =
          agent
              .caller()
              .accepted(
                  action(
                      "exec.script",
                      script(
                          "echo begun\nuntil [ -e %s ]; do sleep 0.02; done\necho over\n"
                              .formatted(gate))));
      agent.caller().untilPrinted(id, "begun");
    }
    try (AgentProcess agent = process()) {
      Files.createFile(gate);
      ActionReport report = agent.caller().until(id, ActionState.DONE);
      assertThat(Caller.payload(report).get("stdout").stringValue()).isEqualTo("begun\nover");
    }
  }

  @Test
  void aScriptOfAnotherUserRunsAsThatUserAndAtHisHome() throws Exception {
    asRoot();
    try (TestAgent agent = start()) {
      ObjectNode args =
          script("id -un; id -gn; echo $HOME; echo $1; pwd; cat; stat -L -c %a /dev/fd/3", "x")
              .put("user", OTHER);
      ActionReport report = ended(agent, args, ActionState.DONE);
      assertThat(Caller.payload(report).get("stdout").stringValue())
          .isEqualTo("daemon\ndaemon\n/usr/sbin\nx\n/\n600");
    }
  }

  @Test
  void aCommandOfAnotherUserHasItsGraceAndItsExitCode() throws Exception {
    asRoot();
    try (TestAgent agent = start()) {
      ObjectNode args = WireFormat.JSON.createObjectNode().put("user", OTHER).put("grace", "60s");
      args.putArray("argv")
          .add("sh")
          .add("-c")
          .add("trap 'sleep 3; id -un; exit 0' TERM; echo begun; while :; do sleep 0.1; done");
      UUID id = agent.caller().accepted(action("exec.command", args));
      agent.caller().untilPrinted(id, "begun");
      assertThat(agent.caller().signal(id, Signal.CANCEL).statusCode()).isEqualTo(202);
      ActionReport report = agent.caller().until(id, ActionState.CANCELLED);
      assertThat(Caller.payload(report).get("stdout").stringValue()).isEqualTo("begun\ndaemon");
      assertThat(report.exitCode()).contains(0);
    }
  }

  @Test
  void anotherUsersProcessIsFoundAgainAndMayBeHalted() throws Exception {
    asRoot();
    UUID id;
    Path gate = folder.resolve("gate");
    try (AgentProcess agent = process()) {
      ObjectNode args =
          script("echo begun\nuntil [ -e %s ]; do sleep 0.02; done\nid -un".formatted(gate))
              .put("user", OTHER);
      assertThat(folder.toFile().setExecutable(true, false)).isTrue();
      id = agent.caller().accepted(action("exec.script", args));
      agent.caller().untilPrinted(id, "begun");
      assertThat(agent.caller().signal(id, Signal.SUSPEND).statusCode()).isEqualTo(202);
    }
    try (AgentProcess agent = process()) {
      Files.createFile(gate);
      assertThat(agent.caller().action(id).state()).isEqualTo(ActionState.SUSPENDED);
      assertThat(agent.caller().signal(id, Signal.RESUME).statusCode()).isEqualTo(202);
      ActionReport report = agent.caller().until(id, ActionState.DONE);
      assertThat(Caller.payload(report).get("stdout").stringValue()).isEqualTo("begun\ndaemon");
    }
  }

  @Test
  void aUserThatTheNodeDoesNotHaveIsSaid() throws Exception {
    asRoot();
    try (TestAgent agent = start()) {
      ActionReport report =
          ended(agent, script("true").put("user", "nobody-at-all"), ActionState.FAILED);
      assertThat(report.error().orElseThrow().message())
          .isEqualTo("the script cannot be run as nobody-at-all: the node has no such user");
      assertThat(agent.caller().refused(action("exec.script", script("true").put("user", "root"))))
          .contains("user 'root' is not allowed on this node (allowed: daemon, nobody-at-all");
    }
  }

  private static void asRoot() {
    assumeTrue("root".equals(System.getProperty("user.name")), "needs root");
  }

  private TestAgent start() throws Exception {
    return TestAgent.start(folder.resolve("data"), options());
  }

  private AgentProcess process() throws Exception {
    return AgentProcess.start(folder.resolve("data"), options());
  }

  private String[] options() {
    return new String[] {
      "--config", config, "--allow-scripts", "--allow", "sh", "--allow-env", "MODE"
    };
  }

  private static ObjectNode script(String text, String... arguments) {
    ObjectNode args = WireFormat.JSON.createObjectNode().put("script", text);
    ArrayNode list = args.putArray("arguments");
    List.of(arguments).forEach(list::add);
    return args;
  }

  private static String action(String kind, ObjectNode args) {
    return ArtifactScene.action(kind, args);
  }

  private static ActionReport ended(TestAgent agent, ObjectNode args, ActionState state) {
    return agent.caller().until(agent.caller().accepted(action("exec.script", args)), state);
  }
}
