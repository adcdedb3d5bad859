package dev.muster.agent.kind;

import dev.muster.agent.execution.Execution;
import dev.muster.agent.execution.Kind;
import dev.muster.agent.execution.Outcome;
import dev.muster.agent.execution.Wake;
import dev.muster.agent.json.JsonFields;
import dev.muster.agent.probe.ProbeReading;
import dev.muster.agent.probe.ProbeReading.Health;
import dev.muster.agent.process.Command;
import dev.muster.agent.process.Ended;
import dev.muster.agent.process.ProcessSlot;
import dev.muster.agent.settings.ServiceSettings;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.stall.Backoff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code service.start}, {@code .stop}, {@code .restart} and {@code .status} of a service that the
 * node is configured for, by {@code name}. Starting and stopping are done only when the service's
 * status says so, not when its command returns. A service that already is as it shall be is left
 * alone, which is what makes going on after a restart of the agent safe.
 */
public final class Service implements Kind {

  private static final String REPLACE = "replace";
  private static final Duration LOOK_LIMIT = Duration.ofSeconds(5);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  private final String verb;
  private final Map<String, ServiceSettings> services;

  private Service(String verb, Map<String, ServiceSettings> services) {
    this.verb = verb;
    this.services = services;
  }

  /** The four kinds. */
  public static List<Kind> all(Map<String, ServiceSettings> services) {
    return List.of(
        new Service("start", services),
        new Service("stop", services),
        new Service("restart", services),
        new Service("status", services));
  }

  /**
   * One that restarts, for other kinds: it stops the service even if its status says that it is
   * down, as that of one does that has yet to come up, and would come up as what it was.
   */
  static Kind replacing(Map<String, ServiceSettings> services) {
    return new Service(REPLACE, services);
  }

  @Override
  public String name() {
    return "service." + verb;
  }

  @Override
  public Optional<String> refusal(JsonNode args) {
    return JsonFields.complaint("args", args, this::find);
  }

  @Override
  public Outcome execute(Execution execution) throws Exception {
    ServiceSettings service = JsonFields.read("args", execution.subject().args(), this::find);
    return switch (verb) {
      case "start" -> bring(execution, service, Health.UP);
      case "stop" -> bring(execution, service, Health.DOWN);
      case "restart", REPLACE -> restart(execution, service);
      default -> status(execution, service);
    };
  }

  @Override
  public Outcome recover(Execution execution) throws Exception {
    return execute(execution);
  }

  @Override
  public Optional<Duration> timeout() {
    return Optional.of(Duration.ofMinutes(5));
  }

  private ServiceSettings find(JsonFields args) {
    String name = args.text("name");
    return Optional.ofNullable(services.get(name))
        .orElseThrow(() ->
            args.wrong(
                "service '%s' is not configured on this node (configured: %s)"
                    .formatted(
                        name,
                        services.isEmpty()
                            ? "none"
                            : String.join(", ", new TreeSet<>(services.keySet())))));
  }

  /**
   * Down first; once it was, that is noted, so that a restart of the agent does not stop it again.
   * One wrong reading must not pass for a restart: when the service was down before it was stopped
   * and up before it was started, nothing was done to it, so both are done whatever its status.
   */
  private Outcome restart(Execution execution, ServiceSettings service) throws Exception {
    Path stopped = execution.subject().folder().resolve("stopped");
    if (!Files.exists(stopped)) {
      Outcome down =
          verb.equals(REPLACE)
              ? run(execution, service, Health.DOWN)
              : bring(execution, service, Health.DOWN);
      if (down.state() != ActionState.DONE) {
        return down;
      }
      Files.createFile(stopped);
    }
    Outcome up = bring(execution, service, Health.UP);
    if (up.state() != ActionState.DONE || wasTouched(execution)) {
      return up;
    }
    execution.say(
        "it was not running, and is up without having been started: restarting it anyway");
    Files.delete(stopped);
    Outcome down = run(execution, service, Health.DOWN);
    if (down.state() != ActionState.DONE) {
      return down;
    }
    Files.createFile(stopped);
    return run(execution, service, Health.UP);
  }

  private static boolean wasTouched(Execution execution) throws IOException {
    return slot(execution, Health.DOWN).wasBegun() || slot(execution, Health.UP).wasBegun();
  }

  private static ProcessSlot slot(Execution execution, Health wanted) {
    return ProcessSlot.of(execution, wanted == Health.UP ? "start" : "stop");
  }

  private static Outcome bring(Execution execution, ServiceSettings service, Health wanted)
      throws Exception {
    if (!slot(execution, wanted).wasBegun()) {
      long begin = System.nanoTime();
      Optional<ProbeReading> before = look(execution, service);
      if (before.isPresent() && before.get().health() == wanted) {
        execution.say("already " + shown(wanted) + ": " + before.get().detail());
        return Outcome.done(outputs(before.get(), wanted, begin).put("changed", false));
      }
    }
    return run(execution, service, wanted);
  }

  private static Outcome run(Execution execution, ServiceSettings service, Health wanted)
      throws Exception {
    long begin = System.nanoTime();
    ProcessSlot slot = slot(execution, wanted);
    List<String> argv = wanted == Health.UP ? service.start() : service.stop();
    Ended ended = slot.run(Command.of(argv), execution);
    if (ended.how() == Ended.How.VANISHED) {
      // It is not known how far it came, so what counts is how the service is; asking again is
      // safe.
      execution.say("the command was killed; running it again");
      slot.clear();
      ended = slot.run(Command.of(argv), execution);
    }
    return ended.isSuccess()
        ? await(execution, service, wanted, begin)
        : ProcessOutcome.of(String.join(" ", argv), ended);
  }

  private static Outcome await(
      Execution execution, ServiceSettings service, Health wanted, long begin) throws Exception {
    Backoff pause = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);
    String last = "its status is not known";
    Wake wake = execution.pause(Duration.ZERO);
    while (wake == Wake.GO_ON) {
      Optional<ProbeReading> reading = look(execution, service);
      if (reading.isPresent()) {
        last = reading.get().detail();
        if (reading.get().health() == wanted) {
          execution.say("%s: %s".formatted(shown(wanted), last));
          return Outcome.done(outputs(reading.get(), wanted, begin).put("changed", true));
        }
      }
      wake = execution.pause(pause.next());
    }
    return wake == Wake.CANCELLED
        ? Outcome.cancelled()
        : Outcome.failed(
            "the service was not %s in time; last status: %s".formatted(shown(wanted), last));
  }

  private static Outcome status(Execution execution, ServiceSettings service) throws Exception {
    long begin = System.nanoTime();
    Optional<ProbeReading> reading = look(execution, service);
    return reading.isEmpty()
        ? Outcome.cancelled()
        : Outcome.done(outputs(reading.get(), reading.get().health(), begin));
  }

  private static Optional<ProbeReading> look(Execution execution, ServiceSettings service)
      throws Exception {
    return execution.attempt(() -> service.status().look(LOOK_LIMIT));
  }

  private static ObjectNode outputs(ProbeReading reading, Health health, long begin) {
    ObjectNode outputs = WireFormat.JSON.createObjectNode();
    outputs.put("service", shown(health));
    outputs.put("detail", reading.detail());
    outputs.put("elapsedMs", Duration.ofNanos(System.nanoTime() - begin).toMillis());
    outputs.setAll(reading.outputs());
    return outputs;
  }

  private static String shown(Health health) {
    return switch (health) {
      case UP -> "up";
      case UNWELL -> "unwell";
      case DOWN -> "down";
    };
  }
}
