package dev.muster.agent.settings;

import dev.muster.agent.json.JsonFields;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The k0s of this node.
 *
 * @param binary what is exchanged
 * @param service which of the agent's services runs it
 * @param data below it lies {@code images}, for bundles of images
 * @param version the command that prints the binary's version
 * @param readyz how controllers are asked whether they are ready
 */
public record K0sSettings(
    Path binary, String service, Path data, List<String> version, Scheme readyz) {

  public K0sSettings {
    version = List.copyOf(version);
  }

  /** Of an address. */
  public enum Scheme {
    /** As k0s has it. */
    HTTPS("https"),
    /** As a stand-in for it may have it. */
    HTTP("http");

    private final String text;

    Scheme(String text) {
      this.text = text;
    }

    /** As addresses begin. */
    public String text() {
      return text;
    }
  }

  static K0sSettings read(JsonFields fields) {
    Path binary = path(fields, "binary");
    return new K0sSettings(
        binary,
        fields.text("service"),
        path(fields, "data"),
        fields.has("version") ? fields.texts("version") : List.of(binary.toString(), "version"),
        switch (fields.optionalText("readyz").orElse("https")) {
          case "https" -> Scheme.HTTPS;
          case "http" -> Scheme.HTTP;
          case String other ->
              throw fields.wrong("readyz: '%s' (expected: https or http)".formatted(other));
        });
  }

  /** The folder of the binary. */
  public Path folder() {
    return Optional.ofNullable(binary.getParent()).orElse(binary);
  }

  /** Nothing could restart it otherwise. */
  void requireService(JsonFields fields, Map<String, ServiceSettings> services) {
    if (!services.containsKey(service)) {
      throw fields.wrong(
          "k0s.service: '%s' is none of the services (configured: %s); k0s.update restarts it"
              .formatted(
                  service,
                  services.isEmpty()
                      ? "none"
                      : String.join(", ", new TreeSet<>(services.keySet()))));
    }
  }

  private static Path path(JsonFields fields, String name) {
    Path path = Path.of(fields.text(name));
    if (!path.isAbsolute() || path.getParent() == null) {
      throw fields.wrong("%s: '%s' (expected: an absolute path)".formatted(name, path));
    }
    return path.normalize();
  }
}
