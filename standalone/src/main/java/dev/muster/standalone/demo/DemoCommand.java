package dev.muster.standalone.demo;

import dev.muster.standalone.StartProblem;
import dev.muster.standalone.up.Standalone;
import dev.muster.standalone.up.UpOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.springframework.util.FileSystemUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code muster demo}: the whole path on real parts, seen in the terminal, cleaned up afterwards.
 */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = "Restart five real services, node by node, and watch it.",
    footer = {"", "Example:", "  ./muster demo --keep"})
public final class DemoCommand implements Callable<Integer> {

  @Option(names = "--keep", description = "Leave everything up afterwards, until Ctrl-C.")
  private boolean keep;

  @Option(names = "--nodes", description = "How many nodes (default: ${DEFAULT-VALUE}).")
  private int nodes = 5;

  @Option(names = "--port", description = "Port of the API (default: ${DEFAULT-VALUE}).")
  private int port = UpOptions.PORT;

  @Option(
      names = "--temporal-port",
      description = "Port of the engine (default: ${DEFAULT-VALUE}).")
  private int temporalPort = UpOptions.TEMPORAL_PORT;

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final CountDownLatch stopped = new CountDownLatch(1);

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (nodes < 2 || nodes > 20) {
      throw new StartProblem("--nodes %d: expected 2 to 20".formatted(nodes));
    }
    Path folder = Files.createTempDirectory("muster-demo");
    parts.push(() -> FileSystemUtils.deleteRecursively(folder));
    Thread cleanUp = Thread.ofPlatform().name("muster-demo-stop").unstarted(this::stop);
    Runtime.getRuntime().addShutdownHook(cleanUp);
    try {
      return play(folder, System.out);
    } finally {
      stop();
    }
  }

  private int play(Path folder, PrintStream out) throws InterruptedException {
    out.println(
        "Starting database, engine, API and worker, and "
            + nodes
            + " agents with a service each ...");
    CompletableFuture<DemoFleet> starting =
        CompletableFuture.supplyAsync(() -> keepPart(DemoFleet.start(folder, nodes)));
    Standalone standalone =
        keepPart(Standalone.start(UpOptions.embedded(folder.resolve("data"), port, temporalPort)));
    DemoFleet fleet = finished(starting);
    int exitCode = new DemoStory(standalone.apiUrl(), fleet, out).tell();
    out.println();
    out.println(
        standalone
            .banner()
            .lines()
            .filter(line -> line.startsWith("  "))
            .reduce((a, b) -> a + "\n" + b)
            .orElse(""));
    if (keep) {
      out.println(lookAround(standalone.apiUrl()));
      stopped.await();
    } else {
      out.println("Everything is stopped and removed now; --keep leaves it up to look around.");
    }
    return exitCode;
  }

  private String lookAround(String url) {
    String server = port == UpOptions.PORT ? "" : " --server " + url;
    return """
    Left up. In another terminal:
      ./muster run list%1$s
      ./muster node list demo%1$s
      ./muster run start rolling-restart --cluster demo --param service=web --follow%1$s
      curl %2$s/v1/runs
    Stop it with Ctrl-C; everything is removed then.\
    """
        .formatted(server, url);
  }

  private synchronized <T extends AutoCloseable> T keepPart(T part) {
    parts.push(part);
    return part;
  }

  private static DemoFleet finished(CompletableFuture<DemoFleet> starting) {
    try {
      return starting.join();
    } catch (CompletionException failed) {
      if (failed.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw failed;
    }
  }

  /** Stops what was started, the last first; harmless when called twice. */
  private synchronized void stop() {
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception failed) {
        System.err.println("muster: while cleaning up: " + failed.getMessage());
      }
    }
    stopped.countDown();
  }
}
