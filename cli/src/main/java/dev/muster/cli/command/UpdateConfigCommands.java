package dev.muster.cli.command;

import dev.muster.cli.rest.Answer;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.Table;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code muster k0s update-config …}: what makes plans by itself. */
final class UpdateConfigCommands {
  private UpdateConfigCommands() {}

  static void addTo(CommandLine noun, Session session) {
    noun.addSubcommand(new Apply(session));
    noun.addSubcommand(new Listing(session));
    noun.addSubcommand(new Show(session));
    noun.addSubcommand(new Delete(session));
  }

  /** The cluster that a command is about. */
  static final class Where {
    @Option(
        names = {"-c", "--cluster"},
        required = true,
        paramLabel = "CLUSTER",
        description = "The cluster.")
    private String cluster = "";

    ApiPath all() {
      return ApiPath.of("clusters", cluster, "autopilot", "update-configs");
    }

    ApiPath one(String name) {
      return ApiPath.of("clusters", cluster, "autopilot", "update-configs", name);
    }
  }

  @Command(
      name = "apply",
      description =
          "Applies an UpdateConfig of Autopilot: where new versions are looked for, and when.",
      footer = {"", "Example:", "  muster k0s update-config apply updates.yaml --cluster prod"})
  static final class Apply implements Callable<Integer> {
    private final Session session;
    @Mixin private Where where = new Where();

    @Parameters(paramLabel = "FILE", description = "YAML or JSON; - for standard input.")
    private String file = "";

    Apply(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      String document = Inputs.read(file, session.surroundings().in());
      String type = file.endsWith(".json") ? "application/json" : "application/yaml";
      Answer answer = session.api().post(where.all(), type, document);
      return session.say(
          answer,
          json ->
              "Update configuration %s of %s %s"
                  .formatted(
                      Json.text(json, "name"),
                      where.cluster,
                      answer.status() == 201 ? "applied" : "is as it should be"));
    }
  }

  @Command(
      name = "list",
      description = "Lists the update configurations of a cluster.",
      footer = {"", "Example:", "  muster k0s update-config list --cluster prod"})
  static final class Listing implements Callable<Integer> {
    private final Session session;
    @Mixin private Where where = new Where();
    @Mixin private Paging paging = Paging.whole();

    Listing(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.list(where.all(), paging, "update configurations", this::table);
    }

    private Table table(List<JsonNode> configs) {
      Table table = Table.of("NAME", "CHANNEL", "STRATEGY", "WHEN", "NEXT", "PLAN", "LAST", "WHY");
      for (JsonNode config : configs) {
        JsonNode last = config.path("last");
        table.row(
            Json.text(config, "name"),
            Json.text(config, "channel"),
            Json.text(config, "strategy"),
            when(strategy(config)),
            Json.text(config, "next"),
            Json.text(config, "plan"),
            "%s %s".formatted(Json.text(last, "result"), session.ago(last, "at")).strip(),
            Json.text(last, "why"));
      }
      return table;
    }
  }

  @Command(
      name = "show",
      description = "Shows an update configuration, and what came of it.",
      footer = {"", "Example:", "  muster k0s update-config show autopilot --cluster prod"})
  static final class Show implements Callable<Integer> {
    private final Session session;
    @Mixin private Where where = new Where();

    @Parameters(paramLabel = "NAME", description = "Its name.")
    private String name = "";

    Show(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.answer(session.api().get(where.one(name)), this::show);
    }

    private void show(JsonNode json) {
      JsonNode last = json.path("last");
      session.print(
          new FieldList()
              .add("update-config", Json.text(json, "name"))
              .add("cluster", where.cluster)
              .add("channel", Json.text(json, "channel"))
              .add("server", Json.text(json, "updateServer"))
              .add("strategy", Json.text(json, "strategy"))
              .add("when", when(strategy(json)))
              .add("commands", Json.text(json.path("object").path("spec"), "planSpec"))
              .add("next look", Json.text(json, "next"))
              .add("last look", session.ago(last, "at"))
              .add("result", Json.text(last, "result"))
              .add("why", Json.text(last, "why"))
              .add("last plan", Json.text(json, "plan"))
              .add("created", session.ago(json, "createdAt"))
              .add("by", Json.text(json, "createdBy"))
              .lines(session.terminal()));
    }
  }

  @Command(
      name = "delete",
      description = "Deletes an update configuration; the plans that it made stay.",
      footer = {"", "Example:", "  muster k0s update-config delete autopilot --cluster prod"})
  static final class Delete implements Callable<Integer> {
    private final Session session;
    @Mixin private Where where = new Where();

    @Parameters(paramLabel = "NAME", description = "Its name.")
    private String name = "";

    Delete(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.say(
          session.api().delete(where.one(name)),
          json ->
              "Update configuration %s deleted from %s; the plans that it made stay"
                  .formatted(name, where.cluster));
    }
  }

  private static JsonNode strategy(JsonNode config) {
    return config.path("object").path("spec").path("upgradeStrategy");
  }

  /** Its times in a few words; {@code Monday,Tuesday 02:00 for 2h}. */
  private static String when(JsonNode strategy) {
    JsonNode periodic = strategy.path("periodic");
    if (!periodic.isObject()) {
      return Json.text(strategy, "cron");
    }
    List<String> days = Json.texts(periodic, "days");
    return "%s %s for %s"
        .formatted(
            days.isEmpty() ? "every day" : String.join(",", days),
            Json.text(periodic, "startTime"),
            Json.text(periodic, "length"));
  }
}
