package dev.muster.standalone.demo;

import dev.muster.cli.rest.MusterApi;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * {@code muster demo k0s}: a Plan of k0s Autopilot, as it is, over three controllers and five
 * workers. What runs there is a stand-in for k0s; downloads, exchanges and restarts are real.
 */
final class K0sDemo implements DemoPlay {

  static final String OLD = "v1.30.1+k0s.0";
  static final String NEW = "v1.30.2+k0s.0";

  private static final int CONTROLLERS = 3;
  private static final int WORKERS = 5;

  private final Path folder;
  private final K0sDownloads downloads;
  private final List<K0sMachine> machines;

  private K0sDemo(Path folder, K0sDownloads downloads, List<K0sMachine> machines) {
    this.folder = folder;
    this.downloads = downloads;
    this.machines = List.copyOf(machines);
  }

  /**
   * Starts the nodes, and the server with the files of the new version.
   *
   * @throws dev.muster.standalone.StartProblem if one of them does not start
   */
  static K0sDemo start(Path folder) {
    K0sDownloads downloads = K0sDownloads.of(NEW);
    List<K0sMachine> started = new ArrayList<>();
    try {
      IntStream.range(0, CONTROLLERS)
          .forEach(index -> started.add(machine("controller", index, folder)));
      IntStream.range(0, WORKERS).forEach(index -> started.add(machine("worker", index, folder)));
      started.forEach(K0sMachine::awaitReady);
      return new K0sDemo(folder, downloads, started);
    } catch (RuntimeException failed) {
      started.forEach(K0sMachine::close);
      downloads.close();
      throw failed;
    }
  }

  private static K0sMachine machine(String role, int index, Path folder) {
    return K0sMachine.start(role + index, role, OLD, folder);
  }

  @Override
  public int tell(String url, PrintStream out) throws InterruptedException {
    try (MusterApi api = new MusterApi(URI.create(url), "demo")) {
      DemoCluster cluster = DemoCluster.make(api);
      machines.forEach(machine -> machine.join(cluster));
      cluster.awaitUp(machines.size());
      return new K0sStory(api, out, machines).tell(plan(), folder.resolve("plan.yaml"));
    }
  }

  /** The seed's own: images for the workers, then the program, for controllers and workers. */
  private String plan() {
    return """
    apiVersion: autopilot.k0sproject.io/v1beta2
    kind: Plan
    metadata:
      name: autopilot
    spec:
      id: id123
      timestamp: now
      commands:
        - airgapupdate:
            version: %1$s
            platforms: %2$s
            workers:
              limits: {concurrent: 2}
              discovery:
                static:
                  nodes: [%5$s]
        - k0supdate:
            version: %1$s
            platforms: %3$s
            targets:
              controllers:
                discovery:
                  static:
                    nodes: [%4$s]
              workers:
                limits: {concurrent: 2}
                discovery:
                  static:
                    nodes: [%5$s]
    """
        .formatted(NEW, downloads.bundles(), downloads.programs(), names(true), names(false));
  }

  private String names(boolean controllers) {
    return String.join(
        ", ",
        machines.stream()
            .filter(machine -> machine.isController() == controllers)
            .map(K0sMachine::id)
            .toList());
  }

  @Override
  public void close() {
    machines.parallelStream().forEach(K0sMachine::close);
    downloads.close();
  }
}
