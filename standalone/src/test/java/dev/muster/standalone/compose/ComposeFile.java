package dev.muster.standalone.compose;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** A docker-compose.yml as Compose reads it: merge keys resolved, and variables put in. */
final class ComposeFile {

  private static final Pattern VARIABLE =
      Pattern.compile("\\$(?:\\$|\\{(\\w+)(?:(:[-?])([^}]*))?})");

  private final Map<String, Object> document;
  private final Map<String, ComposeService> services = new LinkedHashMap<>();

  private ComposeFile(Map<String, Object> document) {
    this.document = document;
    Yaml.map(document, "services")
        .forEach((name, fields) -> services.put(name, ComposeService.of(name, Yaml.map(fields))));
  }

  /**
   * Reads {@code file}; a variable that is required and not among {@code variables} is an error.
   */
  static ComposeFile read(Path file, Map<String, String> variables) {
    return new ComposeFile(Yaml.map(filled(merged(load(file)), variables)));
  }

  /** As it is written, with merge keys resolved: what the schema is about. */
  static Object raw(Path file) {
    return merged(load(file));
  }

  /** The lines {@code NAME=value} of an env file. */
  static Map<String, String> variables(Path envFile) {
    Map<String, String> variables = new LinkedHashMap<>();
    try {
      for (String line : Files.readAllLines(envFile)) {
        int sign = line.indexOf('=');
        if (!line.startsWith("#") && sign > 0) {
          variables.put(line.substring(0, sign), line.substring(sign + 1));
        }
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    return variables;
  }

  ComposeService service(String name) {
    return Optional.ofNullable(services.get(name))
        .orElseThrow(() -> new AssertionError("docker-compose.yml has no service " + name));
  }

  List<ComposeService> services() {
    return List.copyOf(services.values());
  }

  Map<String, Object> top(String field) {
    return Yaml.map(document, field);
  }

  /** The services, each behind those that it waits for; otherwise as they are written. */
  List<ComposeService> inOrder() {
    Set<ComposeService> ordered = new LinkedHashSet<>();
    services.values().forEach(service -> add(service, ordered, new ArrayList<>()));
    return List.copyOf(ordered);
  }

  private void add(ComposeService service, Set<ComposeService> ordered, List<String> path) {
    if (path.contains(service.name())) {
      throw new AssertionError("services wait for each other: " + path);
    }
    path.add(service.name());
    service.dependsOn().keySet().forEach(name -> add(service(name), ordered, path));
    path.remove(service.name());
    ordered.add(service);
  }

  private static Object load(Path file) {
    LoadSettings settings = LoadSettings.builder().setMaxAliasesForCollections(500).build();
    try (Reader reader = Files.newBufferedReader(file)) {
      return new Load(settings).loadFromReader(reader);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** What is named wins over what {@code <<} brings. */
  private static Object merged(Object node) {
    return switch (node) {
      case Map<?, ?> map -> {
        Map<String, Object> result = new LinkedHashMap<>();
        if (map.get("<<") instanceof Map<?, ?> base) {
          result.putAll(Yaml.map(merged(base)));
        }
        map.forEach((key, value) -> {
          if (!"<<".equals(key)) {
            result.put(String.valueOf(key), value == null ? Map.of() : merged(value));
          }
        });
        yield result;
      }
      case List<?> list -> list.stream().map(ComposeFile::merged).toList();
      default -> node;
    };
  }

  private static Object filled(Object node, Map<String, String> variables) {
    return switch (node) {
      case Map<?, ?> map -> {
        Map<String, Object> result = new LinkedHashMap<>();
        map.forEach((key, value) -> result.put(String.valueOf(key), filled(value, variables)));
        yield result;
      }
      case List<?> list -> list.stream().map(item -> filled(item, variables)).toList();
      case String text ->
          VARIABLE
              .matcher(text)
              .replaceAll(match -> Matcher.quoteReplacement(value(match.group(), variables)));
      default -> node;
    };
  }

  private static String value(String reference, Map<String, String> variables) {
    Matcher match = VARIABLE.matcher(reference);
    if (!match.matches() || match.group(1) == null) {
      return "$";
    }
    String value = variables.getOrDefault(match.group(1), "");
    if (!value.isEmpty() || match.group(2) == null) {
      return value;
    }
    if (match.group(2).equals(":?")) {
      throw new IllegalArgumentException(match.group(1) + ": " + match.group(3));
    }
    return match.group(3);
  }
}
