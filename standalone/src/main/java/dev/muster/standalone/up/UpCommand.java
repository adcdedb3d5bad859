package dev.muster.standalone.up;

import dev.muster.standalone.StartProblem;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code muster up}: everything in one process, until it is stopped. */
@Command(
    name = "up",
    mixinStandardHelpOptions = true,
    description = "Start database, engine, API and worker in one process.",
    footer = {"", "Example:", "  ./muster up --data /srv/muster --port 8420"})
public final class UpCommand implements Callable<Integer> {

  @Option(names = "--data", description = "Where everything is kept (default: ~/.muster).")
  private Path data = Path.of(System.getProperty("user.home"), ".muster");

  @Option(names = "--host", description = "Address to listen on (default: ${DEFAULT-VALUE}).")
  private String host = "127.0.0.1";

  @Option(
      names = "--allowed-host",
      description = "A name under which the API is called, besides its address; may be repeated.")
  private List<String> allowedHosts = List.of();

  @Option(
      names = "--tls-certificate",
      description = "File in PEM: serve TLS, which other hosts need; with --tls-key.")
  private @Nullable Path tlsCertificate;

  @Option(names = "--tls-key", description = "File in PEM: the certificate's private key.")
  private @Nullable Path tlsKey;

  @Option(
      names = "--insecure",
      description = "Listen for other hosts without TLS, and without asking who they are.",
      defaultValue = "${env:MUSTER_HTTP_INSECURE:-false}")
  private boolean insecure;

  @Option(names = "--port", description = "Port of the API (default: ${DEFAULT-VALUE}).")
  private int port = UpOptions.PORT;

  @Option(
      names = "--temporal-port",
      description = "Port of an engine that is started here (default: ${DEFAULT-VALUE}).")
  private int temporalPort = UpOptions.TEMPORAL_PORT;

  @Option(
      names = "--engine",
      description = "embedded, dev-server or HOST:PORT of a Temporal service (default: embedded).")
  private String engine = "embedded";

  @Option(
      names = "--temporal-cli",
      description = "The temporal program for --engine dev-server (default: the one on PATH).")
  private @Nullable Path temporalCli;

  @Option(
      names = "--database",
      description = "embedded or jdbc:postgresql://HOST/NAME (default: embedded).")
  private String database = "embedded";

  @Option(names = "--database-user", description = "Account (default: muster).")
  private @Nullable String databaseUser;

  @Option(
      names = "--database-password",
      description = "Its password; better in the environment: MUSTER_DATABASE_PASSWORD.",
      defaultValue = "${env:MUSTER_DATABASE_PASSWORD}")
  private @Nullable String databasePassword;

  @Option(
      names = "--export",
      description = "Folder that keeps history before it is removed (see: muster retention).")
  private @Nullable Path export;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    UpOptions options = options();
    CountDownLatch stopped = new CountDownLatch(1);
    Standalone standalone = Standalone.start(options);
    Runtime.getRuntime()
        .addShutdownHook(
            Thread.ofPlatform()
                .name("muster-stop")
                .unstarted(() -> {
                  standalone.close();
                  stopped.countDown();
                }));
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    out.println("Muster is up.");
    out.println(standalone.whereabouts());
    out.println("Stop it with Ctrl-C; runs go on where they were at the next start.");
    out.flush();
    stopped.await();
    return 0;
  }

  private Optional<UpOptions.Tls> tls() {
    Optional<Path> certificate = Optional.ofNullable(tlsCertificate);
    Optional<Path> key = Optional.ofNullable(tlsKey);
    if (certificate.isPresent() != key.isPresent()) {
      throw new StartProblem(
          "--tls-certificate and --tls-key belong together: give both, or neither");
    }
    return certificate.map(
        file -> new UpOptions.Tls(file.toAbsolutePath(), key.orElseThrow().toAbsolutePath()));
  }

  private UpOptions options() {
    return new UpOptions(
        data.toAbsolutePath().normalize(),
        host,
        port,
        temporalPort,
        engine,
        Optional.ofNullable(temporalCli),
        new UpOptions.DatabaseChoice(
            database, Optional.ofNullable(databaseUser), Optional.ofNullable(databasePassword)),
        new UpOptions.Doors(allowedHosts, insecure, tls()),
        Optional.ofNullable(export).map(folder -> folder.toAbsolutePath().normalize()));
  }
}
