package dev.muster.api.autopilot;

import dev.muster.api.fixture.RunningApi;
import java.util.Locale;

/** Clusters of k0s for tests of the API. */
final class K0sScene {

  private K0sScene() {}

  /** A cluster with workers node-1 and node-2, which are UP. */
  static String cluster(RunningApi api) {
    String cluster = api.cluster(2);
    api.database()
        .sql(
            """
            update nodes set role = 'worker', platform = 'linux-amd64', status = 'UP'
            where cluster = '%s'
            """
                .formatted(cluster));
    return cluster;
  }

  static String plans(String cluster) {
    return "/v1/clusters/%s/autopilot/plans".formatted(cluster);
  }

  /** A plan over all workers. */
  static String plan(String name, String id) {
    return """
    {"apiVersion": "autopilot.k0sproject.io/v1beta2", "kind": "Plan", "metadata": {"name": "%s"},
     "spec": {"id": "%s", "timestamp": "now", "commands": [{"k0supdate": {
       "version": "v1.30.1+k0s.0",
       "platforms": {"linux-amd64": {"url": "https://example.org/k0s"}},
       "targets": {"workers": {"limits": {"concurrent": 2}, "discovery": {"selector": {}}}}}}]}}
    """
        .formatted(name, id);
  }

  static String config(String name) {
    return """
    {"apiVersion": "autopilot.k0sproject.io/v1beta2", "kind": "UpdateConfig",
     "metadata": {"name": "%s"}, "spec": {"channel": "stable",
       "updateServer": "https://updates.example.org", "upgradeStrategy": {"type": "periodic",
         "periodic": {"days": ["Saturday"], "startTime": "02:00", "length": "3h"}}}}
    """
        .formatted(name);
  }

  /** The run of a plan ends, and all its nodes as it says. */
  static void end(RunningApi api, String run, String state, String nodes) {
    api.database()
        .sql(
            """
            update stage_nodes set state = '%3$s', finished_at = now() where run = '%1$s';
            update run_stages set state = '%2$s', opened_at = now(), finished_at = now()
              where run = '%1$s';
            update runs set state = '%2$s', finished_at = now() where id = '%1$s'
            """
                .formatted(run, state, nodes.toUpperCase(Locale.ROOT)));
  }
}
