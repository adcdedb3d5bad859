package dev.muster.cli.command;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.Table;
import dev.muster.cli.terminal.Text;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code muster profile …} and {@code muster member …}. */
final class MemberCommands {
  private MemberCommands() {}

  @Command(
      name = "apply",
      description = "Stores profiles. One that changed becomes a new version.",
      footer = {"", "Example:", "  muster profile apply small.yaml"})
  static final class Apply implements Callable<Integer> {
    private final Session session;
    @Mixin private Documents documents = new Documents();

    Apply(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return documents.store(session, ApiPath.of("profiles"), Apply::line);
    }

    private static String line(JsonNode profile, int status) {
      return "Profile %s version %s %s"
          .formatted(
              Json.text(profile, "name"),
              Json.text(profile, "version"),
              status == 201 ? "stored" : "is stored already");
    }
  }

  @Command(
      name = "list",
      description = "Lists the profiles.",
      footer = {"", "Example:", "  muster profile list"})
  static final class Listing implements Callable<Integer> {
    private final Session session;
    @Mixin private Paging paging = Paging.whole();

    Listing(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.list(ApiPath.of("profiles"), paging, "profiles", this::table);
    }

    private Table table(List<JsonNode> profiles) {
      Table table = Table.of("PROFILE", "VERSION", "PROVIDERS", "STORED", "BY");
      for (JsonNode profile : profiles) {
        table.row(
            Json.text(profile, "name"),
            Json.text(profile, "version"),
            labels(profile.path("providers").path("labels")),
            session.ago(profile, "createdAt"),
            Json.text(profile, "createdBy"));
      }
      return table;
    }
  }

  private static String labels(JsonNode labels) {
    return String.join(
        ",",
        labels.propertyNames().stream().map(name -> name + "=" + Json.text(labels, name)).toList());
  }

  @Command(
      name = "show",
      description = "Shows a profile.",
      footer = {"", "Example:", "  muster profile show small"})
  static final class Show implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "PROFILE", description = "Its name.")
    private String profile = "";

    Show(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.answer(
          session.api().get(ApiPath.of("profiles", profile)),
          json ->
              session.print(
                  new FieldList()
                      .add("profile", Json.text(json, "name"))
                      .add("version", Json.text(json, "version"))
                      .add("providers", labels(json.path("providers").path("labels")))
                      .add("kinds", said(json, "kinds"))
                      .add("timeouts", said(json, "timeouts"))
                      .add("spec", said(json, "spec"))
                      .add("stored", session.ago(json, "createdAt"))
                      .add("by", Json.text(json, "createdBy"))
                      .lines(session.terminal())));
    }

    private static String said(JsonNode json, String field) {
      return json.has(field) ? Text.clean(json.path(field).toString()) : "";
    }
  }

  @Command(
      name = "delete",
      description = "Deletes a profile with all its versions; refused while it is in use.",
      footer = {"", "Example:", "  muster profile delete small"})
  static final class Delete implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "PROFILE", description = "Its name.")
    private String profile = "";

    Delete(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.say(
          session.api().delete(ApiPath.of("profiles", profile)),
          json -> "Profile %s deleted".formatted(profile));
    }
  }

  @Command(
      name = "list",
      description = "Lists the members of a cluster, and says how many there are to be.",
      footer = {"", "Example:", "  muster member list prod-web"})
  static final class Members implements Callable<Integer> {
    private final Session session;
    @Mixin private Paging paging = Paging.whole();

    @Parameters(paramLabel = "CLUSTER", description = "Its name.")
    private String cluster = "";

    Members(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.list(
          ApiPath.of("clusters", cluster, "members"), paging, "members", this::table);
    }

    private Table table(List<JsonNode> members) {
      Table table = Table.of("MEMBER", "INDEX", "STATE", "STATUS", "PROVIDER", "PROFILE", "REASON");
      for (JsonNode member : members) {
        table.row(
            Json.text(member, "node"),
            Json.text(member, "index"),
            Json.text(member, "state"),
            Json.text(member, "status"),
            Json.text(member, "provider"),
            Json.text(member, "profile"),
            Json.text(member, "reason"));
      }
      return table;
    }
  }

  @Command(
      name = "sizes",
      description = "Shows how many members a cluster has and is to have.",
      footer = {"", "Example:", "  muster member sizes prod-web"})
  static final class Sizes implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "CLUSTER", description = "Its name.")
    private String cluster = "";

    Sizes(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.answer(
          session.api().get(ApiPath.of("clusters", cluster, "sizes")),
          json ->
              session.print(
                  new FieldList()
                      .add("condition", Json.text(json, "condition"))
                      .add("members", Json.text(json, "members"))
                      .add("active", Json.text(json, "active"))
                      .add("desired", Json.text(json, "desired"))
                      .add("at least", Json.text(json, "minSize"))
                      .add("at most", Json.text(json, "maxSize"))
                      .add("profile", Json.text(json, "profile"))
                      .add("version", Json.text(json, "profileVersion"))
                      .lines(session.terminal())));
    }
  }
}
