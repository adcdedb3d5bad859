package dev.muster.agent.kind;

import dev.muster.agent.execution.Execution;
import dev.muster.agent.execution.Kind;
import dev.muster.agent.execution.Outcome;
import dev.muster.agent.execution.Wake;
import dev.muster.agent.json.JsonFields;
import dev.muster.domain.protocol.WireFormat;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Kinds for tests and demonstrations, which touch nothing. All take {@code delay_ms}, which they
 * wait first, and may be executed again after a restart.
 */
public final class TestKind implements Kind {

  private static final int LONGEST_DELAY_MS = 86_400_000;

  private final String name;
  private final Body body;

  private TestKind(String name, Body body) {
    this.name = name;
    this.body = body;
  }

  private interface Body {
    Outcome run(Execution execution, JsonFields args) throws Exception;
  }

  /** {@code test.success}: succeeds, and its arguments, which may be any, are its outputs. */
  public static TestKind success() {
    return new TestKind(
        "test.success", (execution, args) -> Outcome.done(execution.subject().args()));
  }

  /** {@code test.fail}: fails with {@code message}. */
  public static TestKind fail() {
    return new TestKind(
        "test.fail",
        (execution, args) ->
            Outcome.failed(args.optionalText("message").orElse("failed, as it was asked to")));
  }

  /** {@code test.ping}: answers {@code {"pong": true}}. */
  public static TestKind ping() {
    return new TestKind(
        "test.ping",
        (execution, args) -> Outcome.done(WireFormat.JSON.createObjectNode().put("pong", true)));
  }

  /**
   * {@code test.loop}: counts to {@code count} (10 unless said), {@code delay_ms} (100 unless said)
   * before each, goes on after a restart where it was, and shows each count in its payload.
   */
  public static TestKind loop() {
    return new TestKind("test.loop", TestKind::count);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Optional<String> refusal(JsonNode args) {
    return JsonFields.complaint(
        "args",
        args,
        fields -> {
          if (name.equals("test.success")) {
            fields.allowOthers();
          } else if (name.equals("test.loop")) {
            fields.integer("count", 0, Integer.MAX_VALUE);
          } else if (name.equals("test.fail")) {
            fields.optionalText("message");
          }
          return fields.integer("delay_ms", 0, LONGEST_DELAY_MS);
        });
  }

  @Override
  public Outcome execute(Execution execution) throws Exception {
    JsonFields args = JsonFields.of("args", execution.subject().args());
    int delay = args.integer("delay_ms", 0, LONGEST_DELAY_MS).orElse(0);
    if (name.equals("test.loop")) {
      return body.run(execution, args);
    }
    return switch (execution.pause(Duration.ofMillis(delay))) {
      case GO_ON -> body.run(execution, args);
      case CANCELLED -> Outcome.cancelled();
      case TIMED_OUT -> Outcome.failed("did not end in time");
    };
  }

  @Override
  public Outcome recover(Execution execution) throws Exception {
    return execute(execution);
  }

  private static Outcome count(Execution execution, JsonFields args) throws InterruptedException {
    Duration delay = Duration.ofMillis(args.integer("delay_ms", 0, LONGEST_DELAY_MS).orElse(100));
    int target = args.integer("count", 0, Integer.MAX_VALUE).orElse(10);
    int count = execution.subject().payload().map(done -> done.path("count").asInt(0)).orElse(0);
    while (count < target) {
      Wake wake = execution.pause(delay);
      if (wake != Wake.GO_ON) {
        return wake == Wake.CANCELLED
            ? Outcome.cancelled()
            : Outcome.failed("did not end in time; it came to %d".formatted(count));
      }
      count++;
      ObjectNode payload = WireFormat.JSON.createObjectNode();
      execution.progress(payload.put("count", count).put("target", target));
    }
    return Outcome.done();
  }
}
