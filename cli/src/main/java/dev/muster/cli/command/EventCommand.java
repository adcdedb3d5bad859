package dev.muster.cli.command;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.EventStream;
import dev.muster.cli.rest.Json;
import dev.muster.cli.rest.StreamSignal;
import dev.muster.cli.terminal.Colour;
import dev.muster.cli.terminal.Table;
import dev.muster.cli.terminal.Table.Cell;
import dev.muster.cli.terminal.Text;
import dev.muster.cli.terminal.TimeText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code muster events}: what happens to actions. */
@Command(
    name = "events",
    description = {
      "Lists what happened to actions, newest first, or follows it.",
      "What an action or a run derived is silent without --derived."
    },
    footer = {
      "",
      "Examples:",
      "  muster events --cluster prod --level warning --level error",
      "  muster events --cluster prod --follow"
    })
final class EventCommand implements Callable<Integer> {

  /** The server says something every 15 seconds. */
  private static final Duration SILENCE = Duration.ofSeconds(40);

  private static final Duration TICK = Duration.ofSeconds(1);

  private final Session session;
  @Mixin private Paging paging = Paging.newest();

  @Option(names = "--cluster", paramLabel = "CLUSTER", description = "Only on this cluster.")
  private Optional<String> cluster = Optional.empty();

  @Option(names = "--node", paramLabel = "NODE", description = "Only on this node.")
  private Optional<String> node = Optional.empty();

  @Option(names = "--action", paramLabel = "ACTION", description = "Only about this action.")
  private Optional<String> action = Optional.empty();

  @Option(
      names = "--level",
      paramLabel = "LEVEL",
      description = "debug, info, warning or error; may be repeated (default: all but debug).")
  private List<String> levels = List.of();

  @Option(names = "--derived", description = "Of actions too that others, or runs, derived.")
  private boolean derived;

  @Option(
      names = {"-f", "--follow"},
      description = "Shows events as they come, until it is interrupted.")
  private boolean follow;

  EventCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws InterruptedException {
    return follow
        ? followed(filtered(ApiPath.of("events", "stream")))
        : session.list(filtered(ApiPath.of("events")), paging, "events", EventCommand::table);
  }

  private ApiPath filtered(ApiPath path) {
    ApiPath with =
        path.with("cluster", cluster)
            .with("node", node)
            .with("action", action.map(id -> Resolve.action(session, id)))
            .with(
                "level",
                levels.isEmpty() ? Optional.empty() : Optional.of(String.join(",", levels)));
    return derived ? with.with("derived", "true") : with;
  }

  private static Table table(List<JsonNode> events) {
    Table table = Table.of("AT", "LEVEL", "EVENT", "ACTION", "ON", "KIND", "WHY");
    for (JsonNode event : events) {
      table.row(
          List.of(
              Cell.of(at(event)),
              new Cell(Json.text(event, "level"), colour(event)),
              Cell.of(Json.text(event, "phase")),
              Cell.of(Json.text(event, "action").substring(0, 8)),
              Cell.of(target(event)),
              Cell.of(Json.text(event, "kind")),
              Cell.of(Json.text(event, "why"))));
    }
    return table;
  }

  private int followed(ApiPath path) throws InterruptedException {
    try (EventStream stream = EventStream.open(session.api(), path, SILENCE)) {
      while (true) {
        Optional<StreamSignal> signal = stream.next(TICK);
        if (signal.isEmpty()) {
          continue;
        }
        switch (signal.get()) {
          case StreamSignal.Event event -> print(event.data());
          case StreamSignal.Connected connected -> {}
          case StreamSignal.Lost(String why) ->
              session.err().printf("Connection lost, trying again: %s%n", why);
          case StreamSignal.Refused refused -> throw refused.failure();
        }
      }
    }
  }

  private void print(String data) {
    if (session.wantsJson()) {
      session.out().println(data);
      session.out().flush();
      return;
    }
    JsonNode event = Json.parse(data);
    session
        .out()
        .println(
            Text.clean(
                "%s %-7s %-6s %s %s on %s: %s"
                    .formatted(
                        at(event),
                        Json.text(event, "level"),
                        Json.text(event, "phase"),
                        Json.text(event, "action").substring(0, 8),
                        Json.text(event, "kind"),
                        target(event),
                        Json.text(event, "why"))));
    session.out().flush();
  }

  private static String at(JsonNode event) {
    return Json.time(event, "at").map(TimeText::stamp).orElse("");
  }

  private static String target(JsonNode event) {
    String cluster = Json.text(event, "cluster");
    return Json.optional(event, "node").map(node -> cluster + "/" + node).orElse(cluster);
  }

  private static Colour colour(JsonNode event) {
    return switch (Json.text(event, "level")) {
      case "error" -> Colour.RED;
      case "warning" -> Colour.YELLOW;
      default -> Colour.NONE;
    };
  }
}
