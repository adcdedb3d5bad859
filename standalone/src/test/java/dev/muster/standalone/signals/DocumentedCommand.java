package dev.muster.standalone.signals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command of docs/temporal.md.
 *
 * @param given what must be so before it makes sense: the second word of its block's fence
 * @param line as it stands there
 */
record DocumentedCommand(String given, String line) {

  private static final Pattern FENCE = Pattern.compile("```sh (\\S+)");
  private static final Pattern NAME = Pattern.compile("--name (\\w+)");
  private static final Pattern VERB = Pattern.compile("verb\\\\?\":\\\\?\"(\\w+)");

  /** All of them, in order. */
  static List<DocumentedCommand> all() {
    List<DocumentedCommand> commands = new ArrayList<>();
    Optional<String> given = Optional.empty();
    for (String line : lines()) {
      Matcher fence = FENCE.matcher(line);
      if (fence.matches()) {
        given = Optional.of(fence.group(1));
      } else if (line.startsWith("```")) {
        given = Optional.empty();
      } else if (given.isPresent() && !line.isBlank()) {
        commands.add(new DocumentedCommand(given.get(), line));
      }
    }
    return commands;
  }

  private static List<String> lines() {
    Path document = Path.of("..", "docs", "temporal.md");
    try {
      return Files.readAllLines(document);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@code temporal} or {@code tctl}. */
  String program() {
    return line.substring(0, line.indexOf(' '));
  }

  boolean isUpdate() {
    return line.contains(" workflow update ");
  }

  /** The name of the signal or update. */
  String name() {
    return find(NAME).orElseThrow();
  }

  /** What is to be done: the verb in the input, else the name. */
  String verb() {
    return find(VERB).orElseGet(this::name);
  }

  private Optional<String> find(Pattern pattern) {
    return Optional.of(pattern.matcher(line)).filter(Matcher::find).map(match -> match.group(1));
  }

  @Override
  public String toString() {
    return given + ": " + line;
  }
}
