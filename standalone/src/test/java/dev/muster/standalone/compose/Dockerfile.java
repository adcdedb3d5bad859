package dev.muster.standalone.compose;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The stages of a Dockerfile, as far as running their commands elsewhere needs them. */
final class Dockerfile {

  /**
   * {@code COPY source target}.
   *
   * @param from the stage that it copies from; empty for the project's folder
   */
  record Copy(String from, String source, String target) {}

  /** One stage; instructions that say nothing about running are only kept in {@code lines}. */
  record Stage(
      String name,
      String base,
      List<Copy> copies,
      Map<String, String> environment,
      Map<String, String> last,
      List<String> lines) {

    /** The words of the last {@code ENTRYPOINT} or {@code CMD} in its exec form. */
    List<String> words(String instruction) {
      return json(last.getOrDefault(instruction, "[]"));
    }

    List<String> health() {
      String check = last.getOrDefault("HEALTHCHECK", "");
      int command = check.indexOf("CMD ");
      return command < 0 ? List.of() : json(check.substring(command + "CMD ".length()));
    }

    private static List<String> json(String text) {
      List<String> words = new ArrayList<>();
      for (JsonNode word : JsonMapper.shared().readTree(text)) {
        words.add(word.asString());
      }
      return words;
    }
  }

  private final List<Stage> stages = new ArrayList<>();

  private Dockerfile() {}

  static Dockerfile read(Path file) {
    Dockerfile result = new Dockerfile();
    instructions(file).forEach(result::add);
    return result;
  }

  List<Stage> stages() {
    return stages;
  }

  Stage stage(String name) {
    return find(name).orElseThrow(() -> new AssertionError("the Dockerfile has no stage " + name));
  }

  Optional<Stage> find(String name) {
    return stages.stream().filter(stage -> stage.name().equals(name)).findFirst();
  }

  private void add(String line) {
    String[] words = line.split("\\s+", -1);
    String rest = line.substring(words[0].length()).strip();
    if (words[0].equals("FROM")) {
      String name = words.length == 4 && words[2].equals("AS") ? words[3] : "";
      stages.add(
          new Stage(
              name,
              words[1],
              new ArrayList<>(),
              new LinkedHashMap<>(),
              new LinkedHashMap<>(),
              new ArrayList<>()));
      return;
    }
    Stage stage = stages.getLast();
    stage.lines().add(line);
    switch (words[0]) {
      case "COPY" -> stage.copies().add(copy(words));
      case "ENV" -> {
        int sign = rest.indexOf('=');
        stage.environment().put(rest.substring(0, sign), rest.substring(sign + 1));
      }
      default -> stage.last().put(words[0], rest);
    }
  }

  private static Copy copy(String[] words) {
    String from = "";
    List<String> paths = new ArrayList<>();
    for (String word : List.of(words).subList(1, words.length)) {
      if (word.startsWith("--from=")) {
        from = word.substring("--from=".length());
      } else if (!word.startsWith("--")) {
        paths.add(word);
      }
    }
    return new Copy(from, paths.getFirst(), paths.getLast());
  }

  /** Without comments and empty lines; a line that ends with a backslash goes on in the next. */
  private static List<String> instructions(Path file) {
    List<String> result = new ArrayList<>();
    StringBuilder open = new StringBuilder();
    try {
      for (String line : Files.readAllLines(file)) {
        String text = line.strip();
        if (text.isEmpty() || text.startsWith("#")) {
          continue;
        }
        boolean goesOn = text.endsWith("\\");
        open.append(goesOn ? text.substring(0, text.length() - 1) : text);
        if (!goesOn) {
          result.add(open.toString());
          open.setLength(0);
        }
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    return result;
  }
}
