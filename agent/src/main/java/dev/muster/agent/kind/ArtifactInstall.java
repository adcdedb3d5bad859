package dev.muster.agent.kind;

import dev.muster.agent.artifact.ArtifactPlace;
import dev.muster.agent.artifact.ArtifactRules;
import dev.muster.agent.artifact.Download;
import dev.muster.agent.artifact.FileLooks;
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
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Has a file be what it shall be: {@code url} or {@code file}, {@code sha256}, {@code target},
 * {@code mode}, {@code owner}. It is brought beside the target, verified, and renamed into its
 * place; until then nobody sees anything of it, and the old file is kept. A target that already is
 * what it shall be is left alone, which is what makes going on after a restart of the agent safe.
 */
public final class ArtifactInstall implements Kind {

  private static final FileLooks USUAL = new FileLooks(Optional.of("0644"), Optional.empty());

  /**
   * Written before the exchange: what is found in place afterwards was put there by this action.
   */
  private static final String SWAP = "swap";

  private final ArtifactRules rules;

  public ArtifactInstall(ArtifactRules rules) {
    this.rules = rules;
  }

  @Override
  public String name() {
    return "artifact.install";
  }

  @Override
  public Optional<String> refusal(JsonNode args) {
    return JsonFields.complaint("args", args, fields -> ArtifactArgs.install(fields, rules));
  }

  @Override
  public Outcome execute(Execution execution) throws Exception {
    ArtifactArgs.Install plan =
        JsonFields.read(
            "args", execution.subject().args(), fields -> ArtifactArgs.install(fields, rules));
    ArtifactPlace place = plan.place();
    try {
      Optional<String> obstacle = place.obstacle();
      return obstacle.isPresent() ? failed(place, obstacle.get()) : install(execution, plan);
    } catch (IOException impossible) {
      return failed(place, String.valueOf(impossible.getMessage()));
    }
  }

  /** What is there of the download is gone on with; an exchange that was made is seen. */
  @Override
  public Outcome recover(Execution execution) throws Exception {
    return execute(execution);
  }

  @Override
  public Optional<Duration> timeout() {
    return Optional.of(Duration.ofHours(6));
  }

  private static Outcome install(Execution execution, ArtifactArgs.Install plan)
      throws IOException, InterruptedException {
    Path target = plan.place().target();
    Optional<String> current = Optional.empty();
    if (Files.exists(target)) {
      current = Sha256.of(target, execution.control());
      if (current.isEmpty()) {
        return ended(
            execution.control().state(), plan.place(), "it could not be looked at in time");
      }
    }
    if (current.isPresent() && current.equals(plan.sha256())) {
      return settle(execution, plan, current.get());
    }
    plan.place().prepare();
    return switch (download(plan, execution).run(execution)) {
      case Download.Result.Verified whole -> swap(execution, plan, whole, current);
      case Download.Result.Failed(String why) -> {
        plan.place().tidy(Integer.MAX_VALUE, file -> isPart(plan, execution, file));
        yield failed(plan.place(), why);
      }
      case Download.Result.Stopped(Wake wake, String how) -> {
        plan.place().tidy(Integer.MAX_VALUE, file -> isPart(plan, execution, file));
        yield ended(wake, plan.place(), how);
      }
    };
  }

  /** By its hash, so that another action may go on with it; without one it is this action's own. */
  private static Path part(ArtifactArgs.Install plan, Execution execution) {
    return plan.place().part(plan.sha256().orElseGet(() -> execution.subject().id().toString()));
  }

  private static boolean isPart(ArtifactArgs.Install plan, Execution execution, Path file) {
    return plan.sha256().isPresent()
        && file.getFileName().toString().startsWith(part(plan, execution).getFileName().toString());
  }

  private static Download download(ArtifactArgs.Install plan, Execution execution) {
    return new Download(plan.origin(), plan.sha256(), part(plan, execution), plan.retries());
  }

  private static Outcome swap(
      Execution execution,
      ArtifactArgs.Install plan,
      Download.Result.Verified whole,
      Optional<String> current)
      throws IOException {
    ArtifactPlace place = plan.place();
    Path part = part(plan, execution);
    if (current.isPresent() && current.get().equals(whole.sha256())) {
      Files.delete(part);
      return settle(execution, plan, whole.sha256());
    }
    FileLooks looks =
        Files.exists(place.target()) ? plan.looks().orAs(place.target()) : orUsual(plan.looks());
    looks.give(part);
    if (execution.control().state() == Wake.CANCELLED) {
      Files.delete(part);
      return Outcome.cancelled();
    }
    new Notes(execution.subject().folder()).write(SWAP, current.orElse(""));
    place.swap(part, current);
    place.tidy(plan.keep(), file -> false);
    execution.say("%s is in place: sha256 %s".formatted(place.target(), whole.sha256()));
    ObjectNode outputs = outputs(plan, whole.sha256(), current).put("changed", true);
    return Outcome.done(outputs.put("attempts", whole.attempts()));
  }

  /** The right one is there; by this action, if it had noted that before. */
  private static Outcome settle(Execution execution, ArtifactArgs.Install plan, String sha256)
      throws IOException {
    Optional<String> replaced = new Notes(execution.subject().folder()).read(SWAP);
    boolean looked = plan.looks().give(plan.place().target());
    plan.place().tidy(replaced.isPresent() ? plan.keep() : Integer.MAX_VALUE, file -> false);
    execution.say(
        replaced.isPresent()
            ? "%s is in place".formatted(plan.place().target())
            : "%s is there already".formatted(plan.place().target()));
    return Outcome.done(
        outputs(plan, sha256, replaced.filter(hash -> !hash.isEmpty()))
            .put("changed", looked || replaced.isPresent()));
  }

  private static FileLooks orUsual(FileLooks looks) {
    return new FileLooks(looks.mode().or(USUAL::mode), looks.owner());
  }

  private static ObjectNode outputs(
      ArtifactArgs.Install plan, String sha256, Optional<String> replaced) throws IOException {
    ObjectNode outputs = WireFormat.JSON.createObjectNode();
    outputs.put("target", plan.place().target().toString()).put("sha256", sha256);
    outputs.put("bytes", Files.size(plan.place().target()));
    replaced.ifPresent(hash -> outputs.put("replaced", hash));
    return outputs;
  }

  private static Outcome ended(Wake wake, ArtifactPlace place, String how) {
    return wake == Wake.CANCELLED ? Outcome.cancelled() : failed(place, how);
  }

  private static Outcome failed(ArtifactPlace place, String why) {
    return Outcome.failed("%s; %s is as it was".formatted(why, place.target()));
  }
}
