package dev.muster.api.golden;

import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Objects of k0s Autopilot, as docs/api.md describes them. */
final class AutopilotShapesTest {

  private static final String PLAN =
      """
      apiVersion: autopilot.k0sproject.io/v1beta2
      kind: Plan
      metadata: {name: autopilot}
      spec:
        id: id-1
        timestamp: now
        commands:
          - k0supdate:
              version: v1.30.1+k0s.0
              platforms:
                linux-amd64: {url: "https://example.org/k0s"}
              targets:
                workers:
                  limits: {concurrent: 2}
                  discovery: {static: {nodes: [node-1]}}
      """;
  private static final String CONFIG =
      """
      apiVersion: autopilot.k0sproject.io/v1beta2
      kind: UpdateConfig
      metadata: {name: stable}
      spec:
        channel: stable
        updateServer: https://updates.example.org
        upgradeStrategy:
          type: periodic
          periodic: {days: [Saturday], startTime: "02:00", length: 3h}
      """;

  private final RunningApi api = RunningApi.shared();
  private final Http http = api.http();

  @Test
  void plansAndUpdateConfigurations() throws IOException {
    String cluster = api.cluster(1);
    api.database()
        .sql(
            """
            update nodes set role = 'worker', platform = 'linux-amd64', status = 'UP'
            where cluster = '%s'
            """
                .formatted(cluster));
    String whole = "/v1/clusters/" + cluster + "/autopilot";
    applied(whole + "/plans?settle=30s&deadline=2h", PLAN);
    ShapesTest.compare("autopilot-plan", cluster, http.get(whole + "/plans/autopilot"));
    ShapesTest.compare("autopilot-plans", cluster, http.get(whole + "/plans"));

    applied(whole + "/update-configs", CONFIG);
    api.database()
        .sql(
            """
            update autopilot_looks set last_at = now(), last_result = 'NONE',
              last_why = 'it is the newest', last_plan = 'autopilot'
            where config in (select uid from autopilot_objects where cluster = '%s')
            """
                .formatted(cluster));
    ShapesTest.compare("update-config", cluster, http.get(whole + "/update-configs/stable"));
  }

  private void applied(String path, String document) {
    http.send(
        http.request(path)
            .header("Content-Type", "application/yaml")
            .header("Muster-User", "ada")
            .POST(Http.text(document)));
  }
}
