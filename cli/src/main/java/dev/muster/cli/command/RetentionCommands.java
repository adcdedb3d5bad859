package dev.muster.cli.command;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.Table;
import dev.muster.cli.terminal.TimeText;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code muster retention …}: how long history is kept. */
final class RetentionCommands {
  private static final String EVER = "forever";

  private RetentionCommands() {}

  @Command(
      name = "show",
      description = "Shows how long history is kept, how much there is, and what was removed.",
      footer = {"", "Example:", "  muster retention show"})
  static final class Show implements Callable<Integer> {
    private final Session session;

    Show(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.answer(
          session.api().get(ApiPath.of("retention")),
          json -> {
            List<JsonNode> rules = Json.items(json, "rules");
            if (rules.isEmpty()) {
              session
                  .out()
                  .println("Everything is kept for ever (see: muster retention set --help).");
            } else {
              session.print(rules(rules, session).lines(session.terminal()));
            }
            session.out().println();
            session.print(tables(json, session).lines(session.terminal()));
            session.out().println();
            session.print(removal(json, session).lines(session.terminal()));
          });
    }
  }

  @Command(
      name = "set",
      description = {
        "Changes how long history is kept; what is not named stays as it is.",
        "What is over is removed by a worker, for good."
      },
      footer = {"", "Example:", "  muster retention set --runs 180d --at-least 1000"})
  static final class Change implements Callable<Integer> {
    private final Session session;

    @Option(
        names = {"-c", "--cluster"},
        paramLabel = "CLUSTER",
        description = "Only of this cluster (default: of every one without a rule of its own).")
    private Optional<String> cluster = Optional.empty();

    @Option(
        names = "--runs",
        paramLabel = "TIME|forever",
        description = "Runs with all of theirs, and actions of no run, after their end.")
    private Optional<String> runs = Optional.empty();

    @Option(
        names = "--at-least",
        paramLabel = "N",
        description = "So many of a cluster's newest runs stay, however old they are.")
    private Optional<Integer> atLeast = Optional.empty();

    @Option(
        names = "--audit",
        paramLabel = "TIME|forever",
        description = "Entries of the audit whose run or action is gone, or that have none.")
    private Optional<String> audit = Optional.empty();

    @Option(
        names = "--exported-only",
        paramLabel = "true|false",
        arity = "1",
        description = "Whether nothing goes that no worker has exported.")
    private Optional<Boolean> exportedOnly = Optional.empty();

    Change(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      ObjectNode body = Json.object();
      runs.ifPresent(typed -> body.put("runs", kept("--runs", typed)));
      atLeast.ifPresent(n -> body.put("atLeast", n));
      audit.ifPresent(typed -> body.put("audit", kept("--audit", typed)));
      exportedOnly.ifPresent(only -> body.put("exportedOnly", only));
      if (body.isEmpty()) {
        throw new UsageFailure("Nothing to change was given (see muster retention set --help)");
      }
      return session.answer(
          session.api().patch(path(cluster), body),
          json -> session.print(rules(List.of(json), session).lines(session.terminal())));
    }

    private static String kept(String option, String typed) {
      if (typed.equals(EVER)) {
        return EVER;
      }
      try {
        return TimeText.parse(typed).toString();
      } catch (IllegalArgumentException e) {
        throw new UsageFailure("%s %s, or %s".formatted(option, e.getMessage(), EVER));
      }
    }
  }

  @Command(
      name = "unset",
      description = "Takes a rule away: the one for all clusters, or that of one.",
      footer = {"", "Example:", "  muster retention unset --cluster prod-kafka"})
  static final class Unset implements Callable<Integer> {
    private final Session session;

    @Option(
        names = {"-c", "--cluster"},
        paramLabel = "CLUSTER",
        description = "The rule of this cluster (default: the one for all).")
    private Optional<String> cluster = Optional.empty();

    Unset(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.say(
          session.api().delete(path(cluster)),
          json ->
              cluster
                  .map(name -> "Cluster %s has no rule of its own now".formatted(name))
                  .orElse("There is no rule for all clusters now"));
    }
  }

  private static ApiPath path(Optional<String> cluster) {
    return cluster
        .map(name -> ApiPath.of("retention", "clusters", name))
        .orElseGet(() -> ApiPath.of("retention"));
  }

  private static Table rules(List<JsonNode> rules, Session session) {
    Table table =
        Table.of("CLUSTER", "RUNS", "AT LEAST", "AUDIT", "EXPORTED ONLY", "CHANGED", "BY");
    for (JsonNode rule : rules) {
      table.row(
          Json.optional(rule, "cluster").orElse("(all others)"),
          kept(rule, "runs"),
          Json.text(rule, "atLeast"),
          kept(rule, "audit"),
          Json.flag(rule, "exportedOnly") ? "yes" : "no",
          session.ago(rule, "changedAt"),
          Json.text(rule, "changedBy"));
    }
    return table;
  }

  /** What there is, a table a line. */
  static Table tables(JsonNode retention, Session session) {
    Table table = Table.of("HISTORY", "ROWS", "SIZE", "OLDEST");
    for (JsonNode one : Json.items(retention, "tables")) {
      table.row(
          Json.text(one, "table"),
          Json.text(one, "rows"),
          size(one.path("bytes").asLong(0)),
          session.ago(one, "oldest"));
    }
    return table;
  }

  /** What is kept in a few words, when something was last removed, and what halts it. */
  static FieldList removal(JsonNode retention, Session session) {
    JsonNode removal = retention.path("removal");
    String removed =
        removal.has("removedAt")
            ? "%s, %s".formatted(session.ago(removal, "removedAt"), amount(removal.path("last")))
            : "nothing so far";
    return new FieldList()
        .add("retention", summary(retention))
        .add("last removed", removed)
        .add("removed in all", removal.has("removedAt") ? amount(removal.path("inAll")) : "")
        .add("looked", session.ago(removal, "lookedAt"))
        .add("worker", Json.text(removal, "worker"))
        .add("exported to", Json.text(removal, "export"))
        .state("halted", halted(removal, session));
  }

  private static String halted(JsonNode removal, Session session) {
    return Json.optional(removal, "halted")
        .map(why -> "%s (since %s)".formatted(why, session.ago(removal, "haltedSince")))
        .orElse("");
  }

  private static String summary(JsonNode retention) {
    List<String> rules =
        Json.items(retention, "rules").stream()
            .map(rule ->
                "%s: runs %s, at least %s, audit %s"
                    .formatted(
                        Json.optional(rule, "cluster").orElse("all"),
                        kept(rule, "runs"),
                        Json.text(rule, "atLeast"),
                        kept(rule, "audit")))
            .toList();
    return rules.isEmpty() ? "none: everything is kept for ever" : String.join("; ", rules);
  }

  private static String amount(JsonNode removed) {
    return "%s runs, %s actions, %s audit entries"
        .formatted(
            Json.text(removed, "runs"), Json.text(removed, "actions"), Json.text(removed, "audit"));
  }

  private static String kept(JsonNode rule, String field) {
    return TimeText.whole(Json.text(rule, field));
  }

  private static String size(long bytes) {
    String[] units = {"B", "KB", "MB", "GB", "TB"};
    double size = bytes;
    int unit = 0;
    while (size >= 1024 && unit < units.length - 1) {
      size /= 1024;
      unit++;
    }
    return "%s %s".formatted(Math.round(size), units[unit]);
  }
}
