package dev.muster.api.autopilot;

import dev.muster.api.security.ProvenIdentity;
import dev.muster.domain.autopilot.AutopilotPlan;
import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.autopilot.PlanReader;
import dev.muster.domain.autopilot.PlanReading;
import dev.muster.domain.autopilot.PlanTerms;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.playbook.Finding;
import dev.muster.records.autopilot.ObjectKey;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** What a plan may wait for: its status tells where the other plan is. */
final class OtherClusters {

  private static final String AFTER = "/metadata/annotations/muster.dev~1after";

  private OtherClusters() {}

  /** Why the plan may not wait for the one it names; empty if it may, or waits for none. */
  static List<Finding> hidden(ObjectKey key, ObjectNode object) {
    if (key.kind() != ObjectKind.PLAN
        || !(PlanReader.read(object) instanceof PlanReading.Admitted(AutopilotPlan plan))) {
      return List.of();
    }
    return plan.terms().after().flatMap(after -> why(key, after)).stream()
        .map(why -> new Finding(AFTER, why))
        .toList();
  }

  private static Optional<String> why(ObjectKey key, PlanTerms.After after) {
    if (after.cluster().equals(key.cluster())) {
      return after.plan().equals(key.name())
          ? Optional.of("a plan cannot wait for itself")
          : Optional.empty();
    }
    return mayRead(after.cluster())
        ? Optional.empty()
        : Optional.of(
            "you may not read cluster %s (expected: a plan of a cluster that you may read)"
                .formatted(after.cluster()));
  }

  private static boolean mayRead(ClusterName cluster) {
    return ProvenIdentity.current()
        .filter(who -> who.identity().may(Permission.READ, cluster))
        .isPresent();
  }
}
