package dev.muster.standalone.demo;

import dev.muster.standalone.StartProblem;
import dev.muster.standalone.up.Meanwhile;
import dev.muster.standalone.up.Standalone;
import dev.muster.standalone.up.UpOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.springframework.util.FileSystemUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code muster demo}: the whole path on real parts, seen in the terminal, cleaned up afterwards.
 */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Restart five real services, node by node, and watch it.",
      "Or let a cluster of real members grow, be brought back, shrink and go.",
      "Or update k0s on three controllers and five workers, by a Plan of its Autopilot."
    },
    footer = {
      "",
      "Examples:",
      "  ./muster demo --keep",
      "  ./muster demo members",
      "  ./muster demo k0s"
    })
public final class DemoCommand implements Callable<Integer> {

  /** What is shown. */
  enum Show {
    RESTART,
    MEMBERS,
    K0S
  }

  @Parameters(
      paramLabel = "WHAT",
      arity = "0..1",
      defaultValue = "restart",
      description = "restart, members or k0s (default: ${DEFAULT-VALUE}).")
  private Show show = Show.RESTART;

  @Option(names = "--keep", description = "Leave everything up afterwards, until Ctrl-C.")
  private boolean keep;

  @Option(
      names = "--nodes",
      description = "How many nodes are restarted (default: ${DEFAULT-VALUE}).")
  private int nodes = 5;

  @Option(names = "--port", description = "Port of the API (default: ${DEFAULT-VALUE}).")
  private int port = UpOptions.PORT;

  @Option(
      names = "--temporal-port",
      description = "Port of the engine (default: ${DEFAULT-VALUE}).")
  private int temporalPort = UpOptions.TEMPORAL_PORT;

  private static final int INTERRUPTED = 130;

  private final DemoParts parts = new DemoParts();
  private final DemoStop stop = new DemoStop();

  @Override
  public Integer call() throws Exception {
    if (nodes < 2 || nodes > 20) {
      throw new StartProblem("--nodes %d: expected 2 to 20".formatted(nodes));
    }
    Thread hook = Thread.ofPlatform().name("muster-demo-stop").unstarted(this::stopNow);
    Runtime.getRuntime().addShutdownHook(hook);
    int exitCode = INTERRUPTED;
    try (parts) {
      exitCode = play(folder(), System.out);
    } catch (Exception failed) {
      // A stop makes parts fail that are starting or at work; that is no news.
      if (!stop.asked()) {
        throw failed;
      }
    } finally {
      stop.cleanedUp();
    }
    if (!stop.asked()) {
      System.out.println(
          "Everything is stopped and removed; ./muster demo --keep leaves it up to look around.");
    }
    return exitCode;
  }

  private Path folder() throws IOException {
    Path folder = Files.createTempDirectory("muster-demo");
    parts.start(() -> () -> FileSystemUtils.deleteRecursively(folder));
    return folder;
  }

  private int play(Path folder, PrintStream out) throws Exception {
    out.println("Starting database, engine, API and worker, and %s ...".formatted(agents()));
    CompletableFuture<DemoPlay> starting =
        CompletableFuture.supplyAsync(() -> parts.start(() -> begin(folder)));
    Standalone standalone =
        parts.start(
            () -> Standalone.start(UpOptions.embedded(folder.resolve("data"), port, temporalPort)));
    DemoPlay play = Meanwhile.finished(starting);
    return stop.interruptibly(() -> {
      out.println(standalone.whereabouts());
      int exitCode = play.tell(standalone.apiUrl(), out);
      out.println();
      if (keep) {
        out.println(lookAround(standalone.apiUrl()));
        new CountDownLatch(1).await();
      }
      return exitCode;
    });
  }

  private String agents() {
    return switch (show) {
      case RESTART -> nodes + " agents with a service each";
      case MEMBERS -> "an agent that makes others";
      case K0S -> "8 agents with a stand-in for k0s each";
    };
  }

  private DemoPlay begin(Path folder) {
    return switch (show) {
      case RESTART -> DemoFleet.start(folder, nodes);
      case MEMBERS -> MembersDemo.start(folder);
      case K0S -> K0sDemo.start(folder);
    };
  }

  private String lookAround(String url) {
    String server = port == UpOptions.PORT ? "" : " --server " + url;
    String own =
        switch (show) {
          case RESTART -> "run start rolling-restart --cluster demo --param service=web --follow";
          case MEMBERS ->
              "action create --cluster demo --kind cluster.create --args '{\"profile\": \"small\", \"desired\": 3}'";
          case K0S -> "k0s show --cluster demo";
        };
    return """
    Left up. In another terminal:
      ./muster run list%1$s
      ./muster node list demo%1$s
      ./muster %3$s%1$s
      curl %2$s/v1/runs
    Stop it with Ctrl-C; everything is removed then.\
    """
        .formatted(server, url, own);
  }

  private void stopNow() {
    try {
      stop.askAndWait(System.out);
    } catch (InterruptedException impatient) {
      Thread.currentThread().interrupt();
    }
  }
}
