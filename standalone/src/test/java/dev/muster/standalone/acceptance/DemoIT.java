package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./muster demo} as people start it. */
final class DemoIT {

  private static final int STOPPED_BY_CTRL_C = 130;
  private static final Duration PLAYS_WITHIN = Slack.on(Duration.ofMinutes(2));

  @Test
  void itRestartsEveryServiceAndLeavesNothingBehind(@TempDir Path folder) throws Exception {
    try (DemoProcess demo = DemoProcess.start(folder)) {
      await(demo, "a run", seen -> seen.output().contains("shipped playbook rolling-restart"));
      assertThat(demo.leftovers()).as("what it started, seen from outside").hasSizeGreaterThan(3);
      await(demo, "its end", seen -> !seen.isAlive());
      assertThat(demo.exitCode()).as(demo.output()).isZero();
      assertThat(demo.services()).hasSize(DemoProcess.NODES);
      demo.services()
          .forEach((node, pids) -> {
            assertThat(pids).as("services of %s, one after the other", node).hasSize(2);
            assertThat(demo.output())
                .containsPattern(
                    "%s +%d -> %d +restarted".formatted(node, pids.getFirst(), pids.getLast()));
          });
      requireNothingLeft(demo);
    }
  }

  @Test
  void itMakesMembersBringsBackOneThatIsKilledAndLeavesNothingBehind(@TempDir Path folder)
      throws Exception {
    try (DemoProcess demo = DemoProcess.start(folder, "members")) {
      await(demo, "a kill", seen -> seen.output().contains("$ kill -9 "));
      assertThat(demo.leftovers()).as("agents and services").hasSizeGreaterThan(8);
      await(demo, "its end", seen -> !seen.isAlive());
      assertThat(demo.exitCode()).as(demo.output()).isZero();
      assertThat(demo.output())
          .contains(
              "DONE: 3 created; the cluster has 3 members, and is to have 3",
              "DONE: 3 checked, 1 recovered; the cluster has 4 members, and is to have 4",
              "DONE: 1 deleted; the cluster has 3 members, and is to have 3",
              "DONE: 3 deleted; the cluster has 0 members, and is to have 0");
      requireNothingLeft(demo);
    }
  }

  @Test
  void itUpdatesEveryNodeByAPlanOfAutopilotAndLeavesNothingBehind(@TempDir Path folder)
      throws Exception {
    try (DemoProcess demo = DemoProcess.start(folder, "k0s")) {
      await(demo, "a plan", seen -> seen.output().contains("$ ./muster k0s apply "));
      assertThat(demo.leftovers()).as("agents and what they look after").hasSizeGreaterThan(16);
      await(demo, "its end", seen -> !seen.isAlive());
      assertThat(demo.exitCode()).as(demo.output()).isZero();
      assertThat(demo.output())
          .containsSubsequence(
              "8 nodes run v1.30.1+k0s.0",
              "command 0 airgapupdate v1.30.2+k0s.0: worker0 is SignalCompleted",
              "command 1 k0supdate v1.30.2+k0s.0: controller0 is SignalCompleted",
              "command 1 k0supdate v1.30.2+k0s.0: worker4 is SignalCompleted",
              "plan autopilot on demo: Completed, 2/2 commands")
          .containsPattern("controller0 +v1.30.1[+]k0s.0 .* -> v1.30.2[+]k0s.0 .* updated")
          .containsPattern("worker4 .* updated +k0s-airgap-bundle-v1.30.2[+]k0s.0")
          .doesNotContain("NOT updated");
      requireNothingLeft(demo);
    }
  }

  @Test
  void ctrlCInTheMiddleOfAPlanOfAutopilotLeavesNothingBehind(@TempDir Path folder)
      throws Exception {
    try (DemoProcess demo = DemoProcess.start(folder, "k0s")) {
      await(demo, "a restart", seen -> seen.output().contains("controller0 is Signal"));
      interrupt(demo);
    }
  }

  @Test
  void ctrlCInTheMiddleOfMembersLeavesNothingBehind(@TempDir Path folder) throws Exception {
    try (DemoProcess demo = DemoProcess.start(folder, "members")) {
      await(demo, "members", seen -> seen.output().contains("cluster.scale-out"));
      assertThat(demo.leftovers()).as("agents and services").hasSizeGreaterThan(6);
      interrupt(demo);
    }
  }

  @Test
  void ctrlCInTheMiddleOfItsRunLeavesNothingBehind(@TempDir Path folder) throws Exception {
    try (DemoProcess demo = DemoProcess.start(folder)) {
      await(
          demo,
          "the first service that is restarted",
          seen -> seen.services().values().stream().anyMatch(pids -> pids.size() > 1));
      assertThat(demo.leftovers()).hasSizeGreaterThan(3);
      interrupt(demo);
    }
  }

  @Test
  void ctrlCWhileItStartsLeavesNothingBehind(@TempDir Path folder) throws Exception {
    try (DemoProcess demo = DemoProcess.start(folder)) {
      await(demo, "the first service", seen -> !seen.services().isEmpty());
      assertThat(demo.output()).doesNotContain("shipped playbook");
      interrupt(demo);
    }
  }

  private static void interrupt(DemoProcess demo) throws Exception {
    assertThat(demo.isAlive()).as("it was in the middle: %s", demo.output()).isTrue();
    demo.ctrlC();
    await(demo, "its end", seen -> !seen.isAlive());
    assertThat(demo.exitCode()).as(demo.output()).isEqualTo(STOPPED_BY_CTRL_C);
    requireNothingLeft(demo);
  }

  /** Killed services may still be on their way out. */
  private static void requireNothingLeft(DemoProcess demo) throws Exception {
    Awaitility.await("no process is left")
        .atMost(Duration.ofSeconds(5))
        .untilAsserted(() -> assertThat(demo.leftovers()).isEmpty());
    assertThat(demo.files()).as("files left").isEmpty();
    for (int port : List.of(demo.port(), demo.temporalPort())) {
      assertThat(PortBlock.isFree(port)).as("port %d is free", port).isTrue();
    }
  }

  private static void await(DemoProcess demo, String what, Predicate<DemoProcess> wanted) {
    try {
      Awaitility.await(what + " of the demo")
          .atMost(PLAYS_WITHIN)
          .pollInterval(Duration.ofMillis(100))
          .until(() -> {
            demo.look();
            return wanted.test(demo);
          });
    } catch (ConditionTimeoutException late) {
      throw new AssertionError("%s It said: %s".formatted(late.getMessage(), demo.output()), late);
    }
  }
}
