package dev.muster.cli.command;

import dev.muster.cli.rest.Answer;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.Table;
import dev.muster.cli.terminal.Text;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code muster playbook …}. */
final class PlaybookCommands {
  private PlaybookCommands() {}

  @Command(
      name = "apply",
      description = "Stores playbooks. One that changed becomes a new version.",
      footer = {
        "",
        "Examples:",
        "  muster playbook apply rolling-restart.yaml",
        "  muster playbook apply playbooks/",
        "  generate | muster playbook apply -"
      })
  static final class Apply implements Callable<Integer> {
    private final Session session;
    @Mixin private Documents documents = new Documents();

    Apply(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return documents.store(session, ApiPath.of("playbooks"), Apply::line);
    }

    private static String line(JsonNode playbook, int status) {
      return "Playbook %s version %s %s"
          .formatted(
              Json.text(playbook, "name"),
              Json.text(playbook, "version"),
              status == 201 ? "stored" : "is stored already");
    }
  }

  @Command(
      name = "check",
      description = "Says what is wrong with playbooks, and stores nothing.",
      footer = {"", "Example:", "  muster playbook check rolling-restart.yaml"})
  static final class Check implements Callable<Integer> {
    private final Session session;
    @Mixin private Documents documents = new Documents();

    Check(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return documents.check(session, ApiPath.of("playbooks", "check"));
    }
  }

  @Command(
      name = "list",
      description = "Lists the playbooks.",
      footer = {"", "Example:", "  muster playbook list"})
  static final class Listing implements Callable<Integer> {
    private final Session session;
    @Mixin private Paging paging = Paging.whole();

    Listing(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      return session.list(
          ApiPath.of("playbooks"), paging, "playbooks", items -> table(items, session));
    }
  }

  @Command(
      name = "show",
      description = "Shows a playbook, its versions, or its source alone.",
      footer = {
        "",
        "Examples:",
        "  muster playbook show rolling-restart",
        "  muster playbook show rolling-restart --version 2 --source > old.yaml",
        "  muster playbook show rolling-restart --versions"
      })
  static final class Show implements Callable<Integer> {
    private final Session session;
    @Mixin private Paging paging = Paging.newest();

    @Parameters(paramLabel = "PLAYBOOK", description = "Its name.")
    private String playbook = "";

    @Option(names = "--version", paramLabel = "N", description = "Not the newest, but this one.")
    private Optional<String> version = Optional.empty();

    @Option(names = "--versions", description = "All its versions, newest first.")
    private boolean versions;

    @Option(names = "--source", description = "Nothing but the document as it was stored.")
    private boolean source;

    Show(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      if (versions) {
        return session.list(
            ApiPath.of("playbooks", playbook, "versions"),
            paging,
            "versions",
            items -> table(items, session));
      }
      Answer answer = session.api().get(ApiPath.of("playbooks", playbook).with("version", version));
      return session.answer(answer, this::show);
    }

    private void show(JsonNode json) {
      if (!source) {
        session.print(
            new FieldList()
                .add("playbook", Json.text(json, "name"))
                .add("version", Json.text(json, "version"))
                .add("description", Json.text(json, "description"))
                .add("hash", Json.text(json, "hash"))
                .add("stored", session.ago(json, "createdAt"))
                .add("by", Json.text(json, "createdBy"))
                .lines(session.terminal()));
        session.out().println();
      }
      session.print(Json.text(json, "source").stripTrailing().lines().map(Show::line).toList());
    }

    // Indentation by tabs stays; what could move the cursor does not.
    private static String line(String line) {
      return Text.clean(line.replace("\t", "  "));
    }
  }

  private static Table table(List<JsonNode> playbooks, Session session) {
    Table table = Table.of("PLAYBOOK", "VERSION", "DESCRIPTION", "STORED", "BY");
    for (JsonNode playbook : playbooks) {
      table.row(
          Json.text(playbook, "name"),
          Json.text(playbook, "version"),
          Json.text(playbook, "description"),
          session.ago(playbook, "createdAt"),
          Json.text(playbook, "createdBy"));
    }
    return table;
  }
}
