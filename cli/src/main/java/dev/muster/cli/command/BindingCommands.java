package dev.muster.cli.command;

import dev.muster.cli.rest.Answer;
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
import tools.jackson.databind.node.ObjectNode;

/** {@code muster policy attach …}: which policies a cluster has. */
final class BindingCommands {
  private BindingCommands() {}

  /** The cluster and the policy that a command is about. */
  static final class OneBinding {

    @Parameters(index = "0", paramLabel = "CLUSTER", description = "Its name.")
    private String cluster = "";

    @Parameters(index = "1", paramLabel = "POLICY", description = "Its name, or its id.")
    private String policy = "";

    ApiPath path() {
      return ApiPath.of("clusters", cluster, "policies", policy);
    }
  }

  /** What may be said of a binding. */
  static final class BindingTerms {

    @Option(
        names = "--priority",
        paramLabel = "N",
        description = "Policies of smaller numbers are asked first (default: as the type has it).")
    private Optional<Integer> priority = Optional.empty();

    @Option(
        names = "--enabled",
        arity = "1",
        paramLabel = "true|false",
        description = "Whether it is asked (default: true).")
    private Optional<Boolean> enabled = Optional.empty();

    void addTo(ObjectNode body) {
      priority.ifPresent(number -> body.put("priority", number));
      enabled.ifPresent(asked -> body.put("enabled", asked));
    }
  }

  @Command(
      name = "attach",
      description = "Has a policy asked from the next action on a cluster on.",
      footer = {"", "Example:", "  muster policy attach prod two-at-a-time"})
  static final class Attach implements Callable<Integer> {
    private final Session session;
    @Mixin private OneBinding one = new OneBinding();
    @Mixin private BindingTerms terms = new BindingTerms();

    Attach(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      ObjectNode body = Json.object().put("policy", one.policy);
      terms.addTo(body);
      Answer answer = session.api().post(ApiPath.of("clusters", one.cluster, "policies"), body);
      return session.say(
          answer,
          json ->
              "Policy %s %s cluster %s: %s"
                  .formatted(
                      Json.text(json, "policy"),
                      answer.status() == 201 ? "attached to" : "was attached to",
                      one.cluster,
                      said(json)));
    }
  }

  @Command(
      name = "detach",
      description = "Has a policy no longer asked; actions under way go on as it said.",
      footer = {"", "Example:", "  muster policy detach prod two-at-a-time"})
  static final class Detach implements Callable<Integer> {
    private final Session session;
    @Mixin private OneBinding one = new OneBinding();

    Detach(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.say(
          session.api().delete(one.path()),
          json -> "Policy %s detached from cluster %s".formatted(one.policy, one.cluster));
    }
  }

  @Command(
      name = "update",
      description = "Changes the priority of an attached policy, or whether it is asked.",
      footer = {"", "Example:", "  muster policy update prod two-at-a-time --enabled false"})
  static final class Update implements Callable<Integer> {
    private final Session session;
    @Mixin private OneBinding one = new OneBinding();
    @Mixin private BindingTerms terms = new BindingTerms();

    Update(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      ObjectNode body = Json.object();
      terms.addTo(body);
      if (body.isEmpty()) {
        throw new UsageFailure("Nothing to change was given (expected: --priority or --enabled)");
      }
      return session.say(
          session.api().patch(one.path(), body),
          json ->
              "Policy %s of cluster %s: %s"
                  .formatted(Json.text(json, "policy"), one.cluster, said(json)));
    }
  }

  @Command(
      name = "bindings",
      description = "Lists the policies of a cluster in the order in which they are asked.",
      footer = {"", "Example:", "  muster policy bindings prod"})
  static final class Listing extends ClusterListing {

    Listing(Session session) {
      super(session, "policies");
    }

    @Override
    Table table(List<JsonNode> bindings) {
      Table table = Table.of("PRIORITY", "POLICY", "TYPE", "ENABLED", "LAST", "CHANGED", "BY");
      bindings.stream()
          .sorted((one, other) -> Integer.compare(priority(one), priority(other)))
          .forEach(one ->
              table.row(
                  Json.text(one, "priority"),
                  Json.text(one, "policy"),
                  Json.text(one, "type"),
                  Json.text(one, "enabled"),
                  one.has("lastOp") ? session.ago(one, "lastOp") : "never",
                  session.ago(one, "changedAt"),
                  Json.text(one, "changedBy")));
      return table;
    }

    private static int priority(JsonNode binding) {
      return Json.number(binding, "priority");
    }
  }

  private static String said(JsonNode binding) {
    return "priority %s, %s"
        .formatted(
            Json.text(binding, "priority"),
            Json.flag(binding, "enabled") ? "enabled" : "not enabled");
  }
}
