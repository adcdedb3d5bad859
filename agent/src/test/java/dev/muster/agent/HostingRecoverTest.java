package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeStatus;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** member.check, .update and .recover, of a member that is there. */
@Timeout(120)
final class HostingRecoverTest {

  private static final String WEB = "web-3";

  @TempDir Path folder;
  private HostingScene scene;
  private TestAgent provider;
  private Caller caller;
  private JsonNode created;
  private Caller member;
  private UUID epoch;

  @BeforeEach
  void start() throws Exception {
    scene = new HostingScene(folder);
    provider = scene.start();
    caller = provider.caller();
    created = HostingScene.create(caller, WEB, HostingScene.sleeping());
    member = new Caller(created.path("address").stringValue());
    epoch = member.info().epoch();
    Files.writeString(work(created).resolve("kept"), "yes");
  }

  @AfterEach
  void stop() throws Exception {
    provider.close();
    scene.close();
  }

  @Test
  void aCheckSaysThatBothAreUp() {
    assertThat(HostingScene.check(caller, WEB)).isEqualTo(created);
  }

  @Test
  void aCheckSeesThatTheServiceWasKilledAndSoDoesTheMembersAgent() throws Exception {
    HostingScene.kill(pid(created, "servicePid"));

    JsonNode checked = HostingScene.check(caller, WEB);
    assertThat(checked.path("status").stringValue()).isEqualTo("ERROR");
    assertThat(checked.path("reason").stringValue())
        .isEqualTo("its service has ended: it printed nothing");
    assertThat(checked.path("physical").has("servicePid")).isFalse();
    long cursor = 0;
    while (member.info().status() == NodeStatus.UP) {
      cursor = member.await(cursor, 1).cursor();
    }
    assertThat(member.info().status()).isEqualTo(NodeStatus.NODE_DOWN);
    assertThat(member.info().statusReason().orElseThrow()).endsWith("is gone");
  }

  @Test
  void aCheckSeesThatTheAgentWasKilled() throws Exception {
    HostingScene.kill(pid(created, "agentPid"));

    JsonNode checked = HostingScene.check(caller, WEB);
    assertThat(checked.path("status").stringValue()).isEqualTo("ERROR");
    assertThat(checked.path("reason").stringValue()).startsWith("its agent has ended: ");
  }

  @Test
  void whatIsNotThereIsAnErrorOfTheMemberAndNotOfTheCheck() {
    JsonNode checked = HostingScene.check(caller, "web-4");

    assertThat(checked.path("status").stringValue()).isEqualTo("ERROR");
    assertThat(checked.path("reason").stringValue())
        .isEqualTo("there is no such member on this node");
  }

  @Test
  void aRebootIsAnotherServiceAndTheSameAgent() throws Exception {
    JsonNode after = HostingScene.recover(caller, WEB, "REBOOT");

    assertThat(pid(after, "servicePid")).isNotEqualTo(pid(created, "servicePid"));
    assertThat(pid(after, "agentPid")).isEqualTo(pid(created, "agentPid"));
    assertThat(work(after).resolve("kept")).exists();
    expectOneOfEach();
  }

  @Test
  void aRebuildIsAnotherServiceAndAnotherAgentOnTheSameFolder() throws Exception {
    UUID action =
        member.accepted(
            "{\"kind\":\"exec.command\",\"args\":{\"argv\":[\"sh\",\"-c\",\"echo begun; until [ -e gate ]; do sleep 0.05; done\"],\"dir\":\"%s\"}}"
                .formatted(work(created)));
    member.untilPrinted(action, "begun");
    HostingScene.kill(pid(created, "agentPid"));

    JsonNode after = HostingScene.recover(caller, WEB, "REBUILD");

    assertThat(pid(after, "servicePid")).isNotEqualTo(pid(created, "servicePid"));
    assertThat(pid(after, "agentPid")).isNotEqualTo(pid(created, "agentPid"));
    assertThat(after.path("address")).isEqualTo(created.path("address"));
    assertThat(member.info().epoch()).isEqualTo(epoch);
    Files.createFile(work(after).resolve("gate"));
    member.until(action, ActionState.DONE);
    assertThat(work(after).resolve("kept")).exists();
    expectOneOfEach();
  }

  @Test
  void aRecreateIsAllAnewInAnotherFolder() throws Exception {
    JsonNode after = HostingScene.recover(caller, WEB, "RECREATE");

    assertThat(work(after)).isNotEqualTo(work(created)).isEmptyDirectory();
    assertThat(work(created)).doesNotExist();
    assertThat(member.info().nodeId()).isEqualTo(WEB);
    assertThat(member.info().epoch()).isNotEqualTo(epoch);
    expectOneOfEach();
  }

  @Test
  void whatIsNotThereIsRecreatedAndNotRebooted() throws Exception {
    String reboot =
        HostingScene.action(
            "recover", "web-4", HostingScene.sleeping(), ", \"operation\": \"REBOOT\"");

    assertThat(HostingScene.failed(caller, reboot))
        .isEqualTo("there is no member web-4 on this node: RECREATE it");
    assertThat(HostingScene.recover(caller, "web-4", "RECREATE").path("status").stringValue())
        .isEqualTo("ACTIVE");
  }

  @Test
  void anUpdateTakesTheOtherSpecAndKeepsTheFolder() throws Exception {
    String other =
        HostingScene.spec("{\"argv\": [\"sh\", \"-c\", \"exec sleep 2000\"], \"grace\": \"1s\"}");
    JsonNode after =
        Caller.payload(HostingScene.done(caller, HostingScene.action("update", WEB, other, "")));

    assertThat(pid(after, "agentPid")).isEqualTo(pid(created, "agentPid"));
    assertThat(Files.readString(Path.of("/proc/%d/cmdline".formatted(pid(after, "servicePid")))))
        .contains("2000");
    assertThat(work(after).resolve("kept")).exists();
    expectOneOfEach();
    JsonNode again =
        Caller.payload(HostingScene.done(caller, HostingScene.action("update", WEB, other, "")));
    assertThat(again).isEqualTo(after);
  }

  @Test
  void anUpdateToAnAgentAloneEndsTheService() throws Exception {
    JsonNode after =
        Caller.payload(HostingScene.done(caller, HostingScene.action("update", WEB, "{}", "")));

    assertThat(after.path("physical").has("servicePid")).isFalse();
    assertThat(scene.processes())
        .filteredOn(HostingScene.Seen::leader)
        .extracting(HostingScene.Seen::part)
        .containsExactly("AGENT");
  }

  @Test
  void anotherAgentAtWorkInTheFolderIsToldAndNothingIsTouched() throws Exception {
    Path lock = scene.members().resolve(".lock");
    try (FileChannel other = FileChannel.open(lock, StandardOpenOption.WRITE);
        FileLock taken = other.lock()) {
      assertThat(taken.isValid()).isTrue();
      assertThat(HostingScene.failed(caller, HostingScene.action("delete", WEB, "{}", "")))
          .startsWith("another agent works on the members in " + scene.members());
    }
    expectOneOfEach();
  }

  private void expectOneOfEach() throws Exception {
    assertThat(scene.processes())
        .filteredOn(HostingScene.Seen::leader)
        .extracting(HostingScene.Seen::part)
        .containsExactlyInAnyOrder("AGENT", "SERVICE");
  }

  private static long pid(JsonNode outputs, String which) {
    return outputs.path("physical").path(which).longValue();
  }

  private static Path work(JsonNode outputs) {
    return Path.of(outputs.path("physical").path("folder").stringValue(), "work");
  }
}
