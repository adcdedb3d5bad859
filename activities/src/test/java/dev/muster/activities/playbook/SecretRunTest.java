package dev.muster.activities.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.fake.FakeAgent;
import dev.muster.activities.fake.Scene;
import dev.muster.activities.secret.SecretSource.Reading;
import dev.muster.activities.secret.Secrets;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.identity.ClusterPattern;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.schedule.WaitReason;
import dev.muster.domain.secret.SecretRules;
import dev.muster.domain.secret.SecretRules.Allowed;
import dev.muster.records.actions.ActionRecord;
import dev.muster.records.runs.RunDetail;
import dev.muster.records.sql.Row;
import dev.muster.workflows.contract.CycleReport;
import dev.muster.workflows.contract.RunCommand;
import dev.muster.workflows.contract.RunStanding;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A run whose steps need a secret, over real records and fake agents. */
final class SecretRunTest {

  private static final String VALUE = "hunter2-is-my-password";

  private static final String STAGES =
      """
      stages:
        - name: only
          targets: {select: ""}
          steps: [{name: use, action: test.success, args: {text: "${node.id}:${secrets.db_password}"}}]
      """;

  private final AtomicReference<Reading> provider = new AtomicReference<>(new Reading.Found(VALUE));

  @Test
  void theAgentGetsTheValueAndTheRecordsHaveTheReference() {
    try (Scene scene = scene("n1")) {
      FakeAgent agent = scene.agent("n1").discreet();
      Rollout run = Rollout.of(scene, STAGES);
      RunStanding standing =
          run.play((one, id) -> {
            assertThat(one.report(id).args().path("text").stringValue()).isEqualTo("n1:" + VALUE);
            one.finish(id, "{\"outputs\": {\"printed\": \"got " + VALUE + "\"}}");
          });
      assertThat(standing.state()).isEqualTo(ProgressState.COMPLETED);
      ActionRecord record = scene.show(agent.held().getFirst());
      assertThat(record.work().args().path("text").stringValue())
          .isEqualTo("n1:${secrets.db_password}");
      assertThat(record.outcome().payload().orElseThrow().toString()).contains("got •••");
      assertThat(everything(scene)).contains("${secrets.db_password}").doesNotContain(VALUE);
    }
  }

  @Test
  void anActionWaitsForASecretAndIsPushedWhenItIsThere() {
    try (Scene scene = scene("n1")) {
      FakeAgent agent = scene.agent("n1").discreet();
      provider.set(new Reading.Away("Vault is sealed (503)"));
      Rollout run = Rollout.of(scene, STAGES);
      run.advance();
      for (int i = 0; i < 3; i++) {
        CycleReport report = scene.cycle();
        assertThat(report.figures().started()).isZero();
        assertThat(report.notes()).anyMatch(note -> note.contains("Vault is sealed (503)"));
      }
      assertThat(agent.held()).isEmpty();
      RunDetail.Step step = step(run);
      assertThat(step.state()).isEqualTo(ActionState.PENDING_SCHEDULE);
      assertThat(step.waiting().map(RunDetail.Waiting::code)).contains(WaitReason.Code.SECRET_AWAY);
      provider.set(new Reading.Found(VALUE));
      assertThat(run.play(FakeAgent::finish).state()).isEqualTo(ProgressState.COMPLETED);
      assertThat(agent.held()).hasSize(1);
      assertThat(everything(scene)).doesNotContain(VALUE);
    }
  }

  @Test
  void aRunThatWaitsForASecretCanBeCancelled() {
    try (Scene scene = scene("n1")) {
      scene.agent("n1").discreet();
      provider.set(new Reading.Away("Vault is sealed (503)"));
      Rollout run = Rollout.of(scene, STAGES);
      run.advance();
      scene.cycle();
      run.order(RunCommand.Verb.CANCEL, "ada");
      assertThat(run.play(FakeAgent::finish).state()).isEqualTo(ProgressState.CANCELLED);
      assertThat(run.steps(0, "n1")).containsExactly("use 1 CANCELLED");
      assertThat(scene.agent("n1").held()).isEmpty();
    }
  }

  @Test
  void aSecretThatIsNotThereFailsTheActionOnceAndForAll() {
    try (Scene scene = scene("n1")) {
      scene.agent("n1").discreet();
      provider.set(new Reading.Absent("Vault has no prod/db (404)"));
      Rollout run = Rollout.of(scene, STAGES.replace("}}]", "}, retries: {max: 3, delay: 0s}}]"));
      assertThat(run.play(FakeAgent::finish).state()).isEqualTo(ProgressState.APPLY_FAILED);
      assertThat(run.steps(0, "n1")).containsExactly("use 1 FAILED");
      assertThat(scene.agent("n1").requests("POST /v1/actions")).isZero();
      assertThat(step(run).error().orElseThrow())
          .contains("secret 'db_password' cannot be used: Vault has no prod/db (404)");
    }
  }

  @Test
  void anAgentThatShowsWhatItGetsIsToldNothing() {
    try (Scene scene = scene("n1")) {
      Rollout run = Rollout.of(scene, STAGES);
      assertThat(run.play(FakeAgent::finish).state()).isEqualTo(ProgressState.APPLY_FAILED);
      assertThat(scene.agent("n1").requests("POST /v1/actions")).isZero();
      assertThat(step(run).error().orElseThrow()).contains("upgrade it");
      assertThat(everything(scene)).doesNotContain(VALUE);
    }
  }

  @Test
  void anAgentThatRefusesRepeatsNothing() {
    try (Scene scene = scene("n1")) {
      scene.agent("n1").discreet().refuse("bad argument " + VALUE);
      Rollout run = Rollout.of(scene, STAGES);
      assertThat(run.play(FakeAgent::finish).state()).isEqualTo(ProgressState.APPLY_FAILED);
      assertThat(step(run).error().orElseThrow()).isEqualTo("bad argument •••");
      assertThat(everything(scene)).doesNotContain(VALUE);
    }
  }

  @Test
  void aSecretThatWasRotatedBetweenTwoPushesChangesNothing() {
    try (Scene scene = scene("n1")) {
      FakeAgent agent = scene.agent("n1").discreet();
      Rollout run = Rollout.of(scene, STAGES);
      run.advance();
      agent.loseAnswers();
      scene.cycle();
      agent.takePosts();
      provider.set(new Reading.Found("another-value"));
      ActionId sent = agent.held().getFirst();
      scene.cycle();
      assertThat(scene.state(sent)).isEqualTo(ActionState.NEW);
      assertThat(scene.show(sent).work().args().path("text").stringValue())
          .isEqualTo("n1:${secrets.db_password}");
      assertThat(agent.report(sent).args().path("text").stringValue()).isEqualTo("n1:" + VALUE);
      assertThat(run.play(FakeAgent::finish).state()).isEqualTo(ProgressState.COMPLETED);
      assertThat(everything(scene)).doesNotContain(VALUE);
    }
  }

  private Scene scene(String... nodes) {
    ClusterPattern all = ClusterPattern.ALL;
    return Scene.of(
        new Secrets(
            new SecretRules(Map.of("dbpassword", new Allowed(List.of(all), List.of(all)))),
            Map.of("dbpassword", provider::get)),
        nodes);
  }

  private static RunDetail.Step step(Rollout run) {
    return run.detail().stages().getFirst().nodes().getFirst().steps().getFirst();
  }

  /** Every row of every table, as text. */
  private static String everything(Scene scene) {
    JdbcClient sql = JdbcClient.create(scene.database().dataSource());
    List<String> tables =
        sql.sql(
                "select table_name as name from information_schema.tables where table_schema ="
                    + " 'public'")
            .query(Row.mapper(row -> row.text("name")))
            .list();
    assertThat(tables).contains("actions", "runs", "audit", "action_transitions");
    StringBuilder all = new StringBuilder();
    for (String table : tables) {
      sql.sql("select t::text as whole from " + table + " t")
          .query(Row.mapper(row -> row.text("whole")))
          .list()
          .forEach(row -> all.append(row).append('\n'));
    }
    return all.toString();
  }
}
