package dev.muster.agent.kind;

import dev.muster.agent.execution.Execution;
import dev.muster.agent.execution.Kind;
import dev.muster.agent.execution.Notes;
import dev.muster.agent.execution.Outcome;
import dev.muster.agent.json.JsonFields;
import dev.muster.agent.node.AgentDescription;
import dev.muster.agent.process.Command;
import dev.muster.agent.process.Ended;
import dev.muster.agent.process.ProcessSlot;
import dev.muster.agent.settings.UpgradeSettings;
import dev.muster.domain.action.Signal;
import dev.muster.domain.protocol.WireFormat;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Exchanges the agent for the one of a tarball. A process beside the agent does it, which outlives
 * the agent: it starts the other one, waits until Muster has asked that one something, and goes
 * back to this one if that does not happen in time. The agent that runs afterwards, whichever it
 * is, finds the process or its end.
 */
final class AgentUpgrade implements Kind {

  private static final String BEFORE = "before";
  private static final Duration WITHIN = Duration.ofSeconds(60);
  private static final Duration LONGEST = Duration.ofMinutes(5);

  private final UpgradeSettings settings;

  AgentUpgrade(UpgradeSettings settings) {
    this.settings = settings;
  }

  private record Arguments(Path tarball, String sha256, Duration within) {}

  @Override
  public String name() {
    return "agent.upgrade";
  }

  @Override
  public Optional<String> refusal(JsonNode args) {
    return JsonFields.complaint("args", args, this::read);
  }

  @Override
  public Outcome execute(Execution execution) throws Exception {
    Arguments asked = JsonFields.read("args", execution.subject().args(), this::read);
    Notes notes = new Notes(execution.subject().folder());
    if (notes.read(BEFORE).isEmpty()) {
      notes.write(BEFORE, image() + "\n" + AgentDescription.version());
    }
    String[] before = notes.read(BEFORE).orElseThrow().split("\n", 2);
    Ended ended = ProcessSlot.of(execution, "switch").run(command(asked), execution);
    boolean exchanged =
        ended.how() == Ended.How.EXITED && ended.exitCode().filter(code -> code == 0).isPresent();
    if (!exchanged) {
      return failed(ended, before[0]);
    }
    ObjectNode outputs = WireFormat.JSON.createObjectNode();
    outputs.put("changed", !before[0].equals(image()));
    outputs.put("imageBefore", before[0]).put("image", image());
    outputs.put("versionBefore", before[1]).put("version", AgentDescription.version());
    return Outcome.done(outputs);
  }

  /** This may be the other agent: what exchanges them is found again, or how it ended. */
  @Override
  public Outcome recover(Execution execution) throws Exception {
    return execute(execution);
  }

  /** Whoever cancelled it in the middle would not know which agent is left. */
  @Override
  public Set<Signal> heeds() {
    return Set.of();
  }

  @Override
  public Optional<Duration> timeout() {
    return Optional.of(Duration.ofMinutes(10));
  }

  private Outcome failed(Ended ended, String before) {
    String now =
        before.equals(image())
            ? "the agent is the one of before (%s)".formatted(before)
            : "the agent is now %s; before it was %s".formatted(image(), before);
    String[] words = ProcessOutcome.lastWords(ended);
    return switch (ended.how()) {
      case EXITED -> Outcome.failed("the agent was not exchanged; " + now, words);
      case VANISHED ->
          Outcome.failed(
              "what exchanged the agent was killed before it ended; " + now,
              "the next start of the agent goes back to the one of before, unless the exchange was complete");
      case CANCELLED, TIMED_OUT ->
          Outcome.failed("the agent was not exchanged in time; " + now, words);
    };
  }

  private Command command(Arguments asked) {
    return Command.of(
        List.of(
            settings.script().toString(),
            "switch",
            asked.tarball().toString(),
            asked.sha256(),
            String.valueOf(asked.within().toSeconds())));
  }

  private Arguments read(JsonFields fields) {
    Path tarball = Path.of(fields.text("package")).normalize();
    if (!tarball.startsWith(settings.packages())) {
      throw fields.wrong(
          "package: '%s' (expected: a file in %s, where artifact.install puts it)"
              .formatted(tarball, settings.packages()));
    }
    String sha256 = fields.text("sha256");
    if (!sha256.matches("[0-9a-f]{64}")) {
      throw fields.wrong("sha256: '%s' (expected: 64 digits of hexadecimal)".formatted(sha256));
    }
    Duration within = fields.duration("within").orElse(WITHIN);
    if (within.compareTo(Duration.ofSeconds(1)) < 0 || within.compareTo(LONGEST) > 0) {
      throw fields.wrong("within: %s (expected: 1s to 5m)".formatted(within));
    }
    return new Arguments(tarball, sha256, within);
  }

  private static String image() {
    return AgentDescription.image().orElse("-");
  }
}
