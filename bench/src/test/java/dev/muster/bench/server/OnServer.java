package dev.muster.bench.server;

import dev.muster.bench.process.FleetProcess;
import dev.muster.cli.rest.Json;
import dev.muster.standalone.acceptance.Installation;
import dev.muster.standalone.acceptance.Services;
import dev.muster.standalone.acceptance.TestedEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import tools.jackson.databind.JsonNode;

/** A cluster of simulated nodes, on an installation whose processes the test looks after. */
final class OnServer implements AutoCloseable {

  static final String CLUSTER = "prod";

  private final FleetProcess fleet;
  private final Installation muster;
  private Services services;

  /** Starts it, and returns when every node is up. */
  @SuppressWarnings("NullAway") // the installation makes the services while it is made
  OnServer(Path folder, int workers, int nodes, Duration action) {
    this.fleet = FleetProcess.start(nodes, action);
    this.muster = new Installation(folder, port -> services = new Services(folder, port, workers));
    muster.addCluster(CLUSTER);
    muster.addNodes(CLUSTER, fleet.urls());
  }

  /** Skips the test unless the server is among the engines that are tested. */
  static void assumeChosen() {
    Assumptions.assumeTrue(
        TestedEngine.chosen().contains(TestedEngine.SERVER),
        "only on a Temporal server: ./check --real, or -Dmuster.engines=server");
  }

  Installation muster() {
    return muster;
  }

  Services services() {
    return services;
  }

  /** An action that a simulated node finished. */
  record Finished(String node, String step, long nanos) {}

  /** What the simulated nodes finished for a run, in no order. */
  List<Finished> finished(String run) {
    List<Finished> finished = new ArrayList<>();
    for (JsonNode entry : fleet.journal()) {
      if (Json.text(entry, "run").equals(run)) {
        finished.add(
            new Finished(
                Json.text(entry, "node"),
                Json.text(entry, "step"),
                entry.path("finishedNanos").asLong()));
      }
    }
    return finished;
  }

  @Override
  public void close() {
    muster.close();
    fleet.close();
  }
}
