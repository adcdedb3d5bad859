package dev.muster.standalone.rolling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.ApiFailure;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.rest.MusterApi;
import dev.muster.standalone.acceptance.Installation;
import dev.muster.standalone.acceptance.Journal;
import dev.muster.standalone.acceptance.Services;
import dev.muster.standalone.acceptance.TestedEngine;
import dev.muster.worker.WorkerApplication;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * A rolling restart of workers in the middle of a run, old workflow code beside new: nothing is
 * lost, whichever way it goes (decision 16).
 */
final class RollingIT {

  private static final Duration SOON = Duration.ofMinutes(2);

  private final Path folder;
  private Optional<Services> started = Optional.empty();

  RollingIT(@TempDir Path folder) {
    this.folder = folder;
  }

  @BeforeEach
  void assumeChosen() {
    Assumptions.assumeTrue(
        TestedEngine.chosen().contains(TestedEngine.SERVER),
        "only on a Temporal server: ./check --real, or -Dmuster.engines=server");
  }

  @Test
  void aRunThatOldCodeBeganIsFinishedByNewCode() {
    try (Installation muster = installation()) {
      services().addWorker(OldWorker.class);
      Journal journal = Journal.in(folder);
      String run = runThatWaitsForApproval(muster, journal);
      say(muster, run, "while only old code is there");
      services().addWorker(WorkerApplication.class);
      services().killWorker(0);
      // The first one was dropped, as it always was; what is said to new code is kept.
      awaitIgnored(muster, run, "while only new code is there");
      assertThat(ignored(muster, run)).hasSize(1);
      finish(muster, run, journal);
    }
  }

  @Test
  void aRunWithAMarkerThatOldCodeDoesNotKnowWaitsForNewCode() {
    try (Installation muster = installation()) {
      services().addWorker(WorkerApplication.class);
      Journal journal = Journal.in(folder);
      String run = runThatWaitsForApproval(muster, journal);
      awaitIgnored(muster, run, "while only new code is there");
      services().addWorker(OldWorker.class);
      services().killWorker(0);
      // The old worker gets the history with the marker, fails, and must not do harm.
      say(muster, run, "while only old code is there");
      services().addWorker(WorkerApplication.class);
      services().killWorker(1);
      finish(muster, run, journal);
      assertThat(ignored(muster, run)).hasSize(2);
    }
  }

  private Installation installation() {
    return new Installation(folder, this::withoutWorkers);
  }

  private Services withoutWorkers(int port) {
    Services services = new Services(folder, port, 0);
    started = Optional.of(services);
    return services;
  }

  private Services services() {
    return started.orElseThrow();
  }

  private String runThatWaitsForApproval(Installation muster, Journal journal) {
    muster.addCluster("prod");
    muster.addAgent("prod", "n1");
    muster.addAgent("prod", "n2");
    muster.awaitUp("prod", 2);
    muster.apply(
        """
        apiVersion: muster/v1
        kind: Playbook
        metadata: {name: rolled}
        stages:
          - {name: first, targets: {nodes: [n1]}, steps: [%1$s]}
          - {name: second, approval: {required: 1}, targets: {nodes: [n2]}, steps: [%1$s]}
        """
            .formatted(journal.step("one", "0.2")));
    String run = muster.startRun("prod", "rolled");
    muster.awaitRun(run, SOON, shown -> Json.text(shown, "state").equals("PendingApprove"));
    return run;
  }

  private static void finish(Installation muster, String run, Journal journal) {
    try (MusterApi ada = muster.apiAs("ada")) {
      Awaitility.await("the run is approved")
          .atMost(SOON)
          .ignoreExceptionsInstanceOf(ApiFailure.class)
          .until(
              () -> ada.post(ApiPath.of("runs", run, "approve"), Json.object().put("why", "go on")),
              answer -> true);
    }
    assertThat(Json.text(muster.awaitEnd(run), "state")).isEqualTo("Completed");
    assertThat(journal.lines()).containsExactly("n1 one", "n2 one");
  }

  /** A signal that nobody can understand. */
  private static void say(Installation muster, String run, String what) {
    muster
        .temporal()
        .orElseThrow()
        .ask(
            "workflow",
            "signal",
            "--workflow-id",
            "playbook/" + run,
            "--name",
            "approve",
            "--input",
            "\"" + what + "\"");
  }

  private static void awaitIgnored(Installation muster, String run, String what) {
    int before = ignored(muster, run).size();
    say(muster, run, what);
    Awaitility.await("the audit tells of a bad signal")
        .atMost(SOON)
        .until(() -> ignored(muster, run).size() > before);
  }

  private static List<JsonNode> ignored(Installation muster, String run) {
    JsonNode audit = muster.api().get(ApiPath.of("audit").with("run", run)).json();
    return StreamSupport.stream(audit.path("items").spliterator(), false)
        .filter(entry -> Json.text(entry, "what").equals("signal.ignored"))
        .toList();
  }
}
