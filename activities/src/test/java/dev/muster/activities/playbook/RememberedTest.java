package dev.muster.activities.playbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.activities.fake.FakeAgent;
import dev.muster.activities.fake.Scene;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.workflows.contract.CycleRequest.Trigger;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a process remembers of a cluster is what the records say, whoever wrote them. Every scene
 * compares both at each cycle, and fails where they differ.
 */
final class RememberedTest {

  static Stream<String> triggers() {
    return Stream.of(
        "actions_added",
        "actions_changed",
        "actions_removed",
        "nodes_added",
        "nodes_changed",
        "nodes_removed",
        "stage_nodes_added",
        "stage_nodes_changed",
        "stage_nodes_removed",
        "run_stages_changed",
        "runs_changed");
  }

  /** A run goes after its actions, which tell of themselves. */
  static Stream<String> allTriggers() {
    return Stream.concat(triggers(), Stream.of("runs_removed"));
  }

  /** Lets cycles remember a run in its first stage, and an action of no run, which is returned. */
  private static ActionId remember(Scene scene) {
    Rollout.of(scene, RememberedRolloutTest.TWO_STAGES).advance();
    ActionId waiting = scene.action("n4", ActionState.PENDING_APPROVE);
    scene.cycle();
    scene.cycle();
    return waiting;
  }

  @ParameterizedTest
  @MethodSource("triggers")
  void whoeverWritesWithoutBeingNoticedIsFoundOut(String trigger) {
    try (Scene scene = Scene.of("n1", "n2", "n3", "n4", "spare")) {
      ActionId waiting = remember(scene);
      String table = trigger.substring(0, trigger.lastIndexOf('_'));

      execute(scene, "alter table %s disable trigger %s".formatted(table, trigger));
      write(scene, trigger, waiting);

      assertThatThrownBy(() -> lookOnly(scene)).hasMessageContaining("is remembered as");
    }
  }

  @ParameterizedTest
  @MethodSource("allTriggers")
  void whoeverElseWritesIsNoticedByTheNextCycle(String trigger) {
    try (Scene scene = Scene.of("n1", "n2", "n3", "n4", "spare")) {
      ActionId waiting = remember(scene);

      write(scene, trigger, waiting);

      assertThat(noted(scene)).isPositive();
      lookOnly(scene);
      assertThat(noted(scene)).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "update runs set paused_at = now(), paused_by = 'ada'",
        "update run_stages set opened_at = now() where stage = 1",
        "update run_stages set opened_at = opened_at + interval '1 second' where stage = 0",
        "truncate actions, action_transitions",
        "truncate stage_nodes",
        "truncate runs, run_stages, stage_nodes, approvals, actions"
      })
  void whatIsDoneByHandIsNoticedByTheNextCycle(String text) {
    try (Scene scene = Scene.of("n1", "n2", "n3", "n4", "spare")) {
      remember(scene);

      execute(scene, text);

      assertThat(noted(scene)).isPositive();
      lookOnly(scene);
      lookOnly(scene);
      assertThat(noted(scene)).isZero();
    }
  }

  @Test
  void whatAnotherProcessDidIsNotForgottenByTheFirst() {
    try (Scene scene = Scene.of("n1", "n2", "n3", "n4")) {
      Rollout run = Rollout.of(scene, RememberedRolloutTest.TWO_STAGES);
      run.advance();
      scene.cycle();
      FakeAgent agent = scene.agent("n1");
      agent.finish(agent.held().getFirst());

      scene.cycleElsewhere();
      scene.cycle();
      agent.finish(agent.unfinished().getFirst());
      scene.cycle();
      scene.cycleElsewhere();

      assertThat(run.nodes(0)).containsExactly("n1 SUCCEEDED", "n2 RUNNING");
    }
  }

  private static void write(Scene scene, String trigger, ActionId waiting) {
    switch (trigger) {
      case "actions_added" -> scene.action("n1", ActionState.PENDING_APPROVE);
      case "actions_changed" ->
          execute(
              scene,
              "update actions set exclusive = true where id = '%s'".formatted(waiting.value()));
      case "actions_removed" ->
          execute(scene, "delete from actions where id = '%s'".formatted(waiting.value()));
      case "nodes_added" -> scene.register("n9", "http://127.0.0.1:1");
      case "nodes_changed" ->
          execute(scene, "update nodes set status = 'NODE_DOWN' where id = 'spare'");
      case "nodes_removed" -> scene.records().nodes().remove(Scene.CLUSTER, new NodeId("spare"));
      case "stage_nodes_added" ->
          execute(
              scene,
              """
              insert into stage_nodes (run, stage, node, position, batch, state)
              select run, stage, 'spare', position + 10, batch, state
              from stage_nodes where stage = 0 and node = 'n2'
              """);
      case "stage_nodes_changed" ->
          execute(scene, "update stage_nodes set batch = 1 where stage = 0 and node = 'n2'");
      case "stage_nodes_removed" ->
          execute(scene, "delete from stage_nodes where stage = 0 and node = 'n2'");
      case "run_stages_changed" ->
          execute(scene, "update run_stages set finished_at = now() where stage = 0");
      case "runs_changed" ->
          execute(scene, "update runs set cancelled_at = now(), cancelled_by = 'ada'");
      case "runs_removed" ->
          execute(
              scene,
              """
              set muster.cycle = 'on';
              delete from actions where run is not null;
              set muster.cycle = 'off';
              delete from runs
              """);
      default -> throw new IllegalArgumentException(trigger);
    }
  }

  /** A cycle that asks no agent, so that nothing is mended by what an agent says. */
  private static void lookOnly(Scene scene) {
    scene.cycle(Trigger.COMMAND, List.of(), List.of());
  }

  private static int noted(Scene scene) {
    try (Connection connection = scene.database().dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select count(*) from cluster_changes")) {
      rows.next();
      return rows.getInt(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void execute(Scene scene, String text) {
    try (Connection connection = scene.database().dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(text);
    } catch (SQLException e) {
      throw new IllegalStateException(text, e);
    }
  }
}
