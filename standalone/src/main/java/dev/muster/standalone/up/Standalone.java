package dev.muster.standalone.up;

import dev.muster.api.security.AuthenticationProperties;
import dev.muster.api.web.HttpProperties;
import dev.muster.connections.codec.CredentialCipher;
import dev.muster.connections.schema.DatabaseStanding;
import dev.muster.connections.settings.Launch;
import dev.muster.standalone.Ports;
import dev.muster.standalone.database.Database;
import dev.muster.standalone.engine.EmbeddedEngine;
import dev.muster.standalone.engine.EngineKeeper;
import dev.muster.standalone.engine.EngineProcess;
import dev.muster.workflows.client.EngineClient;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/**
 * Everything in one process. Starts the folder, the database beside the engine, then the
 * application; stops in the opposite order, so that nothing asks for what is gone.
 */
public final class Standalone implements AutoCloseable {

  private final UpOptions options;
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final AtomicBoolean closed = new AtomicBoolean();
  private String whereabouts = "";

  private Standalone(UpOptions options) {
    this.options = options;
  }

  /**
   * Starts it, and returns when the API answers.
   *
   * @throws dev.muster.standalone.StartProblem if something is missing or in use
   */
  public static Standalone start(UpOptions options) {
    Standalone standalone = new Standalone(options);
    try {
      standalone.start();
    } catch (RuntimeException failed) {
      standalone.close();
      throw failed;
    }
    return standalone;
  }

  private void start() {
    if (!options.doors().insecure() && options.doors().tls().isEmpty()) {
      HttpProperties.requireLoopback(
          "--host", options.host(), "--tls-certificate and --tls-key", "--insecure");
    }
    Ports.requireFree(options.host(), options.port(), "the API; --port");
    parts.push(DataFolder.hold(options.data()));
    CompletableFuture<EngineProcess> starting =
        CompletableFuture.supplyAsync(() -> options.engineChoice().start());
    Database database = options.databaseChoice();
    CompletableFuture<Void> ready = CompletableFuture.runAsync(database::start);
    parts.push(() -> {
      ready.exceptionally(failed -> null).join();
      database.close();
    });
    EngineProcess engine = Meanwhile.finished(starting);
    parts.push(engine);
    ConfigurableApplicationContext application = application(database, ready, engine);
    parts.push(application);
    if (engine instanceof EmbeddedEngine embedded) {
      parts.push(EngineKeeper.start(embedded, application));
    }
    whereabouts =
        describe(database, engine)
            + firstToken(application.getBean(AuthenticationProperties.class))
            + trouble(application.getBean(EngineClient.class));
  }

  /** Most of it can be made while the database starts. */
  private ConfigurableApplicationContext application(
      Database database, CompletableFuture<Void> ready, EngineProcess engine) {
    try {
      return application(
          engine,
          () -> {
            Meanwhile.finished(ready);
            return database;
          },
          AgentKey.in(options.data()),
          settings(database, engine));
    } catch (RuntimeException failed) {
      if (ready.isCompletedExceptionally()) {
        Meanwhile.finished(ready);
      }
      throw failed;
    }
  }

  /**
   * @param agentKey that is used unless settings name another file
   */
  private static ConfigurableApplicationContext application(
      EngineProcess engine, Supplier<DatabaseStanding> database, Path agentKey, String[] settings) {
    return new SpringApplicationBuilder(StandaloneConfiguration.class)
        .web(WebApplicationType.SERVLET)
        .bannerMode(Banner.Mode.OFF)
        .logStartupInfo(false)
        .registerShutdownHook(false)
        .properties(Launch.QUIET)
        .properties(CredentialCipher.SETTING + "=" + agentKey)
        .initializers(context -> {
          if (engine instanceof EmbeddedEngine embedded) {
            context.getBeanFactory().registerSingleton("embeddedEngine", embedded);
          }
          ((GenericApplicationContext) context)
              .registerBean(
                  DatabaseStanding.class, database, bean -> bean.setDestroyMethodName(""));
        })
        .run(settings);
  }

  /** As arguments, because they win over every file and over the environment. */
  private String[] settings(Database database, EngineProcess engine) {
    UpOptions.Doors doors = options.doors();
    Stream<Map.Entry<String, String>> hosts =
        doors.allowedHosts().isEmpty()
            ? Stream.of()
            : Stream.of(
                Map.entry("muster.http.allowed-hosts", String.join(",", doors.allowedHosts())));
    Stream<Map.Entry<String, String>> tls =
        doors.tls().stream()
            .flatMap(files ->
                Stream.of(
                    Map.entry("server.ssl.certificate", files.certificate().toUri().toString()),
                    Map.entry(
                        "server.ssl.certificate-private-key", files.key().toUri().toString())));
    Stream<Map.Entry<String, String>> export =
        options.export().stream()
            .map(folder -> Map.entry("muster.retention.export", folder.toString()));
    Stream<Map.Entry<String, String>> settings =
        Stream.of(
            Map.entry("server.address", options.host()),
            Map.entry("server.port", String.valueOf(options.port())),
            Map.entry("spring.temporal.connection.target", engine.address()),
            Map.entry("muster.temporal.engine", options.engine()),
            Map.entry("muster.database.url", database.url()),
            Map.entry("muster.database.user", database.user()),
            Map.entry("muster.database.password", database.password()),
            Map.entry("logging.file.name", options.data().resolve("muster.log").toString()),
            Map.entry("muster.http.insecure", String.valueOf(doors.insecure())),
            Map.entry("muster.http.bootstrap-token-file", tokenFile().toString()),
            Map.entry("logging.threshold.console", "off"));
    return Stream.of(hosts, tls, export, settings)
        .flatMap(part -> part)
        .map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
        .toArray(String[]::new);
  }

  private String describe(Database database, EngineProcess engine) {
    return """
      API        %1$s/v1
      OpenAPI    %1$s/swagger-ui.html
      Temporal   %2$s   (%3$s)
      Database   %4$s
      Data       %5$s   (log: muster.log)
    """
        .formatted(
            apiUrl(),
            engine.address(),
            engine.description(),
            database.description(),
            options.data())
        .stripTrailing();
  }

  /** Where callers are asked who they are: with what the first one says so. */
  private String firstToken(AuthenticationProperties settings) {
    return settings.isOpen(options.host())
        ? ""
        : "\n  Token      %s   (may do everything; MUSTER_TOKEN_FILE names it to muster)"
            .formatted(tokenFile());
  }

  private Path tokenFile() {
    return options.data().resolve("bootstrap-token");
  }

  /** What the log says too: without an engine nothing moves, and the log is in a file. */
  private static String trouble(EngineClient engine) {
    return engine
        .whyAway()
        .map(why -> "\n\n  Runs wait, Muster tries all the time: it " + why)
        .orElse("");
  }

  /** Where everything is, a line each; and if the engine is away, why. */
  public String whereabouts() {
    return whereabouts;
  }

  /** Where the API is. */
  public String apiUrl() {
    String scheme = options.doors().tls().isPresent() ? "https" : "http";
    return "%s://%s:%d".formatted(scheme, options.host(), options.port());
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception failed) {
        System.err.println("muster: while stopping: " + failed.getMessage());
      }
    }
  }
}
