package dev.muster.standalone.demo;

import dev.muster.cli.follow.FollowRequest;
import dev.muster.cli.follow.PlanFollower;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.MusterApi;
import dev.muster.standalone.StartProblem;
import java.io.IOException;
import java.io.PrintStream;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What becomes of a plan of Autopilot, and of the nodes that it is for. */
final class K0sStory {

  private static final int FAILED = 1;
  private static final String PLAN = "autopilot";

  private final MusterApi api;
  private final PrintStream out;
  private final List<K0sMachine> machines;

  K0sStory(MusterApi api, PrintStream out, List<K0sMachine> machines) {
    this.api = api;
    this.out = out;
    this.machines = machines;
  }

  /** Returns the exit code: that of the followed plan, or 1 if a node is not as it is to be. */
  int tell(String plan, Path file) throws InterruptedException {
    try (HttpClient services = HttpClient.newHttpClient()) {
      Map<String, DemoHealth> before = health(services);
      out.println("%d nodes run %s.".formatted(before.size(), K0sDemo.OLD));
      out.println();
      out.println(
          "$ ./muster k0s apply %s --cluster %s --follow".formatted(file, DemoCluster.NAME));
      apply(plan, file);
      int exitCode = follow();
      return exitCode == 0 ? compare(before, health(services)) : exitCode;
    }
  }

  private void apply(String plan, Path file) {
    try {
      Files.writeString(file, plan);
    } catch (IOException failed) {
      throw new StartProblem(
          "%s cannot be written: %s".formatted(file, failed.getMessage()), failed);
    }
    api.post(
        ApiPath.of("clusters", DemoCluster.NAME, "autopilot", "plans"), "application/yaml", plan);
  }

  private int follow() throws InterruptedException {
    FollowRequest request = FollowRequest.of(api.server(), "demo", PLAN).withCommand("./muster");
    return new PlanFollower(request, DemoCluster.NAME, out, System.err, InstantSource.system())
        .follow()
        .number();
  }

  private Map<String, DemoHealth> health(HttpClient services) {
    Map<String, DemoHealth> health = new LinkedHashMap<>();
    machines.forEach(
        machine -> machine.health(services).ifPresent(said -> health.put(machine.id(), said)));
    return health;
  }

  private int compare(Map<String, DemoHealth> before, Map<String, DemoHealth> after) {
    out.println();
    out.println("What runs, before and after, with its process id, and the images brought:");
    boolean well = true;
    for (K0sMachine machine : machines) {
      Optional<DemoHealth> old = Optional.ofNullable(before.get(machine.id()));
      Optional<DemoHealth> now = Optional.ofNullable(after.get(machine.id()));
      boolean updated =
          old.isPresent()
              && now.filter(said -> said.version().equals(K0sDemo.NEW))
                  .filter(said -> said.pid() != old.get().pid())
                  .isPresent();
      List<String> images = machine.images();
      boolean fed = machine.isController() || images.size() == 1;
      well &= updated && fed;
      out.println(
          "  %-12s %s -> %s  %s%s"
              .formatted(
                  machine.id(),
                  words(old),
                  words(now),
                  updated && fed ? "updated" : "NOT updated",
                  images.isEmpty() ? "" : "  " + String.join(", ", images)));
    }
    return well ? 0 : FAILED;
  }

  private static String words(Optional<DemoHealth> health) {
    return health.map(said -> "%s (%d)".formatted(said.version(), said.pid())).orElse("nothing");
  }
}
