package dev.muster.cli.command;

import dev.muster.cli.follow.RunView;
import dev.muster.cli.rest.Answer;
import dev.muster.cli.rest.ApiFailure;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.Table;
import dev.muster.cli.terminal.TimeText;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What happened, and what the server is: {@code muster cycles}, {@code audit}, {@code info}. */
final class HistoryCommands {
  private HistoryCommands() {}

  @Command(
      name = "cycles",
      description = "Lists the reports of a cluster's cycles, newest first.",
      footer = {"", "Example:", "  muster cycles prod-kafka --limit 10"})
  static final class Cycles implements Callable<Integer> {
    private final Session session;
    @Mixin private Paging paging = Paging.newest();

    @Parameters(paramLabel = "CLUSTER", description = "Its name.")
    private String cluster = "";

    Cycles(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.list(ApiPath.of("clusters", cluster, "cycles"), paging, "cycles", this::table);
    }

    private Table table(List<JsonNode> cycles) {
      Table table =
          Table.of(
              "CYCLE",
              "TRIGGER",
              "STARTED",
              "TOOK",
              "SYNCED",
              "SILENT",
              "CHANGED",
              "PUSHED",
              "WAITING",
              "UNFINISHED",
              "NOTES");
      for (JsonNode cycle : cycles) {
        table.row(
            Json.text(cycle, "epoch") + "." + Json.text(cycle, "cycle"),
            Json.text(cycle, "trigger"),
            session.ago(cycle, "startedAt"),
            took(cycle),
            Json.text(cycle, "synced"),
            Json.text(cycle, "unreachable"),
            Json.text(cycle, "changed"),
            Json.text(cycle, "started"),
            Json.text(cycle, "waiting"),
            Json.text(cycle, "unfinished"),
            String.join("; ", Json.texts(cycle, "notes")));
      }
      return table;
    }

    private static String took(JsonNode cycle) {
      int millis = Json.number(cycle, "durationMs");
      return millis < 1000 ? millis + "ms" : TimeText.took(Duration.ofMillis(millis));
    }
  }

  @Command(
      name = "audit",
      description = "Lists who did what, newest first.",
      footer = {"", "Example:", "  muster audit --cluster prod-kafka --limit 20"})
  static final class Audit implements Callable<Integer> {
    private final Session session;
    @Mixin private Paging paging = Paging.newest();

    @Option(names = "--cluster", paramLabel = "CLUSTER", description = "Only on this cluster.")
    private Optional<String> cluster = Optional.empty();

    @Option(names = "--run", paramLabel = "RUN", description = "Only about this run.")
    private Optional<String> run = Optional.empty();

    @Option(names = "--action", paramLabel = "ACTION", description = "Only about this action.")
    private Optional<String> action = Optional.empty();

    Audit(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      ApiPath path =
          ApiPath.of("audit")
              .with("cluster", cluster)
              .with("run", run.map(id -> Resolve.run(session, id)))
              .with("action", action.map(id -> Resolve.action(session, id)));
      return session.list(path, paging, "entries", this::table);
    }

    /** The columns are what the entries have: the server may come to say more. */
    private Table table(List<JsonNode> entries) {
      SequencedSet<String> fields = new LinkedHashSet<>();
      entries.forEach(entry -> fields.addAll(entry.propertyNames()));
      fields.remove("id");
      Table table =
          Table.of(fields.stream().map(f -> f.toUpperCase(Locale.ROOT)).toArray(String[]::new));
      for (JsonNode entry : entries) {
        table.row(fields.stream().map(field -> value(entry, field)).toArray(String[]::new));
      }
      return table;
    }

    private String value(JsonNode entry, String field) {
      String value =
          entry.path(field).isObject() ? Json.pairs(entry, field) : Json.text(entry, field);
      // Ids are told apart by their beginning, and commands take that.
      return value.matches("[0-9a-f]{8}-[0-9a-f-]{27}")
          ? RunView.shortId(value)
          : Json.time(entry, field).map(TimeText::stamp).orElse(value);
    }
  }

  @Command(
      name = "info",
      description = "Shows what the server is and what it uses.",
      footer = {"", "Example:", "  muster info --server http://muster.example.com:8420"})
  static final class Info implements Callable<Integer> {
    private final Session session;

    Info(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      Optional<JsonNode> history = history();
      return session.answer(
          with(session.api().get(ApiPath.of("info")), history),
          json -> {
            session.print(
                new FieldList()
                    .add("server", session.server().toString())
                    .add("version", Json.text(json, "version"))
                    .add("started", session.ago(json, "startedAt"))
                    .add("temporal", Json.text(json.path("temporal"), "address"))
                    .add("namespace", Json.text(json.path("temporal"), "namespace"))
                    .add("engine", Json.text(json.path("temporal"), "engine"))
                    .add("database", database(json.path("database")))
                    .lines(session.terminal()));
            history.ifPresent(this::shown);
          });
    }

    private void shown(JsonNode history) {
      session.out().println();
      session.print(RetentionCommands.tables(history, session).lines(session.terminal()));
      session.out().println();
      session.print(RetentionCommands.removal(history, session).lines(session.terminal()));
    }

    /** Empty from an older server, and when its database is away: the rest can be shown. */
    private Optional<JsonNode> history() {
      try {
        return Optional.of(session.api().get(ApiPath.of("retention")).json());
      } catch (ApiFailure none) {
        return Optional.empty();
      }
    }

    private static Answer with(Answer info, Optional<JsonNode> history) {
      if (history.isEmpty() || !(info.json() instanceof ObjectNode whole)) {
        return info;
      }
      whole.set("history", history.get());
      return new Answer(info.status(), Json.write(whole));
    }

    private static String database(JsonNode database) {
      return database.isObject()
          ? Json.pairs(Json.object().set("d", database), "d")
          : Json.asText(database);
    }
  }
}
