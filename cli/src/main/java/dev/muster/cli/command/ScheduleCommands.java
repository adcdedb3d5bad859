package dev.muster.cli.command;

import dev.muster.cli.rest.Answer;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.Colour;
import dev.muster.cli.terminal.Table;
import dev.muster.cli.terminal.Table.Cell;
import dev.muster.cli.terminal.TimeText;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code muster schedule …}: actions that start at times. */
final class ScheduleCommands {
  private ScheduleCommands() {}

  /** The schedule that a command is about. */
  static final class OneSchedule {

    @Parameters(index = "0", paramLabel = "CLUSTER", description = "Its cluster.")
    private String cluster = "";

    @Parameters(index = "1", paramLabel = "SCHEDULE", description = "Its name.")
    private String name = "";

    ApiPath path(String... more) {
      return more.length == 0
          ? ApiPath.of("clusters", cluster, "schedules", name)
          : ApiPath.of("clusters", cluster, "schedules", name, more[0]);
    }
  }

  @Command(
      name = "list",
      description = "Lists the schedules of a cluster: when each is due next, and what came of it.",
      footer = {"", "Example:", "  muster schedule list prod"})
  static final class Listing extends ClusterListing {

    Listing(Session session) {
      super(session, "schedules");
    }

    @Override
    Table table(List<JsonNode> schedules) {
      Table table = Table.of("SCHEDULE", "ACTION", "ON", "WHEN", "NEXT", "LAST", "MISSED");
      for (JsonNode one : schedules) {
        table.row(
            List.of(
                Cell.of(Json.text(one, "name")),
                Cell.of(Json.text(one.path("action"), "kind")),
                Cell.of(target(one)),
                Cell.of(when(one)),
                Cell.of(next(one)),
                last(one),
                Cell.of(Json.text(one, "missed"))));
      }
      return table;
    }

    private Cell last(JsonNode one) {
      JsonNode last = one.path("last");
      if (last.isMissingNode()) {
        return Cell.of("never");
      }
      String text = "%s %s".formatted(Json.text(last, "result"), session.ago(last, "at"));
      return Json.text(last, "result").equals("REFUSED")
          ? new Cell(text, Colour.RED)
          : Cell.of(text);
    }
  }

  @Command(
      name = "show",
      description = "Shows a schedule: what starts when, and what became of its last due time.",
      footer = {"", "Example:", "  muster schedule show prod nightly-check"})
  static final class Show implements Callable<Integer> {
    private final Session session;
    @Mixin private OneSchedule one = new OneSchedule();

    Show(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.answer(
          session.api().get(one.path()),
          json -> session.print(fields(json, session).lines(session.terminal())));
    }
  }

  @Command(
      name = "enable",
      description = "Enables a schedule; due times that passed while it was disabled are over.",
      footer = {"", "Example:", "  muster schedule enable prod nightly-check"})
  static final class Enable implements Callable<Integer> {
    private final Session session;
    @Mixin private OneSchedule one = new OneSchedule();

    Enable(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.say(
          session.api().post(one.path("enable"), Json.object()),
          json ->
              "Schedule %s of %s is enabled; it is due next at %s"
                  .formatted(one.name, one.cluster, Json.text(json, "next")));
    }
  }

  @Command(
      name = "disable",
      description = "Disables a schedule: nothing starts until it is enabled.",
      footer = {"", "Example:", "  muster schedule disable prod nightly-check"})
  static final class Disable implements Callable<Integer> {
    private final Session session;
    @Mixin private OneSchedule one = new OneSchedule();

    Disable(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.say(
          session.api().post(one.path("disable"), Json.object()),
          json ->
              "Schedule %s of %s is disabled; what it started goes on"
                  .formatted(one.name, one.cluster));
    }
  }

  @Command(
      name = "delete",
      description = "Deletes a schedule; the actions that it started stay.",
      footer = {"", "Example:", "  muster schedule delete prod nightly-check"})
  static final class Delete implements Callable<Integer> {
    private final Session session;
    @Mixin private OneSchedule one = new OneSchedule();

    Delete(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      Answer answer = session.api().delete(one.path());
      return session.say(
          answer,
          json ->
              "Schedule %s deleted from %s; the actions that it started stay"
                  .formatted(one.name, one.cluster));
    }
  }

  private static String target(JsonNode one) {
    return Json.optional(one, "node").orElse("the cluster");
  }

  /** Its timing, in a few words. */
  static String when(JsonNode one) {
    return Json.optional(one, "cron")
        .map(cron -> "%s (%s)".formatted(cron, Json.text(one, "timezone")))
        .or(() -> Json.optional(one, "every").map(every -> "every " + TimeText.whole(every)))
        .orElseGet(() -> "once, at " + Json.text(one, "at"));
  }

  private static String next(JsonNode one) {
    return Json.optional(one, "next")
        .orElseGet(() -> Json.flag(one, "enabled") ? "over" : "disabled");
  }

  private static FieldList fields(JsonNode json, Session session) {
    JsonNode last = json.path("last");
    JsonNode action = json.path("action");
    return new FieldList()
        .add("schedule", Json.text(json, "name"))
        .add("cluster", Json.text(json, "cluster"))
        .add("action", Json.text(action, "kind"))
        .add("on", target(json))
        .add("args", action.path("args").isEmpty() ? "" : action.path("args").toString())
        .add("when", when(json))
        .add("overlap", Json.text(json, "overlap"))
        .add("next", next(json))
        .add("last due", Json.text(last, "due"))
        .add("result", Json.text(last, "result"))
        .add("why", Json.text(last, "why"))
        .add("last action", Json.text(json, "lastAction"))
        .add("started", Json.text(json, "started"))
        .add("skipped", Json.text(json, "skipped"))
        .add("refused", Json.text(json, "refused"))
        .add("missed", Json.text(json, "missed"))
        .add(
            "created",
            "%s by %s".formatted(session.ago(json, "createdAt"), Json.text(json, "createdBy")))
        .add(
            "changed",
            "%s by %s".formatted(session.ago(json, "changedAt"), Json.text(json, "changedBy")));
  }
}
