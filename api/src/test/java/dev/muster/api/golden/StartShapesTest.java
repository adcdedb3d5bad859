package dev.muster.api.golden;

import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What starts actions, and what is told of them, as docs/api.md describes it. */
final class StartShapesTest {

  private final RunningApi api = RunningApi.shared();
  private final Http http = api.http();

  @Test
  void schedulesReceiversAndEvents() throws IOException {
    String cluster = api.cluster(1);
    String whole = "/v1/clusters/" + cluster;
    http.postAs(
        "ada",
        whole + "/schedules",
        """
        {"name":"nightly","node":"node-1","action":{"kind":"exec.command","args":{"argv":["/bin/true"]},
         "timeout":"PT1M","approve":"required"},"cron":"30 2 * * MON-FRI","timezone":"Europe/Berlin"}
        """);
    api.database()
        .sql(
            """
            update schedules set last_due_at = now(), last_at = now(), last_result = 'STARTED',
              last_why = 'due', last_action = gen_random_uuid(), started = 1, missed = 2
              where cluster = '%s'
            """
                .formatted(cluster));
    ShapesTest.compare("schedule", cluster, http.get(whole + "/schedules/nightly"));
    ShapesTest.compare("schedules", cluster, http.get(whole + "/schedules"));

    http.postAs(
        "ada",
        whole + "/receivers",
        """
        {"name":"alarm","action":{"kind":"cluster.check"},"parameters":["kind","bestEffort"],
         "expires":"P90D"}
        """);
    ShapesTest.compare("receiver", cluster, http.get(whole + "/receivers/alarm"));
    ShapesTest.compare("receivers", cluster, http.get(whole + "/receivers"));

    http.postAs("ada", whole + "/nodes/node-1/actions", "{\"kind\":\"test.ping\"}");
    ShapesTest.compare("events", cluster, http.get("/v1/events?level=debug&cluster=" + cluster));
  }
}
