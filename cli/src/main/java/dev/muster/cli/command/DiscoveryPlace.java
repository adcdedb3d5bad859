package dev.muster.cli.command;

import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** What a discovery reads; exactly one of the options. */
final class DiscoveryPlace {

  private static final int LONGEST_NAME = 63;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "Targets and labels in YAML or JSON, as Prometheus' file_sd has them.")
  private Optional<String> file = Optional.empty();

  @Option(
      names = "--http",
      paramLabel = "URL",
      description = "A server that names nodes as Prometheus' http_sd has it.")
  private Optional<String> http = Optional.empty();

  @Option(
      names = "--inventory",
      paramLabel = "FILE",
      description = "An inventory of Ansible: INI, or YAML if its name ends so.")
  private Optional<String> inventory = Optional.empty();

  void addTo(ObjectNode body) {
    file.ifPresent(path -> put(body, "file", absolute(path)));
    http.ifPresent(url -> put(body, "http", url));
    inventory.ifPresent(path -> put(body, "inventory", absolute(path)));
  }

  private static void put(ObjectNode body, String kind, String location) {
    body.put("kind", kind).put("location", location);
  }

  /** The server does not know in which folder somebody typed. */
  private static String absolute(String path) {
    return Path.of(path).toAbsolutePath().normalize().toString();
  }

  /** Of a file its name without the ending, of a server its host. */
  String name() {
    String said =
        http.map(DiscoveryPlace::host)
            .or(() -> file.or(() -> inventory).map(path -> path.replaceAll(".*/", "")))
            .map(text -> http.isPresent() ? text : text.replaceAll("\\.[^.]*$", ""))
            .orElse("");
    String name =
        said.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    String fitting =
        name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME).replaceAll("-$", "") : name;
    if (fitting.isEmpty()) {
      throw new UsageFailure("Nothing names the discovery (see --name)");
    }
    return fitting;
  }

  private static String host(String url) {
    try {
      return Optional.ofNullable(URI.create(url).getHost()).orElse("");
    } catch (IllegalArgumentException e) {
      throw new UsageFailure("--http: this is no URL");
    }
  }
}
