package dev.muster.api.autopilot;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.muster.domain.autopilot.AutopilotPlan;
import dev.muster.domain.autopilot.PlanStatus;
import dev.muster.domain.autopilot.PlanStatusJson;
import dev.muster.domain.autopilot.SignalState;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunId;
import dev.muster.records.autopilot.PlanStanding;
import dev.muster.records.autopilot.StoredObject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/**
 * A plan of k0s Autopilot as callers see it.
 *
 * @param id its {@code spec.id}
 * @param state absent if it is not looked at
 * @param why it does not move, or why it ended so
 * @param object the whole object, as Kubernetes' clients know it; only when one plan is shown
 */
public record AutopilotPlanJson(
    String name,
    UUID uid,
    ClusterName cluster,
    String id,
    Optional<ProgressState> state,
    Optional<String> why,
    @JsonUnwrapped AttemptPart attempt,
    List<PlanCommandJson> commands,
    Optional<JsonNode> object) {

  private static final String IGNORED =
      "it is kept and not looked at: the dialect is strict, in which only a plan of the name "
          + AutopilotPlan.NAME
          + " runs";

  /**
   * The newest attempt.
   *
   * @param run absent before one begins, and of a plan that ended without
   * @param attempt from 1
   */
  public record AttemptPart(
      Optional<RunId> run,
      int attempt,
      Instant createdAt,
      String createdBy,
      Optional<Instant> deadline) {}

  /**
   * A command, and where its nodes are.
   *
   * @param kind {@code k0supdate} or {@code airgapupdate}
   */
  public record PlanCommandJson(
      int id,
      String kind,
      String version,
      ProgressState state,
      Optional<String> description,
      List<PlanTargetJson> controllers,
      List<PlanTargetJson> workers) {}

  /** A node of a command. */
  public record PlanTargetJson(String name, SignalState state, Instant lastUpdatedTimestamp) {}

  /** A plan in a list. */
  static AutopilotPlanJson of(StoredObject plan, Optional<PlanStanding> standing, String creator) {
    Optional<PlanStatus> status = plan.status().map(PlanStatusJson::read);
    return new AutopilotPlanJson(
        plan.key().name(),
        plan.uid(),
        plan.key().cluster(),
        plan.spec().path("id").asString(""),
        status.map(PlanStatus::state),
        why(status, standing),
        new AttemptPart(
            plan.run(),
            standing.map(PlanStanding::attempt).orElse(0),
            plan.createdAt(),
            creator,
            standing.flatMap(is -> is.limit().deadline())),
        status.map(is -> commands(plan, is)).orElse(List.of()),
        Optional.empty());
  }

  /** The plan with all that it is. */
  AutopilotPlanJson shown(JsonNode whole) {
    return new AutopilotPlanJson(
        name, uid, cluster, id, state, why, attempt, commands, Optional.of(whole));
  }

  /** The plan as it would be: a run that was undone is nobody's. */
  AutopilotPlanJson tried() {
    return new AutopilotPlanJson(
        name,
        uid,
        cluster,
        id,
        state,
        why,
        new AttemptPart(
            Optional.empty(),
            attempt.attempt(),
            attempt.createdAt(),
            attempt.createdBy(),
            attempt.deadline()),
        commands,
        object);
  }

  private static Optional<String> why(
      Optional<PlanStatus> status, Optional<PlanStanding> standing) {
    if (status.isEmpty() && standing.isEmpty()) {
      return Optional.of(IGNORED);
    }
    return status.stream()
        .flatMap(is -> is.commands().stream())
        .filter(command -> command.state() != ProgressState.COMPLETED)
        .map(PlanStatus.Command::description)
        .filter(text -> !text.isEmpty())
        .findFirst();
  }

  private static List<PlanCommandJson> commands(StoredObject plan, PlanStatus status) {
    return status.commands().stream()
        .map(command ->
            new PlanCommandJson(
                command.id(),
                command.kind().field(),
                plan.spec()
                    .path("commands")
                    .path(command.id())
                    .path(command.kind().field())
                    .path("version")
                    .asString(""),
                command.state(),
                Optional.of(command.description()).filter(text -> !text.isEmpty()),
                targets(command.controllers()),
                targets(command.workers())))
        .toList();
  }

  private static List<PlanTargetJson> targets(List<PlanStatus.Node> nodes) {
    return nodes.stream()
        .map(node -> new PlanTargetJson(node.name(), node.state(), node.updatedAt()))
        .toList();
  }
}
