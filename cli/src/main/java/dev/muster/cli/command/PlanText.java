package dev.muster.cli.command;

import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.Colour;
import dev.muster.cli.terminal.StyledLine;
import dev.muster.cli.terminal.Terminal;
import dev.muster.cli.terminal.Text;
import dev.muster.cli.terminal.TimeText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** A plan in words: what would be done, where, in which order, and within which limits. */
final class PlanText {
  private static final int MOST_NAMES = 12;

  private final Terminal terminal;
  private final List<String> lines = new ArrayList<>();

  private PlanText(Terminal terminal) {
    this.terminal = terminal;
  }

  static List<String> lines(JsonNode plan, Terminal terminal) {
    PlanText text = new PlanText(terminal);
    text.header(plan);
    Json.items(plan, "stages").forEach(text::stage);
    return text.lines;
  }

  private void header(JsonNode plan) {
    add(
        new StyledLine()
            .add(
                "%s version %s on %s"
                    .formatted(
                        Json.text(plan, "playbook"),
                        Json.text(plan, "version"),
                        Json.text(plan, "cluster")),
                Colour.BOLD));
    String params = Json.pairs(plan, "params");
    if (!params.isEmpty()) {
      add(new StyledLine().add("with " + params));
    }
    add(new StyledLine().add("plan " + Json.text(plan, "hash"), Colour.DIM));
  }

  private void stage(JsonNode stage) {
    boolean rollback = Json.text(stage, "kind").equalsIgnoreCase("ROLLBACK");
    List<JsonNode> nodes = Json.items(stage, "nodes");
    lines.add("");
    StyledLine title = new StyledLine();
    title.add("%d  ".formatted(Json.number(stage, "index") + 1), Colour.DIM);
    title.add(Json.text(stage, "name"), Colour.BOLD);
    title.add(
        rollback
            ? "  rollback, on the nodes that were touched"
            : "  " + Text.count(nodes.size(), "node") + limits(stage));
    add(title);
    Json.optional(stage, "when").ifPresent(when -> item("when", when));
    if (stage.path("approval").isObject()) {
      item("approval", approval(stage.path("approval")));
    }
    batches(nodes).forEach((batch, names) -> item(batch, names));
    for (JsonNode step : Json.items(stage, "steps")) {
      item("step", step(step));
    }
    if (stage.path("settle").isObject()) {
      item("settle", settle(stage.path("settle")));
    }
    for (JsonNode window : Json.items(stage, "windows")) {
      item("window", window(window));
    }
    Json.optional(stage, "onFailure")
        .ifPresent(what -> item("on failure", what.toLowerCase(java.util.Locale.ROOT)));
  }

  private static String limits(JsonNode stage) {
    StringBuilder limits = new StringBuilder();
    limits.append(" · concurrency ").append(Json.number(stage, "concurrency"));
    limits.append(" · max failures ").append(Json.number(stage, "maxFailures"));
    if (Json.number(stage, "minHealthy") > 0) {
      limits.append(" · min healthy ").append(Json.number(stage, "minHealthy"));
    }
    return limits.toString();
  }

  private static String approval(JsonNode approval) {
    List<String> from = Json.texts(approval, "from");
    return "by %s%s, within %s"
        .formatted(
            Json.number(approval, "required") == 1
                ? "one person"
                : Json.text(approval, "required") + " people",
            from.isEmpty() ? "" : " of " + String.join(", ", from),
            duration(approval, "timeout"));
  }

  private static Map<String, String> batches(List<JsonNode> nodes) {
    Map<Integer, List<String>> byBatch = new LinkedHashMap<>();
    for (JsonNode node : nodes) {
      byBatch
          .computeIfAbsent(Json.number(node, "batch"), batch -> new ArrayList<>())
          .add(Json.text(node, "node"));
    }
    Map<String, String> batches = new LinkedHashMap<>();
    byBatch.forEach((batch, names) ->
        batches.put(byBatch.size() == 1 ? "nodes" : "batch " + (batch + 1), names(names)));
    return batches;
  }

  private static String names(List<String> names) {
    String shown = String.join(", ", names.subList(0, Math.min(MOST_NAMES, names.size())));
    int more = names.size() - MOST_NAMES;
    return more <= 0 ? shown : "%s and %d more".formatted(shown, more);
  }

  private static String step(JsonNode step) {
    int retries = Json.number(step, "retries");
    String secrets = String.join(", ", Json.texts(step, "secrets"));
    return "%s: %s%s, within %s%s%s"
        .formatted(
            Json.text(step, "name"),
            Json.text(step, "action"),
            Json.text(step, "runs").equals("core") ? " by Muster itself" : "",
            duration(step, "timeout"),
            retries == 0 ? "" : ", " + (retries == 1 ? "1 retry" : retries + " retries"),
            secrets.isEmpty() ? "" : ", with the secrets " + secrets);
  }

  private static String settle(JsonNode settle) {
    String wait = Json.text(settle, settle.has("wait") ? "wait" : "delay");
    return "wait %s, then healthy for %s, within %s"
        .formatted(human(wait), duration(settle, "stable"), duration(settle, "timeout"));
  }

  private static String window(JsonNode window) {
    return "%s from %s for %s, %s"
        .formatted(
            String.join(" ", Json.texts(window, "days")),
            Json.text(window, "start"),
            duration(window, "length"),
            Json.text(window, "timezone"));
  }

  private static String duration(JsonNode json, String field) {
    return human(Json.text(json, field));
  }

  private static String human(String iso) {
    return iso.isEmpty() ? "-" : TimeText.whole(iso);
  }

  private void item(String name, String value) {
    add(new StyledLine().add("   " + Text.pad(name, 11), Colour.DIM).add(value));
  }

  private void add(StyledLine line) {
    lines.add(line.render(terminal.style(), Terminal.UNLIMITED));
  }
}
