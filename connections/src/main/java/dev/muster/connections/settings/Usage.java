package dev.muster.connections.settings;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a command that takes only settings says of itself.
 *
 * @param command such as {@code muster worker}
 * @param does one sentence
 * @param settings resource with the defaults, whose comment up to the first empty line lists what
 *     people may set
 */
public record Usage(String command, String does, String settings) {

  /** The exit code of a command line that cannot be understood, as everywhere in Muster. */
  static final int WRONG = 2;

  private static final String COMMENT = "#";
  private static final String LIST = "# Yours to set:";

  /** What to print in place of a start, and the exit code. */
  record Answer(String text, int exitCode) {}

  /** Empty if these arguments can start the application. */
  Optional<Answer> to(String... arguments) {
    if (Stream.of(arguments).anyMatch(one -> one.equals("-h") || one.equals("--help"))) {
      return Optional.of(new Answer(help(), 0));
    }
    return Stream.of(arguments)
        .filter(one -> !one.startsWith("--"))
        .findFirst()
        .map(one ->
            new Answer(
                "%s: '%s' is not a setting (expected: --NAME=VALUE; %s --help lists them)"
                    .formatted(command, one, command),
                WRONG));
  }

  private String help() {
    return """
    Usage: %s [--NAME=VALUE ...]
    %s

    Settings, here as options; also as variables (MUSTER_DATABASE_URL) or in application.properties:
    %s

    docs/connections.md has all about PostgreSQL and Temporal.\
    """
        .formatted(command, does, list());
  }

  private String list() {
    try (InputStream resource = Usage.class.getResourceAsStream(settings)) {
      if (resource == null) {
        throw new IllegalStateException("no resource " + settings);
      }
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .takeWhile(line -> line.startsWith(COMMENT))
          .dropWhile(line -> !line.equals(LIST))
          .skip(1)
          .map(line -> line.substring(COMMENT.length()).stripTrailing())
          .collect(Collectors.joining("\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
