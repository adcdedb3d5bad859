package dev.muster.standalone.demo;

import dev.muster.cli.follow.FollowRequest;
import dev.muster.cli.follow.RunFollower;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.rest.MusterApi;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the demo does, over the REST API alone: register, plan, run, follow, and check the effect.
 */
final class DemoStory {

  private static final int FAILED = 1;

  private final String url;
  private final DemoFleet fleet;
  private final PrintStream out;

  DemoStory(String url, DemoFleet fleet, PrintStream out) {
    this.url = url;
    this.fleet = fleet;
    this.out = out;
  }

  /**
   * Plays it and returns the exit code: that of the followed run, or 1 if a service did not change.
   */
  int tell() throws InterruptedException {
    try (MusterApi api = new MusterApi(URI.create(url), "demo");
        HttpClient services = HttpClient.newHttpClient()) {
      register(api);
      Map<String, Long> before = servicePids(services);
      String run = startRun(api);
      int exitCode = follow(run);
      return exitCode == 0 ? compare(before, servicePids(services)) : exitCode;
    }
  }

  private void register(MusterApi api) throws InterruptedException {
    DemoCluster cluster = DemoCluster.make(api);
    for (DemoNode node : fleet.nodes()) {
      cluster.add(
          node.id(), node.agentUrl(), "web", Map.of("port", String.valueOf(node.servicePort())));
    }
    cluster.awaitUp(fleet.nodes().size());
    out.println(
        "%d services are up, one on each of the nodes %s to %s."
            .formatted(
                fleet.nodes().size(), fleet.nodes().getFirst().id(), fleet.nodes().getLast().id()));
  }

  private String startRun(MusterApi api) {
    ObjectNode body =
        Json.object()
            .put("id", UUID.randomUUID().toString())
            .put("playbook", "rolling-restart")
            .put("reason", "see how a rolling restart goes");
    body.putObject("params").put("service", "web").put("concurrency", 2).put("settle", "2s");
    JsonNode run = api.post(ApiPath.of("clusters", DemoCluster.NAME, "runs"), body).json();
    out.println(
        "Run %s of the shipped playbook rolling-restart:"
            .formatted(Json.text(run, "id").substring(0, 8)));
    out.println();
    return Json.text(run, "id");
  }

  private int follow(String run) throws InterruptedException {
    FollowRequest request = FollowRequest.of(URI.create(url), "demo", run).withCommand("./muster");
    return new RunFollower(request, out, System.err).follow().exitCode().number();
  }

  private Map<String, Long> servicePids(HttpClient services) {
    Map<String, Long> pids = new LinkedHashMap<>();
    for (DemoNode node : fleet.nodes()) {
      Optional<Long> pid = node.servicePid(services);
      pid.ifPresent(value -> pids.put(node.id(), value));
    }
    return pids;
  }

  private int compare(Map<String, Long> before, Map<String, Long> after) {
    out.println();
    out.println("Process ids of the services, before and after:");
    boolean allNew = true;
    for (DemoNode node : fleet.nodes()) {
      Long old = before.get(node.id());
      Long now = after.get(node.id());
      boolean changed = old != null && now != null && !old.equals(now);
      allNew &= changed;
      out.println(
          "  %-8s %8s -> %-8s %s"
              .formatted(node.id(), old, now, changed ? "restarted" : "NOT restarted"));
    }
    return allNew ? 0 : FAILED;
  }
}
