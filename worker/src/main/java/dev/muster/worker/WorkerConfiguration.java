package dev.muster.worker;

import dev.muster.activities.agent.AgentClient;
import dev.muster.activities.agent.HttpAgentClient;
import dev.muster.activities.agent.KnownCredentials;
import dev.muster.activities.agent.ProtocolRouter;
import dev.muster.activities.agent.SdkClient;
import dev.muster.activities.cycle.CycleActivitiesImpl;
import dev.muster.activities.cycle.CycleListener;
import dev.muster.activities.cycle.Pulse;
import dev.muster.activities.cycle.Recall;
import dev.muster.activities.playbook.PlaybookActivitiesImpl;
import dev.muster.activities.signals.EngineSignals;
import dev.muster.activities.signals.Signals;
import dev.muster.activities.steps.Steps;
import dev.muster.activities.watch.LongPolls;
import dev.muster.connections.ConnectionsConfiguration;
import dev.muster.connections.codec.CredentialCipher;
import dev.muster.connections.engine.EngineOwnership;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.secret.SecretRules;
import dev.muster.records.Records;
import dev.muster.records.changes.Changes.Change;
import dev.muster.records.changes.Listening;
import dev.muster.worker.audit.SealLoop;
import dev.muster.worker.autopilot.PlanLoopConfiguration;
import dev.muster.worker.core.CoreLoop;
import dev.muster.worker.core.CoreSettings;
import dev.muster.worker.credentials.CredentialsLoop;
import dev.muster.worker.credentials.RotationLoop;
import dev.muster.worker.discovery.DiscoveryLoop;
import dev.muster.worker.discovery.DiscoverySettings;
import dev.muster.worker.discovery.Sources;
import dev.muster.worker.logs.LogLoop;
import dev.muster.worker.logs.LogSettings;
import dev.muster.worker.metrics.AgentCallMetrics;
import dev.muster.worker.metrics.CycleMetrics;
import dev.muster.worker.repair.RepairLoop;
import dev.muster.worker.repair.Watchdog;
import dev.muster.worker.retention.RetentionLoop;
import dev.muster.worker.retention.RetentionSettings;
import dev.muster.worker.schedules.ScheduleLoop;
import dev.muster.worker.secret.KnownSecrets;
import dev.muster.worker.secret.SecretSettings;
import dev.muster.workflows.client.EngineClient;
import dev.muster.workflows.contract.CycleActivities;
import dev.muster.workflows.contract.PlaybookActivities;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.temporal.spring.boot.TemporalOptionsCustomizer;
import io.temporal.spring.boot.autoconfigure.template.WorkersTemplate;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerOptions;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.PropertySource;

/**
 * Everything of the worker, for the process of its own and for the one that holds all of Muster.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({
  WorkerSettings.class,
  AgentSettings.class,
  RetentionSettings.class,
  LogSettings.class,
  CoreSettings.class,
  SecretSettings.class,
  DiscoverySettings.class
})
@PropertySource("classpath:muster-worker.properties")
@Import({ConnectionsConfiguration.class, PlanLoopConfiguration.class})
public class WorkerConfiguration {

  /** A watch learns with a heartbeat that nobody waits for it any more. */
  private static final Duration HEARTBEAT = Duration.ofSeconds(1);

  /**
   * A worker that died gets the tasks of the workflows in its cache for this long; then another one
   * takes them. Five seconds are the default, during which a run would stand still.
   */
  private static final Duration STICKY = Duration.ofSeconds(1);

  /**
   * Longer than two hops through an engine, so that it is worth waiting; and as short as the pause
   * that gathers nudges, so that whoever nudges hardly waits longer.
   */
  private static final Duration PATIENCE = Duration.ofMillis(100);

  /** By what agents are known, in memory. */
  @Bean
  KnownCredentials knownCredentials(Records records, CredentialCipher cipher) {
    return new KnownCredentials(records.agentCredentials(), cipher::open);
  }

  /** The client of Muster's own protocol, which alone exchanges tokens. */
  record OwnAgents(HttpAgentClient client) {}

  @Bean
  OwnAgents ownAgents(AgentSettings settings, KnownCredentials trust) {
    return new OwnAgents(new HttpAgentClient(settings.client(), trust));
  }

  @Bean(destroyMethod = "close")
  AgentClient agentClient(
      AgentSettings settings,
      OwnAgents own,
      KnownCredentials trust,
      Clock clock,
      MeterRegistry meters) {
    Map<AgentProtocol, AgentClient> clients = new EnumMap<>(AgentProtocol.class);
    for (AgentProtocol protocol : AgentProtocol.values()) {
      clients.put(
          protocol,
          switch (protocol) {
            case MUSTER_AGENT_V1 -> own.client();
            case REPLICANTE_V0, REPLICANTE_V0_G1 ->
                SdkClient.of(protocol, settings.clientOfOthers(), clock);
          });
    }
    return new ProtocolRouter(clients, new AgentCallMetrics(meters), trust);
  }

  @Bean(destroyMethod = "close")
  LongPolls longPolls(AgentClient client, Clock clock, MeterRegistry meters) {
    LongPolls polls = new LongPolls(client, clock);
    Gauge.builder("muster.watches", polls, LongPolls::watches).register(meters);
    return polls;
  }

  /** What works beside cycles hears from them, in whichever process, that there is more to do. */
  @Bean(destroyMethod = "close")
  Listening clustersAreHeard(Records records, LongPolls polls, CoreLoop core) {
    return records
        .changes()
        .listenForClusters(change -> {
          polls.moved(
              switch (change) {
                case Change.Of<ClusterName>(ClusterName cluster) -> Optional.of(cluster);
                case Change.Unknown<ClusterName>() -> Optional.empty();
              });
          core.moved();
        });
  }

  @Bean
  Signals signals(EngineClient engine) {
    return new EngineSignals(engine);
  }

  @Bean
  Steps steps(Records records) {
    return new Steps(records);
  }

  @Bean
  CycleListener cycleListener(MeterRegistry meters) {
    return new CycleMetrics(meters);
  }

  @Bean(destroyMethod = "close")
  KnownSecrets knownSecrets(SecretSettings settings, Clock clock) {
    return new KnownSecrets(settings, System.getenv(), clock);
  }

  /** For an API in this process, which tells before a run starts what its secrets lack. */
  @Bean
  SecretRules secretRules(KnownSecrets secrets) {
    return secrets.secrets().rules();
  }

  @Bean
  CycleActivities cycleActivities(
      Records records,
      AgentClient client,
      LongPolls polls,
      Signals signals,
      Steps steps,
      EngineOwnership ownership,
      Clock clock,
      CycleListener listener,
      AgentSettings settings,
      KnownSecrets secrets) {
    return CycleActivitiesImpl.of(
        new CycleActivitiesImpl.Parts(
            records,
            new CycleActivitiesImpl.Agents(
                client, polls, settings.concurrency(), settings.taken(), PATIENCE),
            signals,
            steps,
            ownership,
            clock,
            new CycleActivitiesImpl.Shown(Pulse.ofActivity(), listener),
            secrets.secrets(),
            Recall.WARM));
  }

  @Bean
  PlaybookActivities playbookActivities(
      Records records, Steps steps, Signals signals, EngineOwnership ownership, Clock clock) {
    return new PlaybookActivitiesImpl(records, steps, signals, ownership, clock);
  }

  /** What the starter has no setting for. */
  @Bean
  TemporalOptionsCustomizer<WorkerOptions.Builder> workerTimes() {
    return options ->
        options
            .setStickyQueueScheduleToStartTimeout(STICKY)
            .setMaxHeartbeatThrottleInterval(HEARTBEAT)
            .setDefaultHeartbeatThrottleInterval(HEARTBEAT);
  }

  @Bean
  Workers workers(
      ObjectProvider<WorkersTemplate> starter, EngineClient engine, WorkerSettings settings) {
    return new Workers(() -> unstarted(starter.getObject()), engine, settings);
  }

  private static WorkerFactory unstarted(WorkersTemplate starter) {
    starter.getWorkers();
    return starter.getWorkerFactory();
  }

  @Bean
  Watchdog watchdog(Records records, Clock clock, MeterRegistry meters) {
    return new Watchdog(records, clock, meters);
  }

  @Bean
  RepairLoop repairLoop(
      Records records, EngineClient engine, EngineOwnership ownership, Watchdog watchdog) {
    return new RepairLoop(records, engine, ownership, watchdog);
  }

  @Bean
  CredentialsLoop credentialsLoop(KnownCredentials trust) {
    return new CredentialsLoop(trust);
  }

  @Bean
  RotationLoop rotationLoop(
      Records records,
      OwnAgents own,
      KnownCredentials trust,
      CredentialCipher cipher,
      Clock clock) {
    return new RotationLoop(
        records, new RotationLoop.Agents(own.client()::giveNext, trust), cipher, clock);
  }

  @Bean
  SealLoop sealLoop(Records records) {
    return new SealLoop(records);
  }

  @Bean(destroyMethod = "close")
  Sources discoverySources(DiscoverySettings settings, KnownSecrets secrets) {
    return new Sources(settings, secrets.secrets());
  }

  @Bean
  DiscoveryLoop discoveryLoop(
      Records records, Sources discoverySources, EngineClient engine, Clock clock) {
    return new DiscoveryLoop(records, discoverySources, engine::nudge, clock);
  }

  @Bean
  LogLoop logLoop(Records records, OwnAgents own, Clock clock, LogSettings settings) {
    return new LogLoop(records, own.client()::log, settings, clock);
  }

  @Bean
  CoreLoop coreLoop(
      Records records, CoreSettings settings, KnownSecrets secrets, Signals signals, Clock clock) {
    return new CoreLoop(records, settings, secrets.secrets(), signals, clock);
  }

  @Bean
  ScheduleLoop scheduleLoop(Records records, Signals signals, Clock clock) {
    return new ScheduleLoop(records, signals, clock);
  }

  @Bean
  RetentionLoop retentionLoop(Records records, Clock clock, RetentionSettings settings) {
    return new RetentionLoop(records, clock, settings);
  }
}
