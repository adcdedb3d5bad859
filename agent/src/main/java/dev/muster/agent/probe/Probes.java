package dev.muster.agent.probe;

import dev.muster.agent.json.BadField;
import dev.muster.agent.json.JsonFields;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Probes as they are written in configurations: {@code {"http": URL}}, {@code {"tcp": HOST:PORT}},
 * {@code {"command": [...]}} or {@code {"process": FILE}}.
 */
public final class Probes {

  private Probes() {}

  /**
   * Reads one.
   *
   * @param command what a command's exit codes mean here
   */
  public static Probe read(JsonFields fields, Function<List<String>, Probe> command) {
    Optional<Probe> http = fields.optionalText("http").map(url -> HttpProbe.of("http", url));
    Optional<Probe> tcp = fields.optionalText("tcp").map(address -> tcp("tcp", address));
    Optional<Probe> run =
        fields.has("command")
            ? Optional.of(command.apply(fields.texts("command")))
            : Optional.empty();
    Optional<Probe> process =
        fields.optionalText("process").map(file -> new ProcessProbe(Path.of(file)));
    List<Probe> given = Stream.of(http, tcp, run, process).flatMap(Optional::stream).toList();
    if (given.size() != 1) {
      throw fields.wrong(
          "%d of http, tcp, command and process given (expected: exactly one)"
              .formatted(given.size()));
    }
    return given.getFirst();
  }

  /** Reads {@code host:port}. */
  public static TcpProbe tcp(String where, String address) {
    int colon = address.lastIndexOf(':');
    if (colon > 0 && address.substring(colon + 1).matches("\\d{1,5}")) {
      int port = Integer.parseInt(address.substring(colon + 1));
      if (port >= 1 && port <= 65535) {
        return new TcpProbe(address.substring(0, colon).replaceAll("[\\[\\]]", ""), port);
      }
    }
    throw new BadField(
        "%s: '%s' (expected: HOST:PORT, as in 127.0.0.1:5432)".formatted(where, address));
  }
}
