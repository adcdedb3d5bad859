package dev.muster.cli.follow;

import dev.muster.cli.rest.ApiFailure;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.rest.MusterApi;
import dev.muster.cli.terminal.Text;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * What the steps of a run printed. A run's picture does not carry it, so each action is asked for
 * when its step is over, once.
 */
public final class Outputs {
  /** With more nodes nobody reads it while it goes by. */
  private static final int FEW_NODES = 40;

  private static final int FEW_LINES = 10;

  /** How much of it. */
  public enum Amount {
    /** The newest lines of each step, and nothing of a run with many nodes. */
    FEW,
    /** Everything that is kept. */
    ALL
  }

  /**
   * Of one step.
   *
   * @param where such as {@code canary/node-1: restart}
   * @param at when the step ended
   */
  public record Printed(String where, Optional<Instant> at, List<String> lines) {}

  private final MusterApi api;
  private final Amount amount;
  private final Set<String> known = new HashSet<>();

  public Outputs(MusterApi api, Amount amount) {
    this.api = api;
    this.amount = amount;
  }

  /**
   * Tells what the steps printed that ended since this was asked last; silent ones are left out.
   */
  public void news(RunView run, Consumer<Printed> reader) {
    if (isLeftOut(run)) {
      return;
    }
    try {
      for (StageView stage : run.stages()) {
        if (stage.sampled().isPresent()) {
          pages(run, stage, reader);
        } else {
          stage.nodes().forEach(node -> news(stage, node, reader));
        }
      }
    } catch (ApiFailure away) {
      // Whatever is missing now is asked for with the next picture.
      return;
    }
  }

  private void pages(RunView run, StageView stage, Consumer<Printed> reader) {
    ApiPath first =
        ApiPath.of("runs", run.id(), "nodes")
            .with("stage", String.valueOf(stage.index()))
            .with("limit", "500");
    Optional<String> marker = Optional.empty();
    do {
      JsonNode page = api.get(first.with("marker", marker)).json();
      Json.items(page, "items").forEach(node -> news(stage, NodeView.parse(node), reader));
      marker = Json.optional(page, "next");
    } while (marker.isPresent());
  }

  private void news(StageView stage, NodeView node, Consumer<Printed> reader) {
    node.steps().stream()
        .filter(this::isNew)
        .forEach(step ->
            printed(stage.name() + "/" + node.node() + ": " + step.step(), step).ifPresent(reader));
  }

  /** Where to find what is not shown of a run with many nodes. */
  public Optional<String> hint(RunView run, String command) {
    return isLeftOut(run)
        ? Optional.of(
            "What its steps printed: %s run show %s --printed".formatted(command, run.shortId()))
        : Optional.empty();
  }

  private boolean isLeftOut(RunView run) {
    return amount == Amount.FEW && run.counts().total() > FEW_NODES;
  }

  private boolean isNew(StepView step) {
    return step.isFinal() && step.startedAt().isPresent() && !known.contains(step.action());
  }

  private Optional<Printed> printed(String where, StepView step) {
    List<String> lines = lines(payload(step.action()));
    known.add(step.action());
    return lines.isEmpty()
        ? Optional.empty()
        : Optional.of(new Printed(where, step.finishedAt(), lines));
  }

  private JsonNode payload(String action) {
    try {
      return api.get(ApiPath.of("actions", action)).json().path("payload");
    } catch (ApiFailure failure) {
      if (failure.kind() == ApiFailure.Kind.REFUSED) {
        return Json.object();
      }
      throw failure;
    }
  }

  private List<String> lines(JsonNode payload) {
    List<String> all = new ArrayList<>(stream(payload, "stdout", ""));
    all.addAll(stream(payload, "stderr", "stderr: "));
    int cut = amount == Amount.ALL ? 0 : all.size() - FEW_LINES;
    if (cut <= 0) {
      return all;
    }
    List<String> newest = new ArrayList<>(all.subList(cut, all.size()));
    newest.addFirst("… " + Text.count(cut, "line") + " before");
    return newest;
  }

  private static List<String> stream(JsonNode payload, String name, String mark) {
    List<String> lines = new ArrayList<>();
    if (Json.flag(payload, name + "Truncated")) {
      lines.add(mark + "… (its beginning was not kept)");
    }
    Json.text(payload, name)
        .lines()
        .filter(line -> !line.isBlank())
        .forEach(line -> lines.add(mark + Text.clean(line)));
    return lines;
  }
}
