package dev.muster.cli.command;

import dev.muster.cli.follow.RunView;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a person decides about a run or an action: one verb, one id, and why. */
@Command
final class DecisionCommand implements Callable<Integer> {
  private final Session session;
  private final Subject subject;
  private final Verb verb;

  /** What is decided about. */
  enum Subject {
    RUN("runs", "3f2a91c4"),
    ACTION("actions", "0b7c55d2");

    private final String path;
    private final String exampleId;

    Subject(String path, String exampleId) {
      this.path = path;
      this.exampleId = exampleId;
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What is decided. */
  enum Verb {
    APPROVE("Approves %s that waits for it.", "approved", "--why \"looked at the canary\""),
    REJECT(
        "Rejects %s that waits for approval; it is cancelled.", "rejected", "--why \"not today\""),
    PAUSE("Pauses %s: nothing new is started, nothing is interrupted.", "paused", "--why \"load\""),
    SUSPEND(
        "Suspends %s that is executing, if its kind can be; its agent is asked.",
        "is to be suspended", "--why \"disk is busy\""),
    RESUME("Lets %s that was held go on.", "resumed", ""),
    COMPLETE(
        "Completes the lifecycle hook that %s waits for: its member may go.",
        "need not wait for its hook any more", "--why \"sessions are moved\""),
    CANCEL("Cancels %s: nothing new is started, what runs is told to stop.", "cancelled", "");

    static final List<Verb> OF_ACTIONS =
        List.of(APPROVE, REJECT, SUSPEND, RESUME, COMPLETE, CANCEL);

    private final String description;
    private final String done;
    private final String exampleOptions;

    Verb(String description, String done, String exampleOptions) {
      this.description = description;
      this.done = done;
      this.exampleOptions = exampleOptions;
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Parameters(
      paramLabel = "ID",
      description = "Its id, or a unique beginning of it; an action's name.")
  private String id = "";

  @Option(names = "--why", paramLabel = "TEXT", description = "Kept in the history.")
  private Optional<String> why = Optional.empty();

  private Optional<String> planHash = Optional.empty();
  private boolean force;

  private DecisionCommand(Session session, Subject subject, Verb verb) {
    this.session = session;
    this.subject = subject;
    this.verb = verb;
  }

  /** The command for one verb of one thing. */
  static CommandLine command(Session session, Subject subject, Verb verb) {
    DecisionCommand decision = new DecisionCommand(session, subject, verb);
    CommandLine command = new CommandLine(decision);
    CommandLine.Model.CommandSpec spec = command.getCommandSpec().name(verb.word());
    String article = subject == Subject.ACTION ? "an action" : "a run";
    spec.usageMessage().description(verb.description.formatted(article));
    String example =
        "  muster %s %s %s %s"
            .formatted(subject.word(), verb.word(), subject.exampleId, verb.exampleOptions);
    spec.usageMessage().footer("", "Example:", example.stripTrailing());
    if (subject == Subject.RUN && verb == Verb.APPROVE) {
      spec.addOption(decision.planHashOption());
    }
    if (subject == Subject.ACTION && verb == Verb.CANCEL) {
      spec.addOption(decision.forceOption());
    }
    return command;
  }

  @Override
  public Integer call() {
    ObjectNode body = Json.object();
    planHash.ifPresent(hash -> body.put("planHash", hash));
    if (force) {
      body.put("force", true);
    }
    why.ifPresent(text -> body.put("why", text));
    return session.say(
        session.api().post(ApiPath.of(subject.path, id, verb.word()), body), this::line);
  }

  private String line(JsonNode json) {
    String standing = Json.text(json, "summary");
    String state = Json.text(json, "state");
    return "%s %s %s; it is %s%s"
        .formatted(
            subject == Subject.RUN ? "Run" : "Action",
            RunView.shortId(Json.optional(json, "id").orElse(id)),
            subject == Subject.ACTION && verb == Verb.RESUME ? "is to go on" : verb.done,
            state,
            standing.isEmpty() ? "" : ": " + standing);
  }

  private CommandLine.Model.OptionSpec forceOption() {
    return CommandLine.Model.OptionSpec.builder("--force")
        .description("Its record ends now, and those of what it derived, whatever agents still do.")
        .type(boolean.class)
        .setter(
            new CommandLine.Model.ISetter() {
              @Override
              @SuppressWarnings("TypeParameterUnusedInFormals")
              public <T> T set(T value) {
                force = Boolean.TRUE.equals(value);
                return value;
              }
            })
        .build();
  }

  private CommandLine.Model.OptionSpec planHashOption() {
    return CommandLine.Model.OptionSpec.builder("--plan-hash")
        .paramLabel("HASH")
        .description("Approves only this plan; refused if the run has another.")
        .type(String.class)
        .setter(
            new CommandLine.Model.ISetter() {
              @Override
              @SuppressWarnings("TypeParameterUnusedInFormals")
              public <T> T set(T value) {
                planHash = Optional.ofNullable((String) value);
                return value;
              }
            })
        .build();
  }
}
