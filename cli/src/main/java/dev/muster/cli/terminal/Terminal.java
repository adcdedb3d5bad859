package dev.muster.cli.terminal;

import java.io.Console;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Where the output goes.
 *
 * @param width columns; nothing is cut when it is {@link #UNLIMITED}
 * @param height lines
 */
public record Terminal(Mode mode, int width, int height, Style style) {
  /** More than any text has. */
  public static final int UNLIMITED = 1_000_000;

  private static final int NARROWEST = 20;
  private static final int LOWEST = 6;

  /** Whether somebody watches. */
  public enum Mode {
    /** A terminal: what was written can be overwritten. */
    SCREEN,
    /** A file, a pipe, a log. */
    STREAM
  }

  public Terminal {
    width = Math.max(NARROWEST, width);
    height = Math.max(LOWEST, height);
  }

  /** What a file or a pipe is: words only, lines as long as they are. */
  public static Terminal stream() {
    return new Terminal(Mode.STREAM, UNLIMITED, UNLIMITED, Style.WORDS);
  }

  /** A terminal of a known size. */
  public static Terminal screen(int width, int height, Style style) {
    return new Terminal(Mode.SCREEN, width, height, style);
  }

  /** What this process writes to. */
  public static Terminal detect(Map<String, String> environment) {
    if (!standardOutputIsTerminal() || "dumb".equals(environment.get("TERM"))) {
      return stream();
    }
    return screen(80, 24, style(environment)).resized(environment);
  }

  /** This terminal with the size that it has now; COLUMNS and LINES win over what it says. */
  public Terminal resized(Map<String, String> environment) {
    if (mode == Mode.STREAM) {
      return this;
    }
    Optional<Integer> columns = number(environment.get("COLUMNS"));
    Optional<Integer> lines = number(environment.get("LINES"));
    if (columns.isPresent() && lines.isPresent()) {
      return new Terminal(mode, columns.get(), lines.get(), style);
    }
    String[] size = sttySize().strip().split(" ", -1);
    Optional<Integer> asked = size.length == 2 ? number(size[1]) : Optional.empty();
    Optional<Integer> askedLines = size.length == 2 ? number(size[0]) : Optional.empty();
    return new Terminal(
        mode,
        columns.or(() -> asked).orElse(width),
        lines.or(() -> askedLines).orElse(height),
        style);
  }

  static Style style(Map<String, String> environment) {
    if (!speaksUtf8(environment)) {
      return Style.ASCII;
    }
    return environment.getOrDefault("NO_COLOR", "").isEmpty() ? Style.COLOUR : Style.MONO;
  }

  private static boolean speaksUtf8(Map<String, String> environment) {
    for (String name : new String[] {"LC_ALL", "LC_CTYPE", "LANG"}) {
      String locale = environment.getOrDefault(name, "");
      if (!locale.isEmpty()) {
        return locale.toUpperCase(Locale.ROOT).replace("-", "").contains("UTF8");
      }
    }
    return false;
  }

  /** Whether a person types what this process reads. */
  public static boolean isTypedInto() {
    return isTerminal(0);
  }

  private static boolean standardOutputIsTerminal() {
    return isTerminal(1);
  }

  private static boolean isTerminal(int descriptor) {
    Path output = Path.of("/proc/self/fd/" + descriptor);
    try {
      // Cheaper than a console, which also asks for standard input to be a terminal.
      String target = Files.readSymbolicLink(output).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      // JDKs differ in whether there is a console when standard input is no terminal.
      return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
    }
  }

  private static String sttySize() {
    Path terminal = Path.of("/dev/tty");
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(terminal.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!stty.waitFor(1, TimeUnit.SECONDS)) {
        stty.destroyForcibly();
        return "";
      }
      return new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  private static Optional<Integer> number(@org.jspecify.annotations.Nullable String text) {
    if (text == null || !text.matches("[1-9][0-9]{0,4}")) {
      return Optional.empty();
    }
    return Optional.of(Integer.parseInt(text));
  }
}
