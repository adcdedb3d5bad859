package dev.muster.cli.command;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.ExitCode;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code muster audit export}: the audit with its chain, to be kept elsewhere. */
@Command(
    name = "export",
    description = {
      "Writes the audit as JSON lines, oldest first, each with its link of the chain.",
      "With --after only what came after an earlier export; it ends with the place to go on from."
    },
    footer = {"", "Example:", "  muster audit export --after 1700 >> audit.jsonl"})
final class AuditExport implements Callable<Integer> {
  private static final String PAGE = "500";

  private final Session session;

  @Option(
      names = "--after",
      paramLabel = "PLACE",
      description = "A place of the chain: the last one of an earlier export.")
  private Optional<Long> after = Optional.empty();

  AuditExport(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    Optional<String> marker = after.map(place -> Long.toString(place));
    Optional<String> last = marker;
    long lines = 0;
    do {
      JsonNode page =
          session
              .api()
              .get(ApiPath.of("audit", "export").with("limit", PAGE).with("marker", marker))
              .json();
      for (JsonNode line : Json.items(page, "items")) {
        session.out().println(Json.write(line));
        last = Json.optional(line, "place");
        lines++;
      }
      marker = Json.optional(page, "next");
    } while (marker.isPresent());
    session
        .err()
        .printf(
            "%d %s, up to place %s%n", lines, lines == 1 ? "entry" : "entries", last.orElse("0"));
    return ExitCode.OK.number();
  }
}
