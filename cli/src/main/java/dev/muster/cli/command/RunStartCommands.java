package dev.muster.cli.command;

import dev.muster.cli.follow.RunView;
import dev.muster.cli.rest.Answer;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.Text;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code muster run plan} and {@code start}. */
final class RunStartCommands {
  private RunStartCommands() {}

  /** Which playbook, on what, with which parameters. */
  static final class What {
    @Parameters(paramLabel = "PLAYBOOK", description = "Its name.")
    private String playbook = "";

    @Option(
        names = {"-c", "--cluster"},
        paramLabel = "CLUSTER",
        required = true,
        description = "The cluster to run it on.")
    private String cluster = "";

    @Option(
        names = "--version",
        paramLabel = "N",
        description = "Not the newest version, but this.")
    private Optional<Integer> version = Optional.empty();

    @Option(
        names = {"-p", "--param"},
        paramLabel = "NAME=VALUE",
        description = {
          "A parameter; may be repeated. A number, true, false, or JSON is taken as such,",
          "anything else as text; '\"5\"' is the text 5."
        })
    private Map<String, String> params = new LinkedHashMap<>();

    @Option(
        names = "--params-file",
        paramLabel = "FILE",
        description = "Parameters as a JSON object; - for standard input. --param wins.")
    private Optional<String> paramsFile = Optional.empty();

    ObjectNode body(Session session) {
      ObjectNode body = Json.object().put("playbook", playbook);
      version.ifPresent(number -> body.put("version", number));
      ObjectNode values =
          Inputs.values("--params-file", paramsFile, params, session.surroundings().in());
      if (!values.isEmpty()) {
        body.set("params", values);
      }
      return body;
    }

    String cluster() {
      return cluster;
    }

    String playbook() {
      return playbook;
    }
  }

  @Command(
      name = "plan",
      description = "Shows what a run would do: stages, nodes by name, limits. Starts nothing.",
      footer = {
        "",
        "Example:",
        "  muster run plan rolling-restart --cluster demo --param service=web"
      })
  static final class Plan implements Callable<Integer> {
    private final Session session;
    @Mixin private What what = new What();

    Plan(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      Answer answer =
          session.api().post(ApiPath.of("clusters", what.cluster(), "plan"), what.body(session));
      return session.answer(
          answer,
          json -> {
            session.print(PlanText.lines(json, session.terminal()));
            session.out().println();
            session.out().println(Text.clean(next(json)));
          });
    }

    private String next(JsonNode plan) {
      return "To start exactly this: %s run start %s --cluster %s … --plan-hash %s"
          .formatted(session.command(), what.playbook(), what.cluster(), Json.text(plan, "hash"));
    }
  }

  @Command(
      name = "start",
      description = "Starts a run; with --follow, follows it to its end.",
      footer = {
        "",
        "Examples:",
        "  muster run start rolling-restart --cluster demo --param service=web --follow",
        "  muster run start upgrade -c prod -p version=3.9 --reason \"CVE fix\" --ticket OPS-12"
      })
  static final class Start implements Callable<Integer> {
    private final Session session;
    @Mixin private What what = new What();
    @Mixin private RunCommands.Patience patience = new RunCommands.Patience();

    @Option(
        names = {"-f", "--follow"},
        description = "Follows it; the exit code says how it ended.")
    private boolean follow;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why; shown everywhere.")
    private Optional<String> reason = Optional.empty();

    @Option(names = "--ticket", paramLabel = "TEXT", description = "Where it was asked for.")
    private Optional<String> ticket = Optional.empty();

    @Option(
        names = "--plan-hash",
        paramLabel = "HASH",
        description = "Starts only if the plan is still this one (see muster run plan).")
    private Optional<String> planHash = Optional.empty();

    @Option(
        names = "--id",
        paramLabel = "UUID",
        description = "The run's id. The same again starts nothing twice.")
    private Optional<String> id = Optional.empty();

    Start(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
      if (patience.given() && !follow) {
        throw new UsageFailure("--timeout and --stop-at-approval need --follow");
      }
      // An id of our own makes it harmless to send the request again when no answer came.
      String run = id.map(Inputs::uuid).orElseGet(() -> UUID.randomUUID().toString());
      ObjectNode body = what.body(session).put("id", run);
      planHash.ifPresent(hash -> body.put("planHash", hash));
      reason.ifPresent(text -> body.put("reason", text));
      ticket.ifPresent(text -> body.put("ticket", text));
      Answer answer =
          Resend.whenUnanswered(
              session,
              run,
              () -> session.api().post(ApiPath.of("clusters", what.cluster(), "runs"), body));
      String started = Json.optional(answer.json(), "id").orElse(run);
      return follow ? patience.follow(session, started) : say(answer);
    }

    private int say(Answer answer) {
      return session.answer(
          answer,
          json -> {
            RunView view = RunView.parse(json);
            String standing = answer.status() == 201 ? "started" : "exists already";
            String headline = view.headline();
            session
                .out()
                .println(Text.clean("Run %s %s: %s".formatted(view.id(), standing, headline)));
            session
                .out()
                .printf("To follow it: %s run follow %s%n", session.command(), view.shortId());
          });
    }
  }
}
