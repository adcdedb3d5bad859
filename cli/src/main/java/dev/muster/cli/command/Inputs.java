package dev.muster.cli.command;

import dev.muster.cli.rest.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What people type and the files they name, turned into what the API takes. */
final class Inputs {
  private Inputs() {}

  /** A file's text; {@code -} is standard input. */
  static String read(String file, InputStream standardInput) {
    try {
      if (file.equals("-")) {
        return new String(standardInput.readAllBytes(), StandardCharsets.UTF_8);
      }
      return Files.readString(Path.of(file));
    } catch (NoSuchFileException e) {
      throw new UsageFailure(file + ": there is no such file");
    } catch (CharacterCodingException e) {
      throw new UsageFailure(file + ": this is no text in UTF-8");
    } catch (IOException e) {
      throw new UsageFailure(file + ": cannot be read: " + e.getMessage());
    }
  }

  /** The playbooks that a name stands for: a file, or the YAML and JSON files of a folder. */
  static Stream<String> documents(String name) {
    Path path = Path.of(name);
    if (name.equals("-") || !Files.isDirectory(path)) {
      return Stream.of(name);
    }
    try (Stream<Path> files = Files.list(path)) {
      var found =
          files
              .filter(file -> file.getFileName().toString().matches(".*\\.(ya?ml|json)"))
              .map(Path::toString)
              .sorted()
              .toList();
      if (found.isEmpty()) {
        throw new UsageFailure(name + ": no .yaml, .yml or .json file in this folder");
      }
      return found.stream();
    } catch (IOException e) {
      throw new UsageFailure(name + ": cannot be read: " + e.getMessage());
    }
  }

  /** Values from a file, overridden by those that were typed: numbers, booleans, JSON, or text. */
  static ObjectNode values(
      String option, Optional<String> file, Map<String, String> typed, InputStream standardInput) {
    ObjectNode values = file.map(name -> object(option, name, standardInput)).orElse(Json.object());
    typed.forEach((name, value) -> values.set(name, Json.typed(value)));
    return values;
  }

  static ObjectNode texts(Map<String, String> typed) {
    ObjectNode texts = Json.object();
    typed.forEach(texts::put);
    return texts;
  }

  /** An id that the caller chose for what is created. */
  static String uuid(String typed) {
    try {
      UUID id = UUID.fromString(typed);
      if (id.toString().equalsIgnoreCase(typed)) {
        return id.toString();
      }
    } catch (IllegalArgumentException e) {
      throw badId(typed);
    }
    throw badId(typed);
  }

  private static UsageFailure badId(String typed) {
    return new UsageFailure("--id '%s' is no UUID (uuidgen makes one)".formatted(typed));
  }

  private static ObjectNode object(String option, String file, InputStream standardInput) {
    String text = read(file, standardInput);
    JsonNode json;
    try {
      json = Json.parse(text);
    } catch (JacksonException e) {
      throw new UsageFailure(
          "%s %s: this is no JSON: %s".formatted(option, file, e.getOriginalMessage()));
    }
    if (json instanceof ObjectNode object) {
      return object;
    }
    throw new UsageFailure(
        "%s %s: this is no JSON object (expected: {\"name\": value, ...})".formatted(option, file));
  }
}
