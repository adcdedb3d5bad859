package dev.muster.standalone.acceptance;

import dev.muster.cli.rest.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The {@code temporal} command, pointed at one namespace. */
public record TemporalCli(String address, String namespace) {

  /** What a command prints as JSON; it must succeed. */
  public JsonNode ask(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Programs.realTemporal("path", "temporal").strip());
    command.addAll(List.of(arguments));
    command.addAll(List.of("--address", address, "--namespace", namespace));
    command.addAll(List.of("--output", "json", "--command-timeout", "20s"));
    Programs.Said said = Programs.run(command);
    if (said.code() != 0) {
      throw new IllegalStateException(
          "temporal %s: %s".formatted(String.join(" ", arguments), said.errors().strip()));
    }
    return Json.parse(said.out().isBlank() ? "{}" : said.out());
  }
}
