package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.execution.Control;
import dev.muster.agent.execution.Execution;
import dev.muster.agent.execution.Kind;
import dev.muster.agent.execution.Outcome;
import dev.muster.agent.hosting.HostingKind;
import dev.muster.agent.log.ActionLog;
import dev.muster.agent.settings.AgentOptions;
import dev.muster.agent.settings.Settings;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.WireFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The provider ends at each point of each action at which it tells what it is doing, in turn. */
final class HostingHaltTest {

  private static final String WEB = "web-3";

  @TempDir Path folder;
  private HostingScene scene;
  private Settings settings;

  @BeforeEach
  void start() throws Exception {
    scene = new HostingScene(folder);
    settings =
        AgentOptions.parse(
            List.of(
                "--node",
                "n1",
                "--data",
                folder.resolve("data").toString(),
                "--config",
                scene.config()));
  }

  @AfterEach
  void stop() throws Exception {
    scene.close();
  }

  /** What ends the provider; nothing catches it. */
  private static final class Halt extends Error {
    private static final long serialVersionUID = 1;
  }

  @Test
  void aCreateGoesOnWhereItWasAndMakesOneOfEach() throws Exception {
    int points = 0;
    for (boolean halted = true; halted; points++) {
      UUID id = UUID.randomUUID();
      halted = halted(id, "create", HostingScene.sleeping(), "", points);
      assertThat(again(id, "create", HostingScene.sleeping(), "").state())
          .isEqualTo(ActionState.DONE);
      expectOneOfEach();
      delete();
    }
    assertThat(points).isGreaterThan(4);
  }

  @Test
  void aCreateThatNobodyGoesOnWithIsRemovedByADelete() throws Exception {
    int points = 0;
    for (boolean halted = true; halted; points++) {
      halted = halted(UUID.randomUUID(), "create", HostingScene.sleeping(), "", points);
      delete();
      scene.expectNothingLeft();
    }
    assertThat(points).isGreaterThan(4);
  }

  @Test
  void aCreateThatFailsLeavesNothingWhereverItWasHalted() throws Exception {
    String dies = HostingScene.spec("{\"argv\": [\"sh\", \"-c\", \"exit 3\"]}");
    int points = 0;
    for (boolean halted = true; halted; points++) {
      UUID id = UUID.randomUUID();
      halted = halted(id, "create", dies, "", points);
      Outcome outcome = again(id, "create", dies, "");
      assertThat(outcome.state()).isEqualTo(ActionState.FAILED);
      assertThat(outcome.error().orElseThrow().message())
          .isEqualTo("member web-3 does not run: its service has ended: it printed nothing");
      scene.expectNothingLeft();
    }
    assertThat(points).isGreaterThan(6);
  }

  @Test
  void aDeleteGoesOnWhereItWas() throws Exception {
    int points = 0;
    for (boolean halted = true; halted; points++) {
      create();
      UUID id = UUID.randomUUID();
      halted = halted(id, "delete", "{}", "", points);
      assertThat(again(id, "delete", "{}", "").state()).isEqualTo(ActionState.DONE);
      scene.expectNothingLeft();
    }
    assertThat(points).isGreaterThan(1);
  }

  @Test
  void aDeleteThatNobodyGoesOnWithIsEndedByTheNextAction() throws Exception {
    create();
    assertThat(halted(UUID.randomUUID(), "delete", "{}", "", 1)).isTrue();
    assertThat(scene.left()).containsExactly(WEB);

    again(UUID.randomUUID(), "check", "{}", "");

    scene.expectNothingLeft();
  }

  @Test
  void aRecoverGoesOnWhereItWasAndIsDoneOnce() throws Exception {
    for (String operation : List.of("REBOOT", "REBUILD", "RECREATE")) {
      String asked = ", \"operation\": \"%s\"".formatted(operation);
      create();
      int points = 0;
      for (boolean halted = true; halted; points++) {
        int before = scene.record(WEB).orElseThrow().path("service").intValue();
        UUID id = UUID.randomUUID();
        halted = halted(id, "recover", HostingScene.sleeping(), asked, points);
        assertThat(again(id, "recover", HostingScene.sleeping(), asked).state())
            .isEqualTo(ActionState.DONE);
        assertThat(scene.record(WEB).orElseThrow().path("service").intValue())
            .isEqualTo(before + 1);
        expectOneOfEach();
      }
      assertThat(points).as(operation).isGreaterThan(2);
      delete();
    }
  }

  private void create() throws Exception {
    assertThat(again(UUID.randomUUID(), "create", HostingScene.sleeping(), "").state())
        .isEqualTo(ActionState.DONE);
  }

  private void delete() throws Exception {
    assertThat(again(UUID.randomUUID(), "delete", "{}", "").state()).isEqualTo(ActionState.DONE);
  }

  /** Whether the action was halted at this point; if it has not so many, it has ended. */
  private boolean halted(UUID id, String verb, String spec, String more, int point)
      throws Exception {
    AtomicInteger left = new AtomicInteger(point);
    try {
      run(
          id,
          HostingScene.action(verb, WEB, spec, more),
          () -> {
            if (left.getAndDecrement() == 0) {
              throw new Halt();
            }
          });
      return false;
    } catch (Halt halt) {
      return true;
    }
  }

  private Outcome again(UUID id, String verb, String spec, String more) throws Exception {
    return run(id, HostingScene.action(verb, WEB, spec, more), () -> {});
  }

  private Outcome run(UUID id, String action, Runnable point) throws Exception {
    var json = WireFormat.JSON.readTree(action);
    Kind kind =
        HostingKind.all(settings.permissions().more().hosting().orElseThrow(), settings).stream()
            .filter(one -> one.name().equals(json.path("kind").stringValue()))
            .findFirst()
            .orElseThrow();
    Path own = Files.createDirectories(folder.resolve("actions").resolve(id.toString()));
    try (ActionLog log = ActionLog.open(own, 10_000)) {
      return kind.recover(
          new Execution(
              new Execution.Subject(id, json.path("args"), Optional.empty(), own),
              new Control(Optional.empty()),
              log,
              payload -> point.run()));
    }
  }

  private void expectOneOfEach() throws Exception {
    assertThat(scene.processes())
        .filteredOn(HostingScene.Seen::leader)
        .extracting(HostingScene.Seen::part)
        .containsExactlyInAnyOrder("AGENT", "SERVICE");
  }
}
