package dev.muster.agent.engine;

import dev.muster.agent.execution.Execution;
import dev.muster.agent.execution.Kind;
import dev.muster.agent.execution.Outcome;
import dev.muster.domain.action.Signal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.JsonNode;

/** A kind that does what the test says, and notes how it was called. */
final class ScriptedKind implements Kind {

  static final String NAME = "test.scripted";

  /** What it does. */
  interface Script {
    Outcome play(Execution execution) throws Exception;
  }

  private final Script script;
  private final List<String> calls = new CopyOnWriteArrayList<>();
  private Set<Signal> heeds = Set.of(Signal.values());
  private Optional<Duration> timeout = Optional.empty();

  ScriptedKind(Script script) {
    this.script = script;
  }

  /** One that pauses for as long as it may, and says how the pause ended. */
  static ScriptedKind pausing() {
    return new ScriptedKind(execution ->
        switch (execution.pause(Duration.ofHours(1))) {
          case GO_ON -> Outcome.done();
          case CANCELLED -> Outcome.cancelled();
          case TIMED_OUT -> Outcome.failed("timed out");
        });
  }

  ScriptedKind heedsNothing() {
    heeds = Set.of();
    return this;
  }

  ScriptedKind timeout(Duration most) {
    timeout = Optional.of(most);
    return this;
  }

  /** {@code execute} or {@code recover}, in their order. */
  List<String> calls() {
    return calls;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<String> refusal(JsonNode args) {
    return Optional.empty();
  }

  @Override
  public Outcome execute(Execution execution) throws Exception {
    calls.add("execute");
    return script.play(execution);
  }

  @Override
  public Outcome recover(Execution execution) throws Exception {
    calls.add("recover");
    return script.play(execution);
  }

  @Override
  public Set<Signal> heeds() {
    return heeds;
  }

  @Override
  public Optional<Duration> timeout() {
    return timeout;
  }
}
