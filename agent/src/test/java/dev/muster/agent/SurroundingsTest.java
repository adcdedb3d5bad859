package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.settings.AgentOptions;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.WireFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What processes of actions find around them: environment and folder, with real processes. */
final class SurroundingsTest {

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "LD_PRELOAD",
        "LD_LIBRARY_PATH",
        "DYLD_INSERT_LIBRARIES",
        "PATH",
        "HOME",
        "IFS",
        "ENV",
        "BASH_ENV",
        "PYTHONPATH",
        "PYTHONSTARTUP",
        "PERL5OPT",
        "RUBYOPT",
        "NODE_OPTIONS",
        "JAVA_TOOL_OPTIONS",
        "_JAVA_OPTIONS",
        "JDK_JAVA_OPTIONS",
        "CLASSPATH",
        "GIT_SSH_COMMAND",
        "GLIBC_TUNABLES",
        "GCONV_PATH",
        "LOCPATH"
      })
  void noPatternLetsAVariableInThatMakesAProgramRunAnother(String name) throws Exception {
    try (TestAgent agent = start("--allow", "/usr/bin/env", "--allow-env", "*")) {
      assertThat(agent.caller().refused(env(Map.of(name, "/tmp/evil"))))
          .contains(name + " is not allowed on this node (allowed: *")
          .contains("by its exact name");
      assertThat(agent.caller().snapshot(0).actions()).isEmpty();
    }
  }

  @Test
  void aLibraryIsPreloadedOnlyWhereThatIsAllowedByName() throws Exception {
    try (TestAgent agent = start("--allow", "/usr/bin/env", "--allow-env", "LD_PRELOAD")) {
      ActionReport report = run(agent, env(Map.of("LD_PRELOAD", "/no/such/library.so")));
      assertThat(stdout(report)).contains("LD_PRELOAD=/no/such/library.so");
    }
  }

  @Test
  void onlyVariablesThatAreAllowedMayBeSet() throws Exception {
    try (TestAgent agent =
        start("--allow", "/usr/bin/env", "--allow-env", "APP_*", "--allow-env", "MODE")) {
      ActionReport report = run(agent, env(Map.of("APP_X", "1", "MODE", "2")));
      assertThat(stdout(report).lines()).contains("APP_X=1", "MODE=2");
      assertThat(agent.caller().refused(env(Map.of("OTHER", "1"))))
          .contains(
              "OTHER is not allowed on this node (allowed: APP_*, MODE; the agent's --allow-env")
          .doesNotContain("exact");
      assertThat(agent.caller().refused(env(Map.of("APP", "1")))).contains("APP is not allowed");
      assertThat(agent.caller().refused(env(Map.of("APP_X=1\nPATH", "1"))))
          .contains("is no name of a variable");
    }
  }

  @Test
  void aScriptHasNoOtherVariablesThanACommand() throws Exception {
    try (TestAgent agent = start("--allow-scripts")) {
      assertThat(
              agent
                  .caller()
                  .refused(
                      "{\"kind\":\"exec.script\",\"args\":{\"script\":\"true\",\"env\":{\"BASH_ENV\":\"/x\"}}}"))
          .contains("BASH_ENV is not allowed");
    }
  }

  @Test
  void theAgentsOwnEnvironmentStaysItsOwn() throws Exception {
    try (TestAgent agent = start("--allow", "/usr/bin/env")) {
      assertThat(names(stdout(run(agent, env(Map.of())))))
          .isSubsetOf("PATH", "HOME", "LANG", "PWD", "OLDPWD", "_", "SHLVL")
          .contains("PATH", "HOME", "LANG");
    }
  }

  @Test
  void aCheckHasTheCleanEnvironmentToo() throws Exception {
    try (TestAgent agent = start("--allow", "/usr/bin/env")) {
      ActionReport report =
          run(agent, "{\"kind\":\"check.command\",\"args\":{\"argv\":[\"/usr/bin/env\"]}}");
      assertThat(names(stdout(report))).containsExactlyInAnyOrder("PATH", "HOME", "LANG");
    }
  }

  @Test
  void programsAreFoundByThePathOfTheConfiguration() throws Exception {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Path tool = Files.writeString(bin.resolve("mytool"), "#!/bin/sh\necho mine $PATH\n");
    assertThat(tool.toFile().setExecutable(true)).isTrue();
    String config = TestAgent.config(folder, "{\"path\":\"%s\"}".formatted(bin));
    try (TestAgent agent = start("--config", config, "--allow", "mytool")) {
      assertThat(
              stdout(
                  run(
                      agent,
                      command("[\"mytool\"]", "/nowhere").replace(",\"dir\":\"/nowhere\"", ""))))
          .isEqualTo("mine " + bin);
    }
  }

  @Test
  void aProcessWorksInAFolderOfTheActionsOwn() throws Exception {
    try (TestAgent agent = start("--allow", "/bin/pwd")) {
      ActionReport report =
          run(agent, "{\"kind\":\"exec.command\",\"args\":{\"argv\":[\"/bin/pwd\"]}}");
      assertThat(stdout(report))
          .isEqualTo(
              folder
                  .toRealPath()
                  .resolve("data/actions/%s/work".formatted(report.id()))
                  .toString());
    }
  }

  @Test
  void aProcessWorksBelowTheFoldersThatAreAllowedAndNowhereElse() throws Exception {
    Path allowed = folder.resolve("allowed");
    Files.createDirectories(allowed.resolve("inner"));
    Path other = Files.createDirectories(folder.resolve("allowed-not"));
    Files.createSymbolicLink(allowed.resolve("out"), other);
    Files.createSymbolicLink(other.resolve("in"), allowed.resolve("inner"));
    Files.createSymbolicLink(allowed.resolve("dangling"), folder.resolve("nothing"));
    try (TestAgent agent = start("--allow", "/bin/pwd", "--allow-dir", allowed.toString())) {
      String inner = allowed.resolve("inner").toRealPath().toString();
      assertThat(stdout(run(agent, command("[\"/bin/pwd\"]", allowed + "/inner"))))
          .isEqualTo(inner);
      assertThat(stdout(run(agent, command("[\"/bin/pwd\"]", other + "/in")))).isEqualTo(inner);
      assertThat(stdout(run(agent, command("[\"/bin/pwd\"]", allowed + "/inner/../inner"))))
          .isEqualTo(inner);
      for (String dir :
          List.of(
              "/",
              other.toString(),
              allowed + "/..",
              allowed + "/inner/../../allowed-not",
              allowed + "/out",
              allowed + "/out/..",
              allowed + "/dangling",
              allowed + "/none/../../allowed-not",
              folder.resolve("data").toString())) {
        assertThat(agent.caller().refused(command("[\"/bin/pwd\"]", dir)))
            .as(dir)
            .contains("is not below a folder that is allowed on this node (allowed: " + allowed);
      }
    }
  }

  @Test
  void aFolderThatIsReplacedByALinkAfterwardsIsNotEntered() throws Exception {
    Path allowed = Files.createDirectories(folder.resolve("allowed"));
    Path inner = Files.createDirectories(allowed.resolve("inner"));
    Path gate = folder.resolve("gate");
    try (TestAgent agent =
        start("--allow", "/bin/pwd", "--allow-scripts", "--allow-dir", allowed.toString())) {
      agent
          .caller()
          .accepted(
              "{\"kind\":\"exec.script\",\"args\":{\"script\":\"until [ -e %s ]; do sleep 0.05; done\"}}"
                  .formatted(gate));
      var waiting = agent.caller().accepted(command("[\"/bin/pwd\"]", inner.toString()));
      Files.delete(inner);
      Files.createSymbolicLink(inner, folder);
      Files.createFile(gate);
      ActionReport report = agent.caller().until(waiting, ActionState.FAILED);
      assertThat(report.error().orElseThrow().message() + report.error().orElseThrow().causes())
          .contains("is not below a folder that is allowed");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"A B", "1X", "A*B", "=", "**"})
  void aRuleForVariablesThatIsNoneIsWrongUsage(String rule) {
    Assertions.assertThatThrownBy(
            () -> AgentOptions.parse(List.of("--data", "x", "--node", "n", "--allow-env", rule)))
        .hasMessageContaining("--allow-env: '%s' (expected: a name such as".formatted(rule));
  }

  @Test
  void aFolderThatIsNotAbsoluteIsWrongUsage() {
    Assertions.assertThatThrownBy(
            () -> AgentOptions.parse(List.of("--data", "x", "--node", "n", "--allow-dir", "srv")))
        .hasMessageContaining("--allow-dir: 'srv' (expected: an absolute path)");
  }

  private TestAgent start(String... options) throws Exception {
    return TestAgent.start(folder.resolve("data"), options);
  }

  private static ActionReport run(TestAgent agent, String action) {
    return agent.caller().until(agent.caller().accepted(action), ActionState.DONE);
  }

  private static String env(Map<String, String> variables) {
    return "{\"kind\":\"exec.command\",\"args\":{\"argv\":[\"/usr/bin/env\"],\"env\":%s}}"
        .formatted(WireFormat.JSON.writeValueAsString(variables));
  }

  private static String command(String argv, String dir) {
    return "{\"kind\":\"exec.command\",\"args\":{\"argv\":%s,\"dir\":\"%s\"}}".formatted(argv, dir);
  }

  private static String stdout(ActionReport report) {
    return Caller.payload(report).path("stdout").stringValue();
  }

  private static List<String> names(String environment) {
    return environment.lines().map(line -> line.split("=", 2)[0]).toList();
  }
}
