package dev.muster.agent.kind;

import dev.muster.agent.execution.Execution;
import dev.muster.agent.execution.Kind;
import dev.muster.agent.execution.Outcome;
import dev.muster.agent.execution.Wake;
import dev.muster.agent.json.JsonFields;
import dev.muster.agent.probe.CommandProbe;
import dev.muster.agent.probe.HttpProbe;
import dev.muster.agent.probe.Probe;
import dev.muster.agent.probe.ProbeReading;
import dev.muster.agent.probe.Probes;
import dev.muster.agent.process.Programs;
import dev.muster.agent.process.Variables;
import dev.muster.domain.protocol.WireFormat;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Looks until it holds, or until its time is over: {@code check.http}, {@code check.tcp}, {@code
 * check.command}. All take {@code interval}, {@code tryTimeout} and {@code successes}, how often in
 * a row it must hold. Outputs: {@code attempts}, {@code elapsedMs}, and what the last look gave.
 */
public final class Check implements Kind {

  private final String name;
  private final Function<JsonFields, Probe> reader;

  private Check(String name, Function<JsonFields, Probe> reader) {
    this.name = name;
    this.reader = reader;
  }

  /** {@code url}, {@code status}, {@code contains}, {@code headers}. */
  public static Check http() {
    return new Check(
        "check.http",
        args ->
            new HttpProbe(
                HttpProbe.parse("args.url", args.text("url")),
                args.integer("status", 100, 599),
                args.optionalText("contains"),
                args.textMap("headers")));
  }

  /** {@code address}, as {@code host:port}. */
  public static Check tcp() {
    return new Check("check.tcp", args -> Probes.tcp("args.address", args.text("address")));
  }

  /** {@code argv}; holds when the exit code is 0. */
  public static Check command(Programs programs, Variables variables) {
    return new Check(
        "check.command",
        args -> {
          List<String> argv = args.texts("argv");
          programs
              .refusal(argv.getFirst())
              .ifPresent(reason -> {
                throw args.wrong(reason);
              });
          return CommandProbe.ofNode(argv).within(variables.environment(Map.of()));
        });
  }

  private record Plan(Probe probe, Duration interval, Duration tryTimeout, int successes) {}

  @Override
  public String name() {
    return name;
  }

  @Override
  public Optional<String> refusal(JsonNode args) {
    return JsonFields.complaint("args", args, this::parse);
  }

  @Override
  public Outcome execute(Execution execution) throws Exception {
    Plan plan = JsonFields.read("args", execution.subject().args(), this::parse);
    long begin = System.nanoTime();
    String before = "";
    String last = "it was not looked at";
    int attempts = 0;
    int held = 0;
    Wake wake = execution.pause(Duration.ZERO);
    while (wake == Wake.GO_ON) {
      Optional<ProbeReading> reading =
          execution.attempt(() -> plan.probe().look(plan.tryTimeout()));
      if (reading.isPresent()) {
        attempts++;
        last = reading.get().detail();
        if (!last.equals(before)) {
          execution.say("%s: %s".formatted(plan.probe().target(), last));
          before = last;
        }
        held = reading.get().health() == ProbeReading.Health.UP ? held + 1 : 0;
        if (held >= plan.successes()) {
          return Outcome.done(outputs(reading.get(), attempts, begin));
        }
      }
      wake = execution.pause(plan.interval());
    }
    return wake == Wake.CANCELLED
        ? Outcome.cancelled()
        : Outcome.failed(
            "%s did not hold in time (%d attempts); last: %s"
                .formatted(plan.probe().target(), attempts, last));
  }

  /** Looking again does no harm. */
  @Override
  public Outcome recover(Execution execution) throws Exception {
    return execute(execution);
  }

  @Override
  public Optional<Duration> timeout() {
    return Optional.of(Duration.ofMinutes(1));
  }

  private Plan parse(JsonFields args) {
    return new Plan(
        reader.apply(args),
        args.duration("interval").orElse(Duration.ofMillis(250)),
        args.duration("tryTimeout").orElse(Duration.ofSeconds(5)),
        args.integer("successes", 1, 1000).orElse(1));
  }

  private static ObjectNode outputs(ProbeReading reading, int attempts, long begin) {
    ObjectNode outputs = WireFormat.JSON.createObjectNode();
    outputs.put("attempts", attempts);
    outputs.put("elapsedMs", Duration.ofNanos(System.nanoTime() - begin).toMillis());
    outputs.put("detail", reading.detail());
    outputs.setAll(reading.outputs());
    return outputs;
  }
}
