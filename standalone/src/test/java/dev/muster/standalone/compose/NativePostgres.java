package dev.muster.standalone.compose;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the entrypoint of PostgreSQL's image does: the data once, then the server. */
final class NativePostgres {

  private final Surroundings surroundings;
  private final Map<String, String> environment;

  NativePostgres(Surroundings surroundings, Map<String, String> environment) {
    this.surroundings = surroundings;
    this.environment = environment;
  }

  /** The server's command, with what {@code given} adds to it; makes the data if there are none. */
  List<String> command(List<String> given) throws IOException {
    Path data = Path.of(environment.getOrDefault("PGDATA", ""));
    if (!Files.exists(data.resolve("PG_VERSION"))) {
      initialise(data);
    }
    List<String> command = notAsRoot();
    command.addAll(given);
    command.addAll(List.of("-D", data.toString()));
    command.addAll(List.of("-c", "listen_addresses=" + surroundings.address()));
    command.addAll(List.of("-c", "unix_socket_directories="));
    return command;
  }

  private void initialise(Path data) throws IOException {
    Files.createDirectories(data.resolveSibling("."));
    Path password = surroundings.temporary().resolve("password");
    Files.writeString(password, environment.getOrDefault("POSTGRES_PASSWORD", ""));
    List<String> command = notAsRoot();
    command.addAll(List.of("initdb", "--pgdata", data.toString(), "--auth", "scram-sha-256"));
    command.addAll(List.of("--username", environment.getOrDefault("POSTGRES_USER", "postgres")));
    command.addAll(List.of("--pwfile", password.toString(), "--encoding", "UTF8"));
    command.addFirst("/usr/bin/env");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(surroundings.temporary().resolve("initdb.log").toFile());
    builder.environment().putAll(environment);
    int code = builder.start().onExit().join().exitValue();
    if (code != 0) {
      throw new AssertionError(
          "initdb failed: " + Files.readString(surroundings.temporary().resolve("initdb.log")));
    }
  }

  /** PostgreSQL refuses to run as root; in a user namespace it does not see that it does. */
  private static List<String> notAsRoot() {
    return System.getProperty("user.name").equals("root")
        ? new ArrayList<>(List.of("unshare", "-U"))
        : new ArrayList<>();
  }
}
