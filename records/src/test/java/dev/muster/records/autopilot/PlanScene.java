package dev.muster.records.autopilot;

import static dev.muster.records.RecordsFixture.T0;

import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.nodes.NewNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** A cluster with controller c-1 and workers w-1 and w-2, all UP, and its objects. */
final class PlanScene implements AutoCloseable {

  static final Writer ADA = Writer.person("ada", T0);

  private final TestDatabase database = TestDatabase.fresh();
  private final Records records = database.records();
  private final ClusterName cluster = RecordsFixture.cluster(records, "prod", 0).cluster();
  private final ObjectWrites writes = new ObjectWrites(records);

  PlanScene() {
    node("c-1", "controller");
    node("w-1", "worker");
    node("w-2", "worker");
  }

  TestDatabase database() {
    return database;
  }

  Records records() {
    return records;
  }

  ClusterName cluster() {
    return cluster;
  }

  ObjectStore objects() {
    return records.autopilot().objects();
  }

  void node(String id, String role) {
    records
        .nodes()
        .register(
            new NewNode(
                cluster,
                new NodeId(id),
                "http://10.0.0.7:7000",
                AgentProtocol.MUSTER_AGENT_V1,
                Optional.of(role),
                Map.of("zone", "a"),
                T0,
                "ada"));
    database.sql(
        "update nodes set status = 'UP', platform = 'linux-amd64' where id = '" + id + "'");
  }

  ObjectKey plan(String name) {
    return new ObjectKey(cluster, ObjectKind.PLAN, name);
  }

  /** A plan over everything. */
  static ObjectNode document(String name, String id, Map<String, String> annotations) {
    ObjectNode object =
        (ObjectNode)
            WireFormat.JSON.readTree(
                """
                {"apiVersion": "autopilot.k0sproject.io/v1beta2", "kind": "Plan",
                 "metadata": {"name": "%s", "resourceVersion": "5", "labels": {"a": "b"}},
                 "spec": {"id": "%s", "timestamp": "now", "commands": [{"k0supdate": {
                   "version": "v1.30.1+k0s.0",
                   "platforms": {"linux-amd64": {"url": "https://example.org/k0s",
                     "sha256": "%s"}},
                   "targets": {
                     "controllers": {"discovery": {"static": {"nodes": ["c-1"]}}},
                     "workers": {"limits": {"concurrent": 2}, "discovery": {"selector": {}}}}}}]}}
                """
                    .formatted(name, id, "0f".repeat(32)));
    if (!annotations.isEmpty()) {
      ObjectNode written = ((ObjectNode) object.path("metadata")).putObject("annotations");
      annotations.forEach(written::put);
    }
    return object;
  }

  /** An update configuration that looks every hour. */
  static ObjectNode config(String name) {
    return (ObjectNode)
        WireFormat.JSON.readTree(
            """
            {"apiVersion": "autopilot.k0sproject.io/v1beta2", "kind": "UpdateConfig",
             "metadata": {"name": "%s"},
             "spec": {"channel": "stable", "updateServer": "https://updates.example.org",
               "upgradeStrategy": {"type": "cron", "cron": "@hourly"}}}
            """
                .formatted(name));
  }

  StoredObject created(String name, Map<String, String> annotations) {
    return written(create(name, document(name, "one", annotations)));
  }

  ObjectOutcome create(String name, ObjectNode document) {
    return locked(() -> writes.create(plan(name), document, ADA));
  }

  ObjectOutcome change(StoredObject before, ObjectNode wanted) {
    return locked(() -> writes.change(now(before), wanted, ADA));
  }

  ObjectOutcome retry(StoredObject before) {
    return locked(() -> writes.retry(now(before), ADA));
  }

  StoredObject delete(StoredObject object) {
    return locked(() -> writes.delete(now(object), ADA));
  }

  StoredObject now(StoredObject before) {
    return objects().find(before.key()).orElseThrow();
  }

  static StoredObject written(ObjectOutcome outcome) {
    if (outcome instanceof ObjectOutcome.Written written) {
      return written.object();
    }
    throw new AssertionError("refused: " + outcome);
  }

  <T> T locked(java.util.function.Supplier<T> work) {
    return records.transaction(() -> {
      objects().lock(cluster);
      new PlanShowing(records).look(cluster);
      return work.get();
    });
  }

  void look() {
    new PlanShowing(records).look(cluster);
  }

  /** States that were shown of a plan since a version, in their order. */
  List<String> states(String name, long since) {
    return switch (objects().since(cluster, ObjectKind.PLAN, since).orElseThrow()) {
      case ObjectChanges.Since told ->
          told.changes().stream()
              .filter(change -> change.object().key().name().equals(name))
              .map(change ->
                  change.object().status().map(is -> is.path("state").asString()).orElse("none"))
              .toList();
      case ObjectChanges.Expired expired -> throw new AssertionError("expired: " + expired);
    };
  }

  /** The run of a plan ends as it says, all its nodes in a state. */
  void end(StoredObject plan, String state, String nodes, Instant at) {
    String run = plan.run().orElseThrow().toString();
    database.sql(
        """
        update stage_nodes set state = '%3$s', finished_at = '%4$s' where run = '%1$s';
        update run_stages set state = '%2$s', opened_at = '%4$s', finished_at = '%4$s'
          where run = '%1$s';
        update runs set state = '%2$s', finished_at = '%4$s' where id = '%1$s'
        """
            .formatted(run, state, nodes, at));
  }

  @Override
  public void close() {
    database.close();
  }
}
