package dev.muster.api.runs;

import dev.muster.domain.playbook.RunPlan;
import dev.muster.domain.sensitive.Masking;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The plans that this process showed lately, so that it can say what changed since. Only a help: a
 * process that did not show the plan refuses the hash all the same.
 */
final class PlanMemory {

  private static final int KEPT = 64;

  private final Map<String, RunPlan> plans = new LinkedHashMap<>();

  synchronized void remember(RunPlan plan) {
    plans.remove(plan.hash());
    plans.put(plan.hash(), plan);
    if (plans.size() > KEPT) {
      plans.remove(plans.keySet().iterator().next());
    }
  }

  /** What is different in {@code now} from the plan of {@code hash}, one sentence each. */
  List<String> differences(String hash, RunPlanning.Made now) {
    return known(hash)
        .map(before -> {
          Masking masking = Masking.of(now.sensitive(), before.params(), now.plan().params());
          return before.difference(now.plan()).stream().map(masking::shown).toList();
        })
        .orElse(List.of("the plan of that hash is not known here any more; look at the new one"));
  }

  private synchronized Optional<RunPlan> known(String hash) {
    return Optional.ofNullable(plans.get(hash));
  }
}
