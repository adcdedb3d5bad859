package dev.muster.activities.fuzz;

import dev.muster.activities.agent.AgentClient;
import dev.muster.activities.agent.AgentClientSettings;
import dev.muster.activities.agent.HttpAgentClient;
import dev.muster.activities.agent.ProtocolRouter;
import dev.muster.activities.agent.SdkClient;
import dev.muster.activities.cycle.CycleActivitiesImpl;
import dev.muster.activities.cycle.CycleListener;
import dev.muster.activities.cycle.Recall;
import dev.muster.activities.cycle.TakenLimits;
import dev.muster.activities.fake.RecordedSignals;
import dev.muster.activities.fake.TestClock;
import dev.muster.activities.secret.Secrets;
import dev.muster.activities.steps.Steps;
import dev.muster.activities.watch.LongPolls;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.records.Records;
import dev.muster.records.TestDatabase;
import dev.muster.workflows.contract.CycleActivities;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** What one worker keeps for as long as it lives: its clients, and what they remember. */
final class FuzzWorker implements AutoCloseable {

  /** Visits get three seconds of it: enough for a good agent on a busy machine. */
  private static final AgentClientSettings SETTINGS = AgentClientSettings.DEFAULT;

  private final TestDatabase database = TestDatabase.fresh();
  private final Records records = database.records();
  private final TestClock clock = new TestClock();
  private final HttpAgentClient own = new HttpAgentClient(SETTINGS);
  private final AgentClient client =
      new ProtocolRouter(
          Map.of(
              AgentProtocol.MUSTER_AGENT_V1,
              own,
              AgentProtocol.REPLICANTE_V0,
              SdkClient.of(AgentProtocol.REPLICANTE_V0, SETTINGS, clock)),
          (call, answer, took) -> {});
  private final LongPolls polls = new LongPolls(client, clock);
  private final CycleActivities cycles =
      CycleActivitiesImpl.of(
          new CycleActivitiesImpl.Parts(
              records,
              new CycleActivitiesImpl.Agents(
                  client, polls, 64, new TakenLimits(40, 100), Duration.ZERO),
              new RecordedSignals(),
              new Steps(records),
              Optional::empty,
              clock,
              new CycleActivitiesImpl.Shown(() -> () -> {}, CycleListener.NONE),
              Secrets.NONE,
              Recall.CHECKED));

  TestDatabase database() {
    return database;
  }

  Records records() {
    return records;
  }

  TestClock clock() {
    return clock;
  }

  /** All protocols. */
  AgentClient client() {
    return client;
  }

  /** Muster's own, which has logs. */
  HttpAgentClient own() {
    return own;
  }

  CycleActivities cycles() {
    return cycles;
  }

  @Override
  public void close() {
    polls.close();
    client.close();
    database.close();
  }
}
