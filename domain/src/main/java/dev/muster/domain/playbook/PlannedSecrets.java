package dev.muster.domain.playbook;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.run.StagePlan;
import dev.muster.domain.run.StepPlan;
import dev.muster.domain.secret.SecretName;
import dev.muster.domain.secret.SecretReferences;
import dev.muster.domain.secret.SecretRules;
import java.util.ArrayList;
import java.util.List;

/**
 * Which secrets of a plan a run would not get. The workers decide when they push; where their rules
 * are known, it is told before anything starts.
 */
public final class PlannedSecrets {

  private PlannedSecrets() {}

  /** One finding for each secret of a step that must not be used there. */
  public static List<Finding> refused(
      RunPlan plan, String playbook, ClusterName cluster, SecretRules rules) {
    List<Finding> findings = new ArrayList<>();
    int stages = 0;
    int rollbacks = 0;
    for (PlannedStage stage : plan.stages()) {
      String path =
          stage.plan().kind() == StagePlan.Kind.ROLLBACK
              ? "/rollback/" + rollbacks++
              : "/stages/" + stages++;
      List<StepPlan> steps = stage.plan().steps();
      for (int step = 0; step < steps.size(); step++) {
        String args = path + "/steps/" + step + "/args";
        for (SecretName secret : SecretReferences.in(steps.get(step).args())) {
          rules
              .refusal(secret, playbook, cluster)
              .ifPresent(why -> findings.add(new Finding(args, why)));
        }
      }
    }
    return findings;
  }
}
