package dev.muster.api.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Runs over more nodes than one answer shows. */
final class LargeRunsTest {

  private static final String RESTART =
      "{\"playbook\":\"rolling-restart\",\"params\":{\"service\":\"web\"}}";

  private final RunningApi api = RunningApi.shared();
  private final Http http = api.http();

  @Test
  void upToTwoThousandNodesARunIsShownWhole() {
    JsonNode run = http.get("/v1/runs/" + run(2_000)).json();

    assertThat(run.has("cut")).isFalse();
    assertThat(run.path("stages").path(1).path("nodes")).hasSize(1_999);
    assertThat(run.path("stages").path(1).has("sampled")).isFalse();
  }

  @Test
  void beyondThatItSaysWhatIsNotShownAndWhereItIs() {
    String id = run(2_001);
    open(id);

    Http.Answer answer = http.get("/v1/runs/" + id);
    JsonNode run = answer.json();
    JsonNode rest = run.path("stages").path(1);
    assertThat(run.path("cut").path("nodes").asInt()).isEqualTo(2_001);
    assertThat(run.path("cut").path("shown").asInt()).isEqualTo(1 + 250);
    assertThat(run.path("cut").path("more").asString()).isEqualTo("/v1/runs/" + id + "/nodes");
    assertThat(run.path("summary").asString()).contains("300/2000 ok", "300 running");
    assertThat(run.path("stages").path(0).has("sampled")).as("the canary is whole").isFalse();
    assertThat(rest.path("counts").path("pending").asInt()).isEqualTo(1_400);
    assertThat(rest.path("nodes")).hasSize(250);
    assertThat(rest.path("sampled").path("shown").asInt()).isEqualTo(250);
    assertThat(rest.path("sampled").path("waits").path(0).path("code").asString())
        .isEqualTo("STAGE_AT_LIMIT");
    assertThat(rest.path("sampled").path("waits").path(0).path("actions").asInt()).isEqualTo(1_400);
    assertThat(answer.text().length()).as("characters").isLessThan(100_000);
  }

  @Test
  void thePagesHaveEveryNodeOfItOnce() {
    String id = run(2_001);
    open(id);
    List<String> seen = new ArrayList<>();
    String marker = "";
    do {
      JsonNode page = http.get("/v1/runs/" + id + "/nodes?limit=500" + marker).json();
      page.path("items")
          .forEach(
              node -> seen.add(node.path("stage").asInt() + "/" + node.path("node").asString()));
      marker =
          page.has("next") ? "&marker=" + page.path("next").asString().replace("/", "%2F") : "";
    } while (!marker.isEmpty());

    assertThat(seen).hasSize(2_001).doesNotHaveDuplicates().isSorted();
    JsonNode waiting =
        http.get("/v1/runs/" + id.substring(0, 13) + "/nodes?stage=1&state=pending&limit=2").json();
    assertThat(waiting.path("items")).hasSize(2);
    assertThat(waiting.at("/items/0/steps/0/wait/code").asString()).isEqualTo("STAGE_AT_LIMIT");
    assertThat(waiting.at("/items/0/stage").asInt()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"limit=501", "marker=node-1", "marker=", "state=DONE", "stage=all", "foo=bar"})
  void badQueriesAreRefused(String query) {
    Http.Answer answer = http.get("/v1/runs/" + run(1) + "/nodes?" + query);

    assertThat(answer.status()).as(answer.text()).isEqualTo(400);
    assertThat(answer.problem()).isEqualTo("bad-request");
    assertThat(answer.detail()).contains("expected");
  }

  /** A run over so many nodes, the first of which is the canary. */
  private String run(int nodes) {
    String cluster = api.cluster(0);
    api.database()
        .sql(
            """
            insert into nodes (cluster, id, agent_address, role, labels, added_at, added_by)
            select '%s', 'node-' || lpad(n::text, 5, '0'), 'http://127.0.0.1:1', 'broker',
              '{"port":"1"}', now(), 'ada'
            from generate_series(1, %d) n
            """
                .formatted(cluster, nodes));
    Http.Answer started = http.post("/v1/clusters/" + cluster + "/runs", RESTART);
    assertThat(started.status()).as(started.text()).isEqualTo(201);
    return started.json().path("id").asString();
  }

  /** The second stage is open: 300 nodes succeeded, 300 are in work, the others wait. */
  private void open(String run) {
    api.database()
        .sql(
            """
            update runs set state = 'Schedulable', started_at = now() where id = '%1$s';
            update run_stages set state = 'Completed', opened_at = now(), finished_at = now()
            where run = '%1$s' and stage = 0;
            update run_stages set state = 'Schedulable', opened_at = now()
            where run = '%1$s' and stage = 1;
            update stage_nodes set state = 'SUCCEEDED', started_at = now(), finished_at = now()
            where run = '%1$s' and (stage = 0 or position < 300);
            update stage_nodes set state = 'RUNNING', started_at = now()
            where run = '%1$s' and stage = 1 and position between 300 and 599;
            insert into actions (id, cluster, node, kind, args, state, origin, requester, run, stage,
              step, step_index, created_at, wait_code, wait_text)
            select gen_random_uuid(), r.cluster, s.node, 'service.restart', '{}',
              'PENDING_SCHEDULE', 'core', 'ada', s.run, s.stage, 'restart', 0, now(),
              'STAGE_AT_LIMIT', 'as many nodes are in work as the stage allows'
            from stage_nodes s join runs r on r.id = s.run
            where s.run = '%1$s' and s.stage = 1 and s.state = 'PENDING'
            """
                .formatted(run));
  }
}
