package dev.muster.agent.kind;

import dev.muster.agent.execution.Execution;
import dev.muster.agent.execution.Kind;
import dev.muster.agent.execution.Notes;
import dev.muster.agent.execution.Outcome;
import dev.muster.agent.execution.Wake;
import dev.muster.agent.json.JsonFields;
import dev.muster.agent.process.Command;
import dev.muster.agent.process.Ended;
import dev.muster.agent.process.ProcessSlot;
import dev.muster.agent.settings.RebootSettings;
import dev.muster.domain.action.Signal;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reboots the node. Done when the agent is back and the node has another boot id than before; the
 * id is written down before the node is asked to go down, so it goes down once. Without arguments.
 */
public final class NodeReboot implements Kind {

  private static final Duration LOOK = Duration.ofMillis(200);

  /** From here on an exit code says that something ended the command: the node going down. */
  private static final int SIGNALLED = 128;

  /** Boot id and time of the moment before. */
  private static final String BEFORE = "before";

  private final RebootSettings settings;

  public NodeReboot(RebootSettings settings) {
    this.settings = settings;
  }

  @Override
  public String name() {
    return "node.reboot";
  }

  @Override
  public Optional<String> refusal(JsonNode args) {
    return JsonFields.complaint("args", args, fields -> "");
  }

  @Override
  public Outcome execute(Execution execution) throws Exception {
    Notes notes = new Notes(execution.subject().folder());
    Optional<String> before = notes.read(BEFORE);
    if (before.isEmpty()) {
      if (execution.control().state() == Wake.CANCELLED) {
        return Outcome.cancelled();
      }
      String now = bootId() + "\n" + Instant.now();
      notes.write(BEFORE, now);
      before = Optional.of(now);
    }
    String[] lines = before.get().split("\n", 2);
    Optional<Outcome> back = back(lines[0], lines[1]);
    return back.isPresent() ? back.get() : goDown(execution, lines[0], lines[1]);
  }

  /** The agent is back; the node was down meanwhile, or has yet to go. */
  @Override
  public Outcome recover(Execution execution) throws Exception {
    return execute(execution);
  }

  @Override
  public Set<Signal> heeds() {
    return Set.of(Signal.CANCEL);
  }

  @Override
  public Optional<Duration> timeout() {
    return Optional.of(Duration.ofMinutes(15));
  }

  private Outcome goDown(Execution execution, String bootId, String since) throws Exception {
    execution.say("asking the node to reboot: " + String.join(" ", settings.command()));
    ProcessSlot slot = ProcessSlot.of(execution, "command");
    Ended ended = slot.run(Command.of(settings.command()), execution);
    if (ended.how() == Ended.How.VANISHED && bootId().equals(bootId)) {
      // It may not have come to asking; the node has not been down since, so it goes down once.
      slot.clear();
      ended = slot.run(Command.of(settings.command()), execution);
    }
    Optional<Outcome> back = back(bootId, since);
    if (back.isPresent()) {
      return back.get();
    }
    if (!maybeUnderWay(ended)) {
      return ProcessOutcome.of(String.join(" ", settings.command()), ended);
    }
    execution.say("waiting for the node to go down and come back");
    Wake wake = execution.pause(LOOK);
    while (wake == Wake.GO_ON) {
      back = back(bootId, since);
      if (back.isPresent()) {
        return back.get();
      }
      wake = execution.pause(LOOK);
    }
    return wake == Wake.CANCELLED
        ? Outcome.cancelled()
        : Outcome.failed(
            "the node did not reboot in time: it still has the boot id %s".formatted(bootId),
            ProcessOutcome.lastWords(ended));
  }

  /** A command that was ended from outside may have been so by what it asked for. */
  private static boolean maybeUnderWay(Ended ended) {
    return switch (ended.how()) {
      case VANISHED -> true;
      case EXITED -> ended.exitCode().filter(code -> code > 0 && code < SIGNALLED).isEmpty();
      case CANCELLED, TIMED_OUT -> false;
    };
  }

  private Optional<Outcome> back(String bootId, String since) throws IOException {
    String now = bootId();
    if (now.equals(bootId)) {
      return Optional.empty();
    }
    ObjectNode outputs = WireFormat.JSON.createObjectNode();
    outputs.put("bootIdBefore", bootId).put("bootId", now);
    outputs.put("elapsedMs", Duration.between(Instant.parse(since), Instant.now()).toMillis());
    return Optional.of(Outcome.done(outputs));
  }

  private String bootId() throws IOException {
    String id = Files.readString(settings.bootId()).strip();
    if (id.isEmpty()) {
      throw new IOException("%s is empty: it should hold the boot id".formatted(settings.bootId()));
    }
    return id;
  }
}
