package dev.muster.domain.playbook;

import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.Executor;
import dev.muster.domain.playbook.Definition.LimitSpec;
import dev.muster.domain.playbook.Definition.OpeningSpec;
import dev.muster.domain.playbook.Definition.SettleSpec;
import dev.muster.domain.playbook.Definition.StageSpec;
import dev.muster.domain.playbook.Definition.StepSpec;
import dev.muster.domain.playbook.Definition.TargetSpec;
import dev.muster.domain.run.ApprovalRule;
import dev.muster.domain.run.StagePlan;
import dev.muster.domain.run.Window;
import dev.muster.domain.sensitive.Masking;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Turns a tree that fits the schema into typed values. What cannot be turned becomes a finding; the
 * definition is of use only when there is none.
 */
final class DefinitionReader {

  private static final Duration APPROVAL_TIMEOUT = Duration.ofHours(24);

  private final JsonNode root;
  private final List<Finding> findings;

  private DefinitionReader(JsonNode root, List<Finding> findings) {
    this.root = root;
    this.findings = findings;
  }

  static Definition read(JsonNode root, List<Finding> findings) {
    return new DefinitionReader(root, findings).definition();
  }

  private Definition definition() {
    SortedMap<String, JsonNode> params = new TreeMap<>();
    root.path("params").properties().forEach(param -> params.put(param.getKey(), param.getValue()));
    List<StageSpec> stages = new ArrayList<>();
    stages.addAll(
        list(root, "", "stages", (json, path) -> stage(json, path, StagePlan.Kind.FORWARD)));
    stages.addAll(
        list(root, "", "rollback", (json, path) -> stage(json, path, StagePlan.Kind.ROLLBACK)));
    return new Definition(
        Collections.unmodifiableSortedMap(params),
        List.copyOf(stages),
        Masking.names(root.path("sensitive")));
  }

  private StageSpec stage(JsonNode json, String path, StagePlan.Kind kind) {
    return new StageSpec(
        path,
        json.path("name").stringValue(),
        kind,
        new OpeningSpec(
            child(json, "approval").flatMap(a -> attempt(path + "/approval", () -> approval(a))),
            child(json, "when").map(DefinitionReader::condition),
            onFailure(json)),
        targets(json.path("targets"), path + "/targets"),
        limits(json, path),
        child(json, "settle").map(settle -> settle(settle, path + "/settle")),
        windows(json, path),
        list(json, path, "steps", this::step).stream().flatMap(Optional::stream).toList());
  }

  private static StagePlan.OnFailure onFailure(JsonNode json) {
    return StagePlan.OnFailure.valueOf(
        json.path("onFailure").asString("stop").toUpperCase(Locale.ROOT));
  }

  private static ApprovalRule approval(JsonNode json) {
    List<String> from = new ArrayList<>();
    json.path("from").forEach(person -> from.add(person.stringValue()));
    return new ApprovalRule(
        json.path("required").asInt(1),
        from,
        json.path("requesterMay").asBoolean(false),
        child(json, "timeout")
            .map(t -> Values.durationOf(t.stringValue()))
            .orElse(APPROVAL_TIMEOUT));
  }

  private static TargetSpec targets(JsonNode json, String path) {
    List<String> except = new ArrayList<>();
    JsonNode given = json.path("except");
    for (JsonNode stage : given.isString() ? List.of(given) : given) {
      except.add(stage.stringValue().substring("stages.".length()));
    }
    return new TargetSpec(
        path,
        field(json, path, "select", Values::selector),
        field(json, path, "nodes", Values::nodes),
        field(json, path, "limit", Values::positiveShare),
        except,
        json.path("allowEmpty").asBoolean(false));
  }

  private static LimitSpec limits(JsonNode json, String path) {
    return new LimitSpec(
        field(json, path, "concurrency", Values::positiveShare),
        list(json, path, "batches", (share, at) -> new Field<>(at, share, Values::positiveShare)),
        field(json, path, "maxFailures", Values::share),
        field(json, path, "minHealthy", Values::share),
        json.path("exclusive").asBoolean(false));
  }

  private static SettleSpec settle(JsonNode json, String path) {
    return new SettleSpec(
        path,
        field(json, path, "wait", Values::duration),
        field(json, path, "stable", Values::duration),
        field(json, path, "timeout", Values::positiveDuration));
  }

  private List<Window> windows(JsonNode json, String path) {
    return list(json, path, "windows", (window, at) -> attempt(at, () -> window(window))).stream()
        .flatMap(Optional::stream)
        .toList();
  }

  private static Window window(JsonNode json) {
    SortedSet<DayOfWeek> days = new TreeSet<>();
    for (JsonNode day : json.path("days")) {
      days.add(dayOfWeek(day.stringValue()));
    }
    Duration length = Values.durationOf(json.path("length").stringValue());
    if (!length.isPositive() || length.compareTo(Duration.ofDays(7)) > 0) {
      throw new IllegalArgumentException(
          "length: '%s' (expected: more than 0s, at most 7d)"
              .formatted(json.path("length").stringValue()));
    }
    return new Window(
        days.isEmpty() ? new TreeSet<>(EnumSet.allOf(DayOfWeek.class)) : days,
        LocalTime.parse(json.path("start").stringValue()),
        length,
        zone(json.path("timezone").asString("UTC")));
  }

  private static DayOfWeek dayOfWeek(String word) {
    for (DayOfWeek day : DayOfWeek.values()) {
      if (day.name().startsWith(word.toUpperCase(Locale.ROOT))) {
        return day;
      }
    }
    throw new IllegalArgumentException("days: '%s' (expected: Mon to Sun)".formatted(word));
  }

  private static ZoneId zone(String name) {
    try {
      return ZoneId.of(name);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "timezone: '%s' (expected: a name such as Europe/Rome, or UTC)".formatted(name), e);
    }
  }

  private Optional<StepSpec> step(JsonNode json, String path) {
    Optional<ActionKind> kind =
        attempt(path + "/action", () -> new ActionKind(json.path("action").stringValue()));
    JsonNode retries = child(json, "retries").orElse(root.path("defaults").path("retries"));
    String retriesPath = json.has("retries") ? path + "/retries" : "/defaults/retries";
    JsonNode timeouts = json.has("timeout") ? json : root.path("defaults");
    String timeoutsPath = json.has("timeout") ? path : "/defaults";
    return kind.map(known ->
        new StepSpec(
            path,
            json.path("name").stringValue(),
            known,
            child(json, "runs")
                .map(word -> Executor.require(word.stringValue()))
                .orElse(Executor.AGENT),
            child(json, "args").orElseGet(JsonNodeFactory.instance::objectNode),
            child(json, "when").map(DefinitionReader::condition),
            field(timeouts, timeoutsPath, "timeout", Values::positiveDuration),
            field(retries, retriesPath, "max", Values::retries),
            field(retries, retriesPath, "delay", Values::duration)));
  }

  /** People write {@code when: a == b} and {@code when: "${a == b}"}; both mean the same. */
  private static String condition(JsonNode json) {
    String text = json.asString().strip();
    try {
      return Template.isIn(text)
          ? Template.parse(text).single().map(Template.Hole::cel).orElse(text)
          : text;
    } catch (IllegalArgumentException e) {
      return text;
    }
  }

  private <T> Optional<T> attempt(String path, Supplier<T> reading) {
    try {
      return Optional.of(reading.get());
    } catch (IllegalArgumentException e) {
      findings.add(new Finding(path, String.valueOf(e.getMessage())));
      return Optional.empty();
    }
  }

  private static Optional<JsonNode> child(JsonNode json, String name) {
    return Optional.of(json.path(name)).filter(value -> !value.isMissingNode());
  }

  private static <T> Optional<Field<T>> field(
      JsonNode json, String path, String name, Field.Parser<T> parser) {
    return child(json, name).map(raw -> new Field<>(path + "/" + name, raw, parser));
  }

  /** Reads an entry of a list. */
  private interface EntryReader<T> {
    T read(JsonNode json, String path);
  }

  private static <T> List<T> list(JsonNode json, String path, String name, EntryReader<T> reader) {
    List<T> list = new ArrayList<>();
    for (JsonNode entry : json.path(name)) {
      list.add(reader.read(entry, Pointers.child(path + "/" + name, list.size())));
    }
    return List.copyOf(list);
  }
}
