package dev.muster.cli.command;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.Table;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code muster policy …}: what is decided around actions on clusters. */
final class PolicyCommands {
  private PolicyCommands() {}

  /** The policy that a command is about. */
  static final class OnePolicy {

    @Parameters(index = "0", paramLabel = "POLICY", description = "Its name, or its id.")
    private String policy = "";

    ApiPath path() {
      return ApiPath.of("policies", policy);
    }
  }

  @Command(
      name = "apply",
      description = {
        "Stores policies: docs/policies.md.",
        "What a policy says never changes; another content needs another name."
      },
      footer = {"", "Example:", "  muster policy apply two-at-a-time.yaml"})
  static final class Apply implements Callable<Integer> {
    private final Session session;
    @Mixin private Documents documents = new Documents();

    Apply(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return documents.store(session, ApiPath.of("policies"), Apply::line);
    }

    private static String line(JsonNode policy, int status) {
      return "Policy %s of type %s %s (muster policy attach CLUSTER %s)"
          .formatted(
              Json.text(policy, "name"),
              Json.text(policy, "type"),
              status == 201 ? "stored" : "is stored already",
              Json.text(policy, "name"));
    }
  }

  @Command(
      name = "check",
      description = "Says what is wrong with policies, and stores nothing.",
      footer = {"", "Example:", "  muster policy check two-at-a-time.yaml"})
  static final class Check implements Callable<Integer> {
    private final Session session;
    @Mixin private Documents documents = new Documents();

    Check(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return documents.check(session, ApiPath.of("policies", "check"));
    }
  }

  @Command(
      name = "list",
      description = "Lists the policies.",
      footer = {"", "Example:", "  muster policy list --type scaling"})
  static final class Listing implements Callable<Integer> {
    private final Session session;
    @Mixin private Paging paging = Paging.whole();

    @Option(names = "--type", paramLabel = "TYPE", description = "Only those of this type.")
    private Optional<String> type = Optional.empty();

    Listing(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.list(
          ApiPath.of("policies").with("type", type), paging, "policies", this::table);
    }

    private Table table(List<JsonNode> policies) {
      Table table = Table.of("POLICY", "TYPE", "DESCRIPTION", "STORED", "BY");
      for (JsonNode policy : policies) {
        table.row(
            Json.text(policy, "name"),
            Json.text(policy, "type"),
            Json.text(policy, "description"),
            session.ago(policy, "createdAt"),
            Json.text(policy, "createdBy"));
      }
      return table;
    }
  }

  @Command(
      name = "show",
      description = "Shows a policy.",
      footer = {"", "Example:", "  muster policy show two-at-a-time"})
  static final class Show implements Callable<Integer> {
    private final Session session;
    @Mixin private OnePolicy one = new OnePolicy();

    Show(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.answer(
          session.api().get(one.path()),
          json ->
              session.print(
                  new FieldList()
                      .add("policy", Json.text(json, "name"))
                      .add("id", Json.text(json, "id"))
                      .add("type", Json.text(json, "type"))
                      .add("description", Json.text(json, "description"))
                      .add("properties", Json.write(json.path("properties")))
                      .add("stored", session.ago(json, "createdAt"))
                      .add("by", Json.text(json, "createdBy"))
                      .lines(session.terminal())));
    }
  }

  @Command(
      name = "rename",
      description = "Gives a policy another name; clusters that have it keep it.",
      footer = {"", "Example:", "  muster policy rename two-at-a-time pairs"})
  static final class Rename implements Callable<Integer> {
    private final Session session;
    @Mixin private OnePolicy one = new OnePolicy();

    @Parameters(index = "1", paramLabel = "NAME", description = "What it is called from now on.")
    private String name = "";

    Rename(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.say(
          session.api().patch(one.path(), Json.object().put("name", name)),
          json -> "Policy %s is called %s now".formatted(one.policy, Json.text(json, "name")));
    }
  }

  @Command(
      name = "delete",
      description = "Removes a policy that no cluster has.",
      footer = {"", "Example:", "  muster policy delete two-at-a-time"})
  static final class Delete implements Callable<Integer> {
    private final Session session;
    @Mixin private OnePolicy one = new OnePolicy();

    Delete(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.say(
          session.api().delete(one.path()), json -> "Policy %s removed".formatted(one.policy));
    }
  }
}
