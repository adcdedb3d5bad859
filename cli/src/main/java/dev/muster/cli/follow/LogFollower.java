package dev.muster.cli.follow;

import dev.muster.cli.rest.ApiFailure;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.EventStream;
import dev.muster.cli.rest.Json;
import dev.muster.cli.rest.MusterApi;
import dev.muster.cli.rest.StreamSignal;
import dev.muster.cli.terminal.ExitCode;
import dev.muster.cli.terminal.Text;
import dev.muster.cli.terminal.TimeText;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Shows what actions print, line by line. The connection may break: the server then begins anew,
 * and what was shown is not shown again, because each line has its place in its log.
 */
public final class LogFollower {
  private static final Duration TICK = Duration.ofMillis(500);
  // The server sends a comment every 15 s.
  private static final Duration SILENCE = Duration.ofSeconds(45);
  private static final Duration GIVE_UP = Duration.ofMinutes(10);

  private final Lines lines;
  private final PrintStream out;
  private final PrintStream err;
  private final InstantSource clock;
  private final Map<String, Long> shown = new HashMap<>();
  private Optional<Instant> lostAt = Optional.empty();

  /** What is written for a line. */
  public enum Lines {
    /** The line. */
    PLAIN,
    /** The line, after its node and step. */
    PREFIXED,
    /** An object of JSON. */
    JSON
  }

  /** Shows on {@code out}; {@code err} takes what nobody printed. */
  public LogFollower(Lines lines, PrintStream out, PrintStream err, InstantSource clock) {
    this.lines = lines;
    this.out = out;
    this.err = err;
    this.clock = clock;
  }

  /**
   * Shows what there is, to the end of the stream.
   *
   * @throws ApiFailure if the server refuses it
   */
  public ExitCode follow(MusterApi api, ApiPath path) throws InterruptedException {
    try (EventStream events = EventStream.open(api, path, SILENCE)) {
      while (true) {
        Optional<StreamSignal> signal = events.next(TICK);
        Optional<ExitCode> end = signal.flatMap(this::handle).or(this::enough);
        if (end.isPresent()) {
          out.flush();
          return end.get();
        }
      }
    }
  }

  private Optional<ExitCode> handle(StreamSignal signal) {
    return switch (signal) {
      case StreamSignal.Connected() -> {
        lostAt.ifPresent(since -> err.println("Connected again"));
        lostAt = Optional.empty();
        yield Optional.empty();
      }
      case StreamSignal.Lost(String why) -> {
        if (lostAt.isEmpty()) {
          lostAt = Optional.of(clock.instant());
          err.printf("Connection lost (%s); trying again%n", Text.clean(why));
        }
        yield Optional.empty();
      }
      case StreamSignal.Refused(ApiFailure failure) -> throw failure;
      case StreamSignal.Event event -> event(event);
    };
  }

  private Optional<ExitCode> event(StreamSignal.Event event) {
    JsonNode data;
    try {
      data = Json.parse(event.data());
    } catch (JacksonException e) {
      err.println("An event that is no JSON was left out");
      return Optional.empty();
    }
    return switch (event.name()) {
      case "log" -> {
        part(data);
        yield Optional.empty();
      }
      case "end" -> {
        for (JsonNode missing : data.path("missing")) {
          err.println(
              Text.clean(
                  "The log of action %s on %s is not complete: %s"
                      .formatted(
                          RunView.shortId(Json.text(missing, "action")),
                          Json.text(missing, "node"),
                          Json.text(missing, "why"))));
        }
        yield Optional.of(ExitCode.OK);
      }
      default -> Optional.empty();
    };
  }

  private void part(JsonNode part) {
    String action = Json.text(part, "action");
    long from = shown.getOrDefault(action, -1L);
    String prefix = lines == Lines.PREFIXED ? prefix(part) : "";
    StringBuilder text = new StringBuilder();
    for (JsonNode line : part.path("lines")) {
      long offset = line.path("offset").asLong();
      if (offset > from) {
        from = offset;
        text.append(lines == Lines.JSON ? json(part, line) : prefix + text(line)).append('\n');
      }
    }
    shown.put(action, from);
    out.print(text);
    out.flush();
  }

  private static String prefix(JsonNode part) {
    String step = Json.text(part, "step");
    return Text.clean(Json.text(part, "node") + (step.isEmpty() ? "" : " " + step)) + " | ";
  }

  /** Tabs stay: nothing that moves the cursor anywhere else does. */
  private static String text(JsonNode line) {
    if (line.has("leftOut")) {
      return "[muster: %s bytes of the log are left out here]"
          .formatted(Json.text(line, "leftOut"));
    }
    String text = Json.text(line, "line");
    return Arrays.stream(text.split("\t", -1)).map(Text::clean).collect(Collectors.joining("\t"));
  }

  private static String json(JsonNode part, JsonNode line) {
    ObjectNode object = Json.object();
    for (String name : List.of("at", "node", "step", "action")) {
      if (part.has(name)) {
        object.set(name, part.get(name));
      }
    }
    for (String name : List.of("offset", "line", "leftOut")) {
      if (line.has(name)) {
        object.set(name, line.get(name));
      }
    }
    return Json.write(object);
  }

  private Optional<ExitCode> enough() {
    if (out.checkError()) {
      return Optional.of(ExitCode.DETACHED);
    }
    if (lostAt.isPresent() && clock.instant().isAfter(lostAt.get().plus(GIVE_UP))) {
      err.printf("No connection for %s; giving up%n", TimeText.took(GIVE_UP));
      return Optional.of(ExitCode.UNAVAILABLE);
    }
    return Optional.empty();
  }
}
