package dev.muster.cli.command;

import dev.muster.cli.rest.Answer;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.Colour;
import dev.muster.cli.terminal.Table;
import dev.muster.cli.terminal.Table.Cell;
import dev.muster.cli.terminal.Text;
import dev.muster.cli.terminal.TimeText;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code muster discovery …}: where nodes come from. */
final class DiscoveryCommands {
  private DiscoveryCommands() {}

  /** The discovery that a command is about. */
  static final class OneDiscovery {

    @Parameters(index = "0", paramLabel = "CLUSTER", description = "Its cluster.")
    private String cluster = "";

    @Parameters(index = "1", paramLabel = "DISCOVERY", description = "Its name.")
    private String name = "";

    ApiPath path(String... more) {
      return more.length == 0
          ? ApiPath.of("clusters", cluster, "discoveries", name)
          : ApiPath.of("clusters", cluster, "discoveries", name, more[0]);
    }
  }

  @Command(
      name = "add",
      description = {
        "Has the nodes of a cluster read from a file, a server or an inventory.",
        "A worker reads it, so files are those of its machine: docs/discovery.md."
      },
      footer = {"", "Example:", "  muster discovery add prod --file hosts.yaml"})
  static final class Add implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "CLUSTER", description = "The cluster that they belong to.")
    private String cluster = "";

    @Option(
        names = "--name",
        paramLabel = "NAME",
        description = "What it is called (default: as the file, or the host).")
    private Optional<String> name = Optional.empty();

    @ArgGroup(multiplicity = "1")
    private DiscoveryPlace place = new DiscoveryPlace();

    @Mixin private DiscoveryRuleOptions rules = new DiscoveryRuleOptions();

    Add(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      ObjectNode body = Json.object().put("name", name.orElseGet(place::name));
      place.addTo(body);
      rules.addTo(body);
      Answer answer = session.api().post(ApiPath.of("clusters", cluster, "discoveries"), body);
      return session.say(
          answer,
          json ->
              "Discovery %s of %s %s: %s (muster discovery show %s %s says what it found)"
                  .formatted(
                      Json.text(json, "name"),
                      cluster,
                      answer.status() == 201 ? "added" : "was known",
                      Json.text(json, "location"),
                      cluster,
                      Json.text(json, "name")));
    }
  }

  @Command(
      name = "list",
      description = "Lists the discoveries of a cluster: when they were read, and what they found.",
      footer = {"", "Example:", "  muster discovery list prod"})
  static final class Listing extends ClusterListing {

    Listing(Session session) {
      super(session, "discoveries");
    }

    @Override
    Table table(List<JsonNode> discoveries) {
      Table table = Table.of("DISCOVERY", "KIND", "NODES", "READ", "LOCATION", "PROBLEM");
      for (JsonNode one : discoveries) {
        table.row(
            List.of(
                Cell.of(Json.text(one, "name")),
                Cell.of(Json.text(one, "kind")),
                Cell.of(Json.text(one, "nodes")),
                Cell.of(one.has("readAt") ? session.ago(one, "readAt") : "never"),
                Cell.of(Json.text(one, "location")),
                new Cell(problem(one), Colour.RED)));
      }
      return table;
    }

    private static String problem(JsonNode one) {
      return Json.optional(one, "error").orElseGet(() -> Json.text(one.path("held"), "why"));
    }
  }

  @Command(
      name = "show",
      description = "Shows a discovery: what it found last, what was left out, what is wrong.",
      footer = {"", "Example:", "  muster discovery show prod hosts"})
  static final class Show implements Callable<Integer> {
    private final Session session;
    @Mixin private OneDiscovery one = new OneDiscovery();

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
      name = "set",
      description = "Changes how a source is read, or where it is; what is not named stays.",
      footer = {"", "Example:", "  muster discovery set prod hosts --may-vanish 10%%"})
  static final class Change implements Callable<Integer> {
    private final Session session;
    @Mixin private OneDiscovery one = new OneDiscovery();

    @ArgGroup(multiplicity = "0..1")
    private DiscoveryPlace place = new DiscoveryPlace();

    @Mixin private DiscoveryRuleOptions rules = new DiscoveryRuleOptions();

    Change(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      ObjectNode body = Json.object();
      Optional.ofNullable(place).ifPresent(given -> given.addTo(body));
      rules.addTo(body);
      if (body.isEmpty()) {
        throw new UsageFailure("Nothing to change was given (see muster discovery set --help)");
      }
      return session.answer(
          session.api().patch(one.path(), body),
          json -> session.print(fields(json, session).lines(session.terminal())));
    }
  }

  @Command(
      name = "confirm",
      description = {
        "Lets the nodes vanish that a discovery holds back, as muster discovery show names them.",
        "Unsent actions on them are cancelled."
      },
      footer = {"", "Example:", "  muster discovery confirm prod hosts 3f2a91c4d5e6"})
  static final class Confirm implements Callable<Integer> {
    private final Session session;
    @Mixin private OneDiscovery one = new OneDiscovery();

    @Parameters(
        index = "2",
        paramLabel = "KEY",
        description = "Of what is held, so that nothing else is confirmed.")
    private String key = "";

    Confirm(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.say(
          session.api().post(one.path("confirm"), Json.object().put("key", key)),
          json ->
              "%s may vanish with the next reading"
                  .formatted(Text.count(Json.number(json.path("held"), "vanishing"), "node")));
    }
  }

  @Command(
      name = "remove",
      description = "Removes a discovery; its nodes stay.",
      footer = {"", "Example:", "  muster discovery remove prod hosts"})
  static final class Remove implements Callable<Integer> {
    private final Session session;
    @Mixin private OneDiscovery one = new OneDiscovery();

    Remove(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.say(
          session.api().delete(one.path()),
          json -> "Discovery %s removed from %s; its nodes stay".formatted(one.name, one.cluster));
    }
  }

  private static FieldList fields(JsonNode json, Session session) {
    JsonNode held = json.path("held");
    FieldList fields =
        new FieldList()
            .add("discovery", Json.text(json, "name"))
            .add("cluster", Json.text(json, "cluster"))
            .add("kind", Json.text(json, "kind"))
            .add("location", Json.text(json, "location"))
            .add("interval", TimeText.whole(Json.text(json, "interval")))
            .add("address", Json.text(json, "address"))
            .add("may vanish", Json.text(json, "mayVanish"))
            .add("removed after", TimeText.whole(Json.text(json, "removeAfter")))
            .add("variables", String.join(", ", Json.texts(json, "variables")))
            .add("nodes", Json.text(json, "nodes"))
            .add("read", session.ago(json, "readAt"))
            .add("last good", session.ago(json, "goodAt"))
            .add("error", Json.text(json, "error"), Colour.RED)
            .add("since", session.ago(json, "errorSince"))
            .add("held", Json.text(held, "why"), Colour.YELLOW)
            .add("vanishing", String.join(", ", Json.texts(held, "some")))
            .add("key", Json.text(held, "key"))
            .add("confirmed", Json.flag(held, "confirmed") ? "yes" : "");
    Json.texts(json, "notes").forEach(note -> fields.add("note", note));
    return fields.add(
        "changed",
        "%s by %s".formatted(session.ago(json, "changedAt"), Json.text(json, "changedBy")));
  }
}
