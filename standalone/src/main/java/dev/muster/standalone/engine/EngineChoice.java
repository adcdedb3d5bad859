package dev.muster.standalone.engine;

import dev.muster.standalone.Ports;
import dev.muster.standalone.StartProblem;
import dev.muster.workflows.temporalui.RunAttributes;
import io.temporal.testing.TemporalDevServer;
import io.temporal.testing.TemporalDevServerOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which engine to use: {@code embedded}, {@code dev-server} or {@code HOST:PORT}. */
public sealed interface EngineChoice {

  /** Starts it, or says where it is. */
  EngineProcess start();

  /**
   * Temporal's own in-memory engine, in this process: nothing to install, forgets when it stops.
   */
  record Embedded(String host, int port) implements EngineChoice {

    @Override
    public EngineProcess start() {
      Ports.requireFree(host, port, "the Temporal engine; --temporal-port");
      return EmbeddedEngine.start(host, port);
    }
  }

  /** {@code temporal server start-dev}, with its Web UI, its state in a file. */
  record DevServer(int port, Optional<Path> cli, Path folder) implements EngineChoice {

    private static final String[] QUICK_HOPS = {
      "history.transferProcessorMaxPollRPS",
      "history.timerProcessorMaxPollRPS",
      "history.visibilityProcessorMaxPollRPS"
    };

    @Override
    public EngineProcess start() {
      Path program = executable();
      LeftOver leftOver = new LeftOver(folder.resolve("temporal.pid"), program);
      leftOver.stop();
      Ports.requireFree("127.0.0.1", port, "the Temporal engine; --temporal-port");
      TemporalDevServer server =
          TemporalDevServer.start(
              TemporalDevServerOptions.newBuilder()
                  .setExistingPath(program.toString())
                  .setDownloadEnabled(false)
                  .setIp("127.0.0.1")
                  .setPort(port)
                  .setUiEnabled(true)
                  .setUiPort(port + 1000)
                  .setDatabaseFilename(folder.resolve("temporal.db").toString())
                  .setLogFile(folder.resolve("temporal.log").toString())
                  .setExtraArgs(arguments())
                  .build());
      leftOver.remember();
      return new Running(
          server.getTarget(),
          "development server, Web UI http://127.0.0.1:" + (port + 1000),
          server::close);
    }

    /** Attributes that are registered later are usable only some seconds later. */
    private static String[] arguments() {
      Stream<String> limits =
          Arrays.stream(QUICK_HOPS)
              .flatMap(name -> Stream.of("--dynamic-config-value", name + "=1000"));
      Stream<String> attributes =
          RunAttributes.ALL.stream()
              .flatMap(key -> Stream.of("--search-attribute", key.getName() + "=Keyword"));
      return Stream.concat(limits, attributes).toArray(String[]::new);
    }

    private Path executable() {
      return cli.or(DevServer::onPath)
          .filter(Files::isExecutable)
          .orElseThrow(() ->
              new StartProblem(
                  "no `temporal` program found (%s): install Temporal's CLI, or name it with --temporal-cli"
                      .formatted(cli.map(path -> "looked at " + path).orElse("looked on PATH"))));
    }

    private static Optional<Path> onPath() {
      return Pattern.compile(Pattern.quote(java.io.File.pathSeparator))
          .splitAsStream(Optional.ofNullable(System.getenv("PATH")).orElse(""))
          .map(folder -> Path.of(folder, "temporal"))
          .filter(Files::isExecutable)
          .findFirst();
    }
  }

  /** A Temporal service that somebody else runs. */
  record Address(String target) implements EngineChoice {

    @Override
    public EngineProcess start() {
      return new Running(target, "service", () -> {});
    }
  }

  /** An engine that runs. */
  record Running(String address, String description, Runnable stop) implements EngineProcess {

    @Override
    public void close() {
      stop.run();
    }
  }
}
