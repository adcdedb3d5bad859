package dev.muster.domain.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.run.NodeState;
import dev.muster.domain.simulation.Plans;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A decision over many actions must stay cheap; the bound leaves room for a slow machine. */
class SchedulerCostTest {

  private static ClusterView waiting(int actions) {
    Views views = Views.ofNodes(actions);
    Map<String, ClusterView.Member> members = new LinkedHashMap<>();
    for (int i = 1; i <= actions; i++) {
      members.put(
          "n" + i,
          new ClusterView.Member(i <= 100 ? NodeState.RUNNING : NodeState.PENDING, 0, false));
    }
    views.stage("r", Plans.stage("rest", actions).concurrency(100).minHealthy(10), members);
    for (int i = 101; i <= actions; i++) {
      views.step("first", "n" + i, "r");
    }
    for (int i = 1; i <= 100; i++) {
      views.waiting("person-" + i, "n" + i);
    }
    return views.view();
  }

  @Test
  void growsWithTheNumberOfActionsAndNotFaster() {
    ClusterView small = waiting(1000);
    ClusterView large = waiting(16_000);
    assertThat(fastest(large)).isLessThan(16 * 6 * Math.max(100_000, fastest(small)));
  }

  private static long fastest(ClusterView view) {
    long best = Long.MAX_VALUE;
    for (int i = 0; i < 60; i++) {
      long start = System.nanoTime();
      Decision decision = Scheduler.decide(view, Views.NOW);
      best = Math.min(best, System.nanoTime() - start);
      assertThat(decision.verdicts()).isNotEmpty();
    }
    if (Boolean.getBoolean("muster.print.cost")) {
      System.out.printf("%d actions: %.3f ms%n", view.actions().size(), best / 1e6);
    }
    return best;
  }
}
