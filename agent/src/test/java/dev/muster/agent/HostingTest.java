package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Signal;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.protocol.AgentInfo;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** member.create and member.delete, with members that are real. */
final class HostingTest {

  @TempDir Path folder;
  private HostingScene scene;
  private TestAgent provider;
  private Caller caller;

  @BeforeEach
  void start() throws Exception {
    scene = new HostingScene(folder);
    provider = scene.start();
    caller = provider.caller();
  }

  @AfterEach
  void stop() throws Exception {
    provider.close();
    scene.close();
  }

  @Test
  void aMemberIsAnAgentOfItsNameWithAServiceBesideIt() throws Exception {
    String spec =
        """
        {"service": {"argv": ["sh", "-c", "exec sleep 1000", "of ${member.name}"], "env": {"APP_MODE": "${member.port}"}},
         "attributes": {"rack": "b${member.index}"}}
        """;
    JsonNode outputs = HostingScene.create(caller, "web-3", spec);

    assertThat(outputs.path("status").stringValue()).isEqualTo("ACTIVE");
    Caller member = new Caller(outputs.path("address").stringValue());
    AgentInfo info = member.info();
    assertThat(info.nodeId()).isEqualTo("web-3");
    assertThat(info.status()).isEqualTo(NodeStatus.UP);
    assertThat(info.attributes()).containsExactly(Map.entry("rack", "b3"));
    member.until(member.accepted("{\"kind\":\"test.ping\"}"), ActionState.DONE);
    long service = outputs.path("physical").path("servicePid").longValue();
    String home = outputs.path("physical").path("folder").stringValue();
    String port = Integer.toString(outputs.path("physical").path("servicePort").intValue());
    assertThat(HostingScene.environment(Path.of("/proc/" + service)))
        .containsEntry("MUSTER_MEMBER_NAME", "web-3")
        .containsEntry("MUSTER_MEMBER_CLUSTER", "prod")
        .containsEntry("MUSTER_MEMBER_INDEX", "3")
        .containsEntry("MUSTER_MEMBER_PORT", port)
        .containsEntry("MUSTER_MEMBER_FOLDER", home + "/work")
        .containsEntry("APP_MODE", port);
    assertThat(Path.of("/proc/" + service + "/cwd").toRealPath())
        .isEqualTo(Path.of(home, "work").toRealPath());
    assertThat(scene.processes())
        .filteredOn(HostingScene.Seen::leader)
        .extracting(HostingScene.Seen::part)
        .containsExactlyInAnyOrder("AGENT", "SERVICE");
  }

  @Test
  void whatIsThereByTheSameSpecIsShownAndNothingIsStarted() throws Exception {
    JsonNode first = HostingScene.create(caller, "web-3", HostingScene.sleeping());
    JsonNode second = HostingScene.create(caller, "web-3", HostingScene.sleeping());

    assertThat(second).isEqualTo(first);
    assertThat(scene.processes()).filteredOn(HostingScene.Seen::leader).hasSize(2);
  }

  @Test
  void whatIsThereByAnotherSpecIsInTheWay() throws Exception {
    HostingScene.create(caller, "web-3", HostingScene.sleeping());

    assertThat(HostingScene.failed(caller, HostingScene.action("create", "web-3", "{}", "")))
        .isEqualTo(
            "member web-3 is there already, as member 3 of cluster prod by another spec: delete it first, or give this one another name");
    assertThat(scene.processes()).filteredOn(HostingScene.Seen::leader).hasSize(2);
  }

  @Test
  void aServiceThatDiesAtOnceIsToldByItsLastWordsAndNothingIsLeft() throws Exception {
    String spec =
        HostingScene.spec("{\"argv\": [\"sh\", \"-c\", \"echo no licence >&2; exit 3\"]}");

    assertThat(HostingScene.failed(caller, HostingScene.action("create", "web-3", spec, "")))
        .isEqualTo("member web-3 does not run: its service has ended: no licence");
    scene.expectNothingLeft();
  }

  @Test
  void aServiceThatDoesNotComeUpInTimeIsRemoved() throws Exception {
    String create =
        HostingScene.action("create", "web-3", HostingScene.neverUp(), "")
            .replaceFirst("\\{", "{\"timeoutMs\": 2000, ");

    assertThat(HostingScene.failed(caller, create))
        .matches(
            "member web-3 was not up in time: its service is not up: 127.0.0.1:\\d+: connection refused");
    scene.expectNothingLeft();
  }

  @Test
  void aCreateThatIsCancelledLeavesNothing() throws Exception {
    UUID id = caller.accepted(HostingScene.action("create", "web-3", HostingScene.neverUp(), ""));
    caller.untilPrinted(id, "starting the agent");
    caller.signal(id, Signal.CANCEL);
    caller.until(id, ActionState.CANCELLED);
    scene.expectNothingLeft();
  }

  @Test
  void deletingEndsWhatTheServiceAndActionsLeftBehindAndRemovesTheFolder() throws Exception {
    String stubborn =
        HostingScene.spec(
            "{\"grace\": \"200ms\", \"argv\": [\"sh\", \"-c\", \"setsid sleep 1000 & trap '' TERM; while :; do sleep 0.1; done\"]}");
    JsonNode outputs = HostingScene.create(caller, "web-3", stubborn);
    Caller member = new Caller(outputs.path("address").stringValue());
    UUID action =
        member.accepted(
            "{\"kind\":\"exec.command\",\"args\":{\"argv\":[\"sh\",\"-c\",\"echo begun; exec sleep 1000\"]}}");
    member.untilPrinted(action, "begun");
    assertThat(scene.processes()).hasSizeGreaterThanOrEqualTo(5);

    HostingScene.done(caller, HostingScene.action("delete", "web-3", "{}", ""));

    scene.expectNothingLeft();
    HostingScene.done(caller, HostingScene.action("delete", "web-3", "{}", ""));
  }

  @Test
  void twoMembersHavePortsOfTheirOwnAndAThirdIsToldThatNoneIsFree() throws Exception {
    provider.close();
    provider = TestAgent.start(folder.resolve("data"), "--config", scene.config(4));
    caller = provider.caller();
    JsonNode one = HostingScene.create(caller, "web-1", "{}");
    JsonNode two = HostingScene.create(caller, "web-2", "{}");

    assertThat(one.path("address")).isNotEqualTo(two.path("address"));
    assertThat(HostingScene.failed(caller, HostingScene.action("create", "web-3", "{}", "")))
        .startsWith("no two ports of ")
        .contains("are free on 127.0.0.1 for member web-3");
    assertThat(scene.left()).containsExactly("web-1", "web-2");
    assertThat(Files.exists(scene.members().resolve("web-3"))).isFalse();
  }

  @Test
  void membersOutliveTheirProviderAndAreFoundAgain() throws Exception {
    provider.close();
    JsonNode created;
    try (AgentProcess killed = scene.startProcess()) {
      created = HostingScene.create(killed.caller(), "web-3", HostingScene.sleeping());
    }
    Caller member = new Caller(created.path("address").stringValue());
    assertThat(member.info().status()).isEqualTo(NodeStatus.UP);

    provider = scene.start();
    caller = provider.caller();

    assertThat(HostingScene.check(caller, "web-3")).isEqualTo(created);
    assertThat(HostingScene.create(caller, "web-3", HostingScene.sleeping())).isEqualTo(created);
    HostingScene.done(caller, HostingScene.action("delete", "web-3", "{}", ""));
    scene.expectNothingLeft();
  }

  @Test
  void twoCreatesAtOnceAreOneMember() throws Exception {
    String create = HostingScene.action("create", "web-3", HostingScene.sleeping(), "");
    UUID first = caller.accepted(create);
    UUID second = caller.accepted(create);

    JsonNode made = Caller.payload(caller.until(first, ActionState.DONE));
    assertThat(Caller.payload(caller.until(second, ActionState.DONE))).isEqualTo(made);
    assertThat(scene.processes()).filteredOn(HostingScene.Seen::leader).hasSize(2);
  }

  @Test
  void aPortOnWhichSomebodyListensIsLeftAlone() throws Exception {
    int taken = scene.firstPort();
    try (ServerSocket other = new ServerSocket(taken, 1, InetAddress.getLoopbackAddress())) {
      JsonNode physical =
          HostingScene.create(caller, "web-3", HostingScene.sleeping()).path("physical");
      assertThat(
              List.of(
                  physical.path("agentPort").intValue(), physical.path("servicePort").intValue()))
          .doesNotContain(taken)
          .doesNotHaveDuplicates();
      assertThat(other.isBound()).isTrue();
    }
  }

  @Test
  void aMembersPortThatIsTakenWhileItIsDownIsToldByItsAgentsLastWords() throws Exception {
    JsonNode physical =
        HostingScene.create(caller, "web-3", HostingScene.sleeping()).path("physical");
    HostingScene.kill(physical.path("agentPid").longValue());
    int port = physical.path("agentPort").intValue();
    try (ServerSocket other = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      assertThat(other.isBound()).isTrue();
      String rebuild =
          HostingScene.action(
              "recover", "web-3", HostingScene.sleeping(), ", \"operation\": \"REBUILD\"");
      assertThat(HostingScene.failed(caller, rebuild))
          .startsWith("member web-3 does not run: its agent has ended: ")
          .contains("cannot listen on 127.0.0.1:" + port);
    }
  }

  @Test
  void aRecordThatIsDamagedStopsNobodyButItsMember() throws Exception {
    Path damaged = Files.createDirectories(scene.members().resolve("web-1"));
    Files.writeString(damaged.resolve("note-record"), "{\"member\": 1");

    assertThat(HostingScene.failed(caller, HostingScene.action("check", "web-1", "{}", "")))
        .startsWith("the record of member web-1 is damaged: " + damaged.resolve("note-record"));
    HostingScene.create(caller, "web-3", HostingScene.sleeping());
  }

  @Test
  void aServiceIsUpWhenItsStatusSaysSo() throws Exception {
    String spec =
        """
        {"service": {"argv": ["%s", "-cp", "%s", "dev.muster.agent.sample.SampleService", "run", "--port", "${member.port}",
                              "--pid-file", "${member.folder}/pid", "--startup-delay", "300ms"],
                     "status": {"http": "http://${member.host}:${member.port}/health", "interval": "200ms"}}}
        """
            .formatted(AgentProcess.java().getFirst(), System.getProperty("java.class.path"));
    JsonNode outputs = HostingScene.create(caller, "web-3", spec);

    JsonNode physical = outputs.path("physical");
    Caller service = new Caller("http://127.0.0.1:" + physical.path("servicePort").intValue());
    assertThat(service.get("/health").statusCode()).isEqualTo(200);
    HostingScene.kill(physical.path("servicePid").longValue());
    assertThat(HostingScene.check(caller, "web-3").path("reason").stringValue())
        .startsWith("its service has ended");
  }
}
