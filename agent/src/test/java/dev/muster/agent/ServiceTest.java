package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.sample.SampleService;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent drives a real service that takes a moment to come up. */
final class ServiceTest {

  @TempDir Path folder;

  private Path pidFile;
  private String config;

  @BeforeEach
  void configure() throws Exception {
    int port = freePort();
    pidFile = folder.resolve("service.pid");
    String health = "http://127.0.0.1:" + port + "/health";
    Map<String, Object> web =
        Map.of(
            "start", service("start", port),
            "stop", service("stop", port),
            "status", Map.of("http", health));
    Map<String, Object> byCommand =
        Map.of(
            "start", service("start", port),
            "stop", service("stop", port),
            "status", Map.of("command", service("status", port)));
    Map<String, Object> blinks =
        Map.of(
            "start", service("start", port),
            "stop", service("stop", port),
            "status", Map.of("command", wrongOnce(service("status", port))));
    Map<String, Object> broken =
        Map.of(
            "start", List.of("sh", "-c", "echo no database >&2; exit 1"),
            "stop", List.of("true"),
            "status", Map.of("command", List.of("false")));
    config =
        TestAgent.config(
            folder,
            WireFormat.JSON.writeValueAsString(
                Map.of(
                    "services",
                        Map.of("web", web, "cmd", byCommand, "blinks", blinks, "broken", broken),
                    "status", Map.of("http", health, "interval", "100ms"))));
  }

  @AfterEach
  void stopService() throws Exception {
    if (Files.exists(pidFile)) {
      ProcessHandle.of(pid()).ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  @Test
  void startsRestartsAndStopsAServiceAndBelievesOnlyItsStatus() throws Exception {
    try (TestAgent agent = TestAgent.start(folder.resolve("data"), "--config", config)) {
      Caller caller = agent.caller();
      assertThat(caller.info().status()).isNotEqualTo(NodeStatus.UP);

      ActionReport started = done(caller, "service.start", "web");
      assertThat(Caller.payload(started).get("changed").booleanValue()).isTrue();
      assertThat(Caller.payload(started).get("json").get("up").booleanValue()).isTrue();
      assertThat(Caller.payload(started).get("elapsedMs").longValue()).isGreaterThan(300);
      long first = pid();
      untilStatus(caller, NodeStatus.UP);

      ActionReport again = done(caller, "service.start", "web");
      assertThat(Caller.payload(again).get("changed").booleanValue()).isFalse();
      assertThat(pid()).isEqualTo(first);

      ActionReport restarted = done(caller, "service.restart", "web");
      assertThat(pid()).isNotEqualTo(first);
      assertThat(Caller.payload(restarted).get("json").get("pid").longValue()).isEqualTo(pid());

      assertThat(Caller.payload(done(caller, "service.status", "web")).get("service").stringValue())
          .isEqualTo("up");
      done(caller, "service.stop", "web");
      assertThat(pidFile).doesNotExist();
      untilStatus(caller, NodeStatus.NODE_DOWN);
      assertThat(caller.info().statusReason().orElseThrow()).contains("connection refused");
      assertThat(Caller.payload(done(caller, "service.status", "web")).get("service").stringValue())
          .isEqualTo("down");
    }
  }

  @Test
  void drivesAServiceThatHasAStatusCommand() throws Exception {
    try (TestAgent agent = TestAgent.start(folder.resolve("data"), "--config", config)) {
      Caller caller = agent.caller();
      done(caller, "service.start", "cmd");
      assertThat(ProcessHandle.of(pid()).orElseThrow().isAlive()).isTrue();
      done(caller, "service.stop", "cmd");
    }
  }

  @Test
  void restartsAServiceThatOneWrongReadingCalledDown() throws Exception {
    try (TestAgent agent = TestAgent.start(folder.resolve("data"), "--config", config)) {
      Caller caller = agent.caller();
      done(caller, "service.start", "web");
      long first = pid();
      ActionReport restarted = done(caller, "service.restart", "blinks");
      assertThat(pid()).isNotEqualTo(first);
      assertThat(Caller.payload(restarted).get("changed").booleanValue()).isTrue();
    }
  }

  @Test
  void saysWhyAServiceDoesNotStart() throws Exception {
    try (TestAgent agent = TestAgent.start(folder.resolve("data"), "--config", config)) {
      Caller caller = agent.caller();
      UUID id = caller.accepted(action("service.start", "broken"));
      ActionReport report = caller.until(id, ActionState.FAILED);
      assertThat(report.exitCode()).contains(1);
      assertThat(report.error().orElseThrow().causes()).containsExactly("no database");
      assertThat(caller.refused(action("service.start", "nope")))
          .contains("'nope' is not configured")
          .contains("broken, cmd, web");
    }
  }

  @Test
  void goesOnWithARestartAfterACrashWithoutASecondOne() throws Exception {
    UUID id;
    long first;
    Path data = folder.resolve("data");
    try (AgentProcess agent = AgentProcess.start(data, "--config", config)) {
      Caller caller = agent.caller();
      done(caller, "service.start", "web");
      first = pid();
      id = caller.accepted(action("service.restart", "web"));
      caller.untilPrinted(id, "started, pid");
    }
    long second = pid();
    assertThat(second).isNotEqualTo(first);
    try (AgentProcess agent = AgentProcess.start(data, "--config", config)) {
      ActionReport report = agent.caller().until(id, ActionState.DONE);
      assertThat(pid()).isEqualTo(second);
      assertThat(Caller.payload(report).get("json").get("pid").longValue()).isEqualTo(second);
    }
  }

  /** A status that says down the first time that it is asked. */
  private List<String> wrongOnce(List<String> status) {
    List<String> command = new ArrayList<>();
    Path asked = folder.resolve("asked");
    command.addAll(
        List.of("sh", "-c", "test -e %1$s || { touch %1$s; exit 1; }; \"$@\"".formatted(asked)));
    command.add("status");
    command.addAll(status);
    return command;
  }

  private static ActionReport done(Caller caller, String kind, String service) {
    return caller.until(caller.accepted(action(kind, service)), ActionState.DONE);
  }

  private static void untilStatus(Caller caller, NodeStatus status) {
    long cursor = caller.snapshot(0).cursor();
    int changes = 0;
    while (caller.info().status() != status) {
      assertThat(changes++).as("changes until %s", status).isLessThan(20);
      cursor = caller.await(cursor, 5).cursor();
    }
  }

  private static String action(String kind, String service) {
    return "{\"kind\":\"%s\",\"args\":{\"name\":\"%s\"}}".formatted(kind, service);
  }

  private List<String> service(String verb, int port) {
    List<String> command = new ArrayList<>(AgentProcess.java());
    command.addAll(
        List.of(
            SampleService.class.getName(),
            verb,
            "--port",
            Integer.toString(port),
            "--pid-file",
            pidFile.toString(),
            "--startup-delay",
            "400ms"));
    return command;
  }

  private long pid() throws IOException {
    return Long.parseLong(Files.readString(pidFile).strip());
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
