package dev.muster.domain.autopilot;

import dev.muster.domain.playbook.Finding;
import dev.muster.domain.run.ProgressState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * Whether what a channel offers becomes a plan. It does if it is newer than what the cluster's
 * controllers run and than what its plan brought them to, the window is open, and no plan runs.
 *
 * <p>A plan that ended with an error stops no later version, as it does in Autopilot; its own
 * version is not tried again, because whatever failed would most likely fail again, each time on
 * the next node.
 */
public final class UpdateDecision {

  private UpdateDecision() {}

  /**
   * Decides.
   *
   * @param standing the plan named {@code autopilot}, if there is one
   */
  public static UpdateNext decide(
      UpdateConfig config,
      ChannelIndex.Offer offer,
      RunningVersions running,
      Optional<StandingPlan> standing,
      Instant now) {
    ObjectNode plan = UpdatePlan.of(config, offer, now);
    Optional<String> against =
        standing
            .flatMap(stands -> against(stands, offer.version()).or(() -> isSame(stands, plan)))
            .or(() -> running.lowest().flatMap(lowest -> isNotNewer(lowest, offer.version())));
    if (against.isPresent()) {
      return new UpdateNext.Wait(against.get());
    }
    if (!UpdateWindow.isOpen(config.strategy(), now)) {
      return new UpdateNext.Wait(
          "%s is newer, but the window is not open".formatted(offer.version()));
    }
    return switch (PlanReader.read(plan)) {
      case PlanReading.Admitted admitted ->
          new UpdateNext.Start(plan, why(config, offer.version(), running));
      case PlanReading.Refused(List<Finding> findings) ->
          new UpdateNext.Wait(
              "what channel %s says of %s makes no plan: %s; ask who runs the update server"
                  .formatted(config.channel(), offer.version(), findings.getFirst().message()));
    };
  }

  private static Optional<String> against(StandingPlan plan, K0sVersion offered) {
    if (!plan.state().map(ProgressState::isFinal).orElse(false)) {
      return Optional.of(
          "plan %s is %s; the next look comes after it"
              .formatted(AutopilotPlan.NAME, plan.state().map(ProgressState::word).orElse("new")));
    }
    ProgressState state = plan.state().orElseThrow();
    return plan.version()
        .filter(version -> !offered.isNewerThan(version))
        .map(version ->
            state == ProgressState.COMPLETED
                ? "channel offers %s, and plan %s brought the cluster to %s already; delete the plan to have it done again"
                    .formatted(offered, AutopilotPlan.NAME, version)
                : "plan %s to %s ended as %s, and the channel offers nothing newer (%s); muster k0s retry tries it again, deleting the plan does so at the next look"
                    .formatted(AutopilotPlan.NAME, version, state.word(), offered));
  }

  /** A plan begins anew by another id, which is a time in seconds. */
  private static Optional<String> isSame(StandingPlan stands, ObjectNode plan) {
    return stands.id().equals(plan.path("spec").path("id").stringValue())
        ? Optional.of("plan %s was made in this very second".formatted(AutopilotPlan.NAME))
        : Optional.empty();
  }

  private static Optional<String> isNotNewer(K0sVersion lowest, K0sVersion offered) {
    return offered.isNewerThan(lowest)
        ? Optional.empty()
        : Optional.of(
            "channel offers %s, which is not newer than %s, the lowest that runs"
                .formatted(offered, lowest));
  }

  private static String why(UpdateConfig config, K0sVersion offered, RunningVersions running) {
    return "channel %s offers %s, %s"
        .formatted(
            config.channel(),
            offered,
            running
                .lowest()
                .map("the lowest that runs is %s"::formatted)
                .orElse("and no node tells what it runs"));
  }
}
