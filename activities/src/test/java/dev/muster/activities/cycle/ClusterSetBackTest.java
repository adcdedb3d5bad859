package dev.muster.activities.cycle;

import static dev.muster.activities.fake.CheckedCluster.child;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.fake.CheckedCluster;
import dev.muster.activities.fake.Scene;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.records.actions.NewAction.Derivation;
import dev.muster.records.actions.NewAction.Effort;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A database that was set back to before an action on the cluster had its turn. */
final class ClusterSetBackTest {

  @AutoClose private final CheckedCluster cluster = CheckedCluster.of("n1", "n2");
  private final Scene scene = cluster.scene();

  @Test
  void whatAgentsHaveIsGivenBackToTheActionThatDerivedItAndDoneOnce() {
    ActionId check = cluster.check("{\"bestEffort\": true}");
    scene.cycle();
    cluster.finish(check, "n1");
    scene.cycle();
    scene
        .database()
        .sql(
            """
            delete from actions where parent = '%1$s';
            update actions set state = 'PENDING_SCHEDULE', started_at = null where id = '%1$s';
            update nodes set cursor = 0
            """
                .formatted(check));

    scene.takeOver();

    Derivation derivation = new Derivation(check, Effort.BEST);
    for (String node : cluster.nodes()) {
      assertThat(scene.show(child(check, node)).terms().derivation()).contains(derivation);
      assertThat(scene.show(child(check, node)).work().origin()).isEqualTo("derived");
      assertThat(scene.agent(node).held()).containsExactly(child(check, node));
    }
    assertThat(scene.state(child(check, "n1"))).isEqualTo(ActionState.DONE);
    cluster.finish(check, "n2");
    scene.cycle();
    assertThat(scene.state(check)).isEqualTo(ActionState.DONE);
    assertThat(cluster.payload(check).path("succeeded").asInt()).isEqualTo(2);
  }
}
