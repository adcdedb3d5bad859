package dev.muster.agent.kind;

import dev.muster.agent.artifact.ArtifactPlace;
import dev.muster.agent.artifact.ArtifactRules;
import dev.muster.agent.artifact.Sha256;
import dev.muster.agent.execution.Execution;
import dev.muster.agent.execution.Kind;
import dev.muster.agent.execution.Notes;
import dev.muster.agent.execution.Outcome;
import dev.muster.agent.execution.Wake;
import dev.muster.agent.json.JsonFields;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Puts back the file that {@code artifact.install} has replaced: {@code target}, {@code sha256} of
 * the one to go back to (the newest unless said), {@code from}. The one that is there is gone then.
 */
public final class ArtifactRollback implements Kind {

  /** Written before the exchange: which of the files before is put back, by its name. */
  private static final String CHOSEN = "chosen";

  private final ArtifactRules rules;

  public ArtifactRollback(ArtifactRules rules) {
    this.rules = rules;
  }

  @Override
  public String name() {
    return "artifact.rollback";
  }

  @Override
  public Optional<String> refusal(JsonNode args) {
    return JsonFields.complaint("args", args, fields -> ArtifactArgs.rollback(fields, rules));
  }

  @Override
  public Outcome execute(Execution execution) throws Exception {
    ArtifactArgs.Rollback plan =
        JsonFields.read(
            "args", execution.subject().args(), fields -> ArtifactArgs.rollback(fields, rules));
    try {
      return rollBack(execution, plan);
    } catch (IOException impossible) {
      return failed(plan.place(), String.valueOf(impossible.getMessage()));
    }
  }

  /** The file was chosen before and is put back, or it is back already. */
  @Override
  public Outcome recover(Execution execution) throws Exception {
    return execute(execution);
  }

  @Override
  public Optional<Duration> timeout() {
    return Optional.of(Duration.ofMinutes(5));
  }

  private static Outcome rollBack(Execution execution, ArtifactArgs.Rollback plan)
      throws IOException, InterruptedException {
    ArtifactPlace place = plan.place();
    Optional<String> obstacle = place.obstacle();
    if (obstacle.isPresent()) {
      return failed(place, obstacle.get());
    }
    Optional<String> current =
        Files.exists(place.target())
            ? Sha256.of(place.target(), execution.control())
            : Optional.of("");
    if (current.isEmpty()) {
      return execution.control().state() == Wake.CANCELLED
          ? Outcome.cancelled()
          : failed(place, "it could not be looked at in time");
    }
    Notes notes = new Notes(execution.subject().folder());
    Optional<ArtifactPlace.Previous> chosen = notes.read(CHOSEN).flatMap(place::previous);
    if (chosen.filter(one -> current.get().equals(one.sha256())).isPresent()) {
      return isBack(execution, place, chosen.get());
    }
    if (chosen.isEmpty() && nothingToGoBackFrom(plan, current)) {
      execution.say(
          "%s has the sha256 %s: there is nothing to go back from"
              .formatted(place.target(), current.get()));
      return done(place, current.get(), Changed.NO);
    }
    return putBack(
        execution, place, notes, chosen.map(ArtifactPlace.Previous::sha256).or(plan::to));
  }

  private static boolean nothingToGoBackFrom(ArtifactArgs.Rollback plan, Optional<String> current) {
    return current.equals(plan.to()) || (plan.from().isPresent() && !plan.from().equals(current));
  }

  private static Outcome putBack(
      Execution execution, ArtifactPlace place, Notes notes, Optional<String> wanted)
      throws IOException {
    List<ArtifactPlace.Previous> kept = place.previous();
    Optional<ArtifactPlace.Previous> previous =
        kept.stream()
            .filter(one -> wanted.isEmpty() || wanted.get().equals(one.sha256()))
            .findFirst();
    if (previous.isEmpty()) {
      return failed(place, absent(place, wanted, kept));
    }
    if (execution.control().state() == Wake.CANCELLED) {
      return Outcome.cancelled();
    }
    notes.write(CHOSEN, previous.get().name());
    place.back(previous.get());
    return isBack(execution, place, previous.get());
  }

  /** Those that came after it are of no use: the next one goes back further. */
  private static Outcome isBack(
      Execution execution, ArtifactPlace place, ArtifactPlace.Previous previous)
      throws IOException {
    place.forgetAfter(previous.number());
    place.tidy(Integer.MAX_VALUE, file -> false);
    execution.say("%s is back: sha256 %s".formatted(place.target(), previous.sha256()));
    return done(place, previous.sha256(), Changed.YES);
  }

  private static String absent(
      ArtifactPlace place, Optional<String> wanted, List<ArtifactPlace.Previous> kept) {
    return kept.isEmpty()
        ? "no file of before is kept for %s".formatted(place.target())
        : "no file of before has the sha256 %s (kept: %s)"
            .formatted(
                wanted.orElse(""),
                String.join(", ", kept.stream().map(ArtifactPlace.Previous::sha256).toList()));
  }

  private enum Changed {
    YES,
    NO
  }

  private static Outcome done(ArtifactPlace place, String sha256, Changed changed) {
    ObjectNode outputs = WireFormat.JSON.createObjectNode();
    outputs.put("target", place.target().toString()).put("sha256", sha256);
    return Outcome.done(outputs.put("changed", changed == Changed.YES));
  }

  private static Outcome failed(ArtifactPlace place, String why) {
    return Outcome.failed("%s; %s is as it was".formatted(why, place.target()));
  }
}
