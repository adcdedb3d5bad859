package dev.muster.standalone.up;

import dev.muster.standalone.StartProblem;
import dev.muster.standalone.database.Database;
import dev.muster.standalone.database.EmbeddedDatabase;
import dev.muster.standalone.database.ExternalDatabase;
import dev.muster.standalone.engine.EngineChoice;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What {@code muster up} was asked for.
 *
 * @param data where everything is kept
 * @param host address to listen on
 * @param doors who may call
 * @param engine {@code embedded}, {@code dev-server} or {@code HOST:PORT}
 * @param export where history is kept before it is removed; empty leaves it to the settings
 */
public record UpOptions(
    Path data,
    String host,
    int port,
    int temporalPort,
    String engine,
    Optional<Path> temporalCli,
    DatabaseChoice database,
    Doors doors,
    Optional<Path> export) {

  /**
   * Where records are kept.
   *
   * @param name {@code embedded} or {@code jdbc:postgresql://…}
   */
  public record DatabaseChoice(String name, Optional<String> user, Optional<String> password) {

    /** In the data folder. */
    static final DatabaseChoice EMBEDDED =
        new DatabaseChoice("embedded", Optional.empty(), Optional.empty());
  }

  /**
   * Who may call.
   *
   * @param allowedHosts names under which the API is called, besides its address; empty leaves it
   *     to the settings
   * @param insecure whether it may listen for other hosts without asking who calls
   * @param tls with what it proves to be itself; empty for none
   */
  public record Doors(List<String> allowedHosts, boolean insecure, Optional<Tls> tls) {

    /** Without TLS. */
    public Doors(List<String> allowedHosts, boolean insecure) {
      this(allowedHosts, insecure, Optional.empty());
    }
  }

  /** A certificate with what signed it, and its key, in PEM. */
  public record Tls(Path certificate, Path key) {}

  public static final int PORT = 8420;
  public static final int TEMPORAL_PORT = 7233;

  /** Everything embedded, on loopback. */
  public static UpOptions embedded(Path data, int port, int temporalPort) {
    return new UpOptions(
        data,
        "127.0.0.1",
        port,
        temporalPort,
        "embedded",
        Optional.empty(),
        DatabaseChoice.EMBEDDED,
        new Doors(List.of(), false),
        Optional.empty());
  }

  /**
   * The engine that {@link #engine} names.
   *
   * @throws StartProblem if it names none
   */
  EngineChoice engineChoice() {
    return switch (engine) {
      case "embedded" -> new EngineChoice.Embedded("127.0.0.1", temporalPort);
      case "dev-server" -> new EngineChoice.DevServer(temporalPort, temporalCli, data);
      case String target when target.matches("([^:\\s]+|\\[[0-9a-fA-F:.]+]):\\d{1,5}") ->
          new EngineChoice.Address(target);
      default ->
          throw new StartProblem(
              "--engine %s: expected embedded, dev-server or HOST:PORT".formatted(engine));
    };
  }

  /**
   * The database that {@link #database} names, not started yet.
   *
   * @throws StartProblem if it names none
   */
  Database databaseChoice() {
    if (database.name().equals("embedded")) {
      return EmbeddedDatabase.in(data);
    }
    if (database.name().startsWith("jdbc:postgresql:")) {
      return new ExternalDatabase(
          database.name(), database.user().orElse("muster"), database.password().orElse(""));
    }
    throw new StartProblem(
        "--database %s: expected embedded or jdbc:postgresql://HOST/NAME"
            .formatted(database.name()));
  }
}
