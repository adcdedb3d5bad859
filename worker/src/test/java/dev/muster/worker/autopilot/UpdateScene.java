package dev.muster.worker.autopilot;

import static dev.muster.records.RecordsFixture.T0;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.secret.Secrets;
import dev.muster.domain.autopilot.AutopilotPlan;
import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.autopilot.ObjectKey;
import dev.muster.records.autopilot.ObjectOutcome;
import dev.muster.records.autopilot.ObjectWrites;
import dev.muster.records.autopilot.PlanCancels;
import dev.muster.records.autopilot.PlanShowing;
import dev.muster.records.autopilot.StartedRun;
import dev.muster.records.autopilot.StoredObject;
import dev.muster.records.autopilot.UpdateLooks;
import dev.muster.records.autopilot.Writer;
import dev.muster.records.nodes.NewNode;
import dev.muster.worker.discovery.SettableClock;
import dev.muster.worker.servers.NamedServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.node.ObjectNode;

/**
 * A cluster with a controller and two workers that run v1.30.0, an update server, and loops over
 * them. Runs are recorded and nobody executes them: the test says how they end.
 */
final class UpdateScene implements PlanRuns, AutoCloseable {

  static final Duration EVERY = Duration.ofMinutes(10);
  static final String PERIODIC =
      "{\"type\": \"periodic\", \"periodic\": {\"startTime\": \"00:00\", \"length\": \"24h\"}}";

  private final TestDatabase database = TestDatabase.fresh();
  final Records records = database.records();
  final ClusterName cluster = RecordsFixture.cluster(records, "prod", 0).cluster();
  final SettableClock clock = new SettableClock(T0);
  final UpdateServer server = UpdateServer.start();
  final List<StartedRun> started = new CopyOnWriteArrayList<>();
  final List<PlanCancels.Wanted> cancelled = new CopyOnWriteArrayList<>();

  UpdateScene() {
    node("c-1", "controller");
    node("w-1", "worker");
    node("w-2", "worker");
    database.sql("update nodes set attributes = '{\"k0s.version\": \"v1.30.0+k0s.0\"}'");
  }

  private void node(String id, String role) {
    records
        .nodes()
        .register(
            new NewNode(
                cluster,
                new NodeId(id),
                "http://10.0.0.7:7000",
                AgentProtocol.MUSTER_AGENT_V1,
                Optional.of(role),
                Map.of(),
                T0,
                "ada"));
    database.sql(
        "update nodes set status = 'UP', platform = 'linux-amd64' where id = '" + id + "'");
  }

  void offer(String version) {
    server.offers(version, "https://example.org/k0s", "0f".repeat(32));
  }

  @Override
  public void start(StartedRun run) {
    started.add(run);
  }

  @Override
  public void cancel(PlanCancels.Wanted wanted) {
    cancelled.add(wanted);
    database.sql("update runs set cancelled_by = 'x' where id = '" + wanted.run() + "'");
  }

  /** A loop of a worker. */
  PlanLoop loop() {
    return loop(this);
  }

  /** A loop of a worker with another engine. */
  PlanLoop loop(PlanRuns runs) {
    return loop(runs, Map.of(), Secrets.NONE);
  }

  /** A loop of a worker that knows servers and secrets. */
  PlanLoop loop(PlanRuns runs, Map<String, NamedServer> servers, Secrets secrets) {
    UpdateSettings settings = new UpdateSettings(EVERY, Duration.ofSeconds(2), servers);
    return new PlanLoop(records, runs, new UpdateServers(settings, secrets), settings, clock);
  }

  /** A turn, until what it began is over. */
  void turn(PlanLoop loop) {
    loop.look().forEach(UpdateScene::join);
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Makes an update configuration, or changes it. */
  StoredObject config(String strategy) {
    ObjectNode object =
        json(
            """
            {"apiVersion": "autopilot.k0sproject.io/v1beta2", "kind": "UpdateConfig",
             "metadata": {"name": "weekly"},
             "spec": {"updateServer": "%s", "upgradeStrategy": %s}}
            """
                .formatted(server.url(), strategy));
    return write(new ObjectKey(cluster, ObjectKind.UPDATE_CONFIG, "weekly"), object);
  }

  /** Applies a plan over everything. */
  StoredObject plan(String name, String version, Map<String, String> annotations) {
    ObjectNode object =
        json(
            """
            {"apiVersion": "autopilot.k0sproject.io/v1beta2", "kind": "Plan",
             "metadata": {"name": "%s"},
             "spec": {"id": "one", "timestamp": "now", "commands": [{"k0supdate": {
               "version": "%s", "platforms": {"linux-amd64": {"url": "https://example.org/k0s"}},
               "targets": {"controllers": {"discovery": {"selector": {}}}}}}]}}
            """
                .formatted(name, version));
    ObjectNode beside = object.withObject("/metadata").putObject("annotations");
    annotations.forEach(beside::put);
    return write(new ObjectKey(cluster, ObjectKind.PLAN, name), object);
  }

  static ObjectNode json(String text) {
    return (ObjectNode) WireFormat.JSON.readTree(text);
  }

  private StoredObject write(ObjectKey key, ObjectNode object) {
    Writer ada = Writer.person("ada", clock.instant());
    ObjectWrites writes = new ObjectWrites(records);
    ObjectOutcome outcome =
        locked(() ->
            records
                .autopilot()
                .objects()
                .find(key)
                .map(before -> writes.change(before, object, ada))
                .orElseGet(() -> writes.create(key, object, ada)));
    assertThat(outcome).isInstanceOf(ObjectOutcome.Written.class);
    return ((ObjectOutcome.Written) outcome).object();
  }

  void delete(StoredObject object) {
    locked(() ->
        new ObjectWrites(records)
            .delete(
                records.autopilot().objects().find(object.key()).orElseThrow(),
                Writer.person("ada", clock.instant())));
  }

  private <T> T locked(java.util.function.Supplier<T> work) {
    return records.transaction(() -> {
      records.autopilot().objects().lock(cluster);
      new PlanShowing(records).look(cluster);
      return work.get();
    });
  }

  /** The plan of that name, brought up to date. */
  StoredObject plan(String name) {
    new PlanShowing(records).look(cluster);
    return records
        .autopilot()
        .objects()
        .find(new ObjectKey(cluster, ObjectKind.PLAN, name))
        .orElseThrow();
  }

  /** The plan that update configurations make; empty if they have made none. */
  Optional<StoredObject> made() {
    new PlanShowing(records).look(cluster);
    return records
        .autopilot()
        .objects()
        .find(new ObjectKey(cluster, ObjectKind.PLAN, AutopilotPlan.NAME));
  }

  UpdateLooks.Standing look(StoredObject config) {
    return records.autopilot().looks().of(config.uid());
  }

  String result(StoredObject config) {
    return look(config).last().map(last -> last.result() + ": " + last.why()).orElse("none");
  }

  /** The run of a plan ends like that. */
  void end(String plan, String state, String nodes) {
    database.sql(
        """
        update stage_nodes set state = '%3$s', finished_at = '%4$s' where run = '%1$s';
        update run_stages set state = '%2$s', opened_at = '%4$s', finished_at = '%4$s'
          where run = '%1$s';
        update runs set state = '%2$s', finished_at = '%4$s' where id = '%1$s'
        """
            .formatted(plan(plan).run().orElseThrow(), state, nodes, clock.instant()));
  }

  @Override
  public void close() {
    server.close();
    database.close();
  }
}
