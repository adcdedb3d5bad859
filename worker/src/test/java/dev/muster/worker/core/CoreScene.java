package dev.muster.worker.core;

import static dev.muster.records.RecordsFixture.T0;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.secret.SecretSource;
import dev.muster.activities.secret.SecretSource.Reading;
import dev.muster.activities.secret.Secrets;
import dev.muster.activities.signals.Signals;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Executor;
import dev.muster.domain.action.Signal;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.identity.ClusterPattern;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.secret.SecretRules;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.actions.NewAction;
import dev.muster.records.actions.StepRef;
import dev.muster.records.core.CoreReport;
import dev.muster.records.runs.NewRun;
import dev.muster.worker.discovery.SettableClock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Actions that Muster executes, with who executes them and a server that they ask. */
final class CoreScene implements AutoCloseable {

  static final String KEY = "a-key-of-enough-letters";

  private final TestDatabase database = TestDatabase.fresh();
  final Records records = database.records();
  final RecordsFixture prod = RecordsFixture.cluster(records, "prod", 2);
  final SettableClock clock = new SettableClock(T0);
  final List<ClusterName> nudged = new CopyOnWriteArrayList<>();
  final AnsweringServer server = new AnsweringServer();
  Reading secret = new Reading.Found(KEY);
  CoreLoop loop = loop(CoreSettings.DEFAULT);

  @Override
  public void close() {
    server.close();
    database.close();
  }

  CoreLoop loop(CoreSettings settings) {
    SecretSource source = () -> secret;
    Secrets secrets =
        new Secrets(
            new SecretRules(
                Map.of(
                    "hookkey",
                    new SecretRules.Allowed(
                        List.of(new ClusterPattern("*")), List.of(new ClusterPattern("*"))))),
            Map.of("hookkey", source));
    Signals signals =
        new Signals() {
          @Override
          public void progressed(RunId run) {
            throw new AssertionError("only cycles tell runs");
          }

          @Override
          public void nudge(ClusterName cluster, Collection<NodeId> nodes, String by) {
            nudged.add(cluster);
          }
        };
    return new CoreLoop(records, settings, secrets, signals, clock);
  }

  String url() {
    return server.url();
  }

  /** A step of a run, handed over by a cycle; it may take a minute. */
  ActionId started(String kind, String args) {
    NewRun run = prod.started(prod.run(List.of(RecordsFixture.node(0))));
    StageKey stage = new StageKey(run.id(), 0);
    NewAction step = prod.step(stage, 0, RecordsFixture.node(0));
    NewAction own =
        new NewAction(
            step.id(),
            step.cluster(),
            step.node(),
            new NewAction.Work(
                new ActionKind(kind),
                WireFormat.JSON.readTree(args.replace('\'', '"')),
                Map.of("step", "step-0"),
                NewAction.CORE,
                "ada",
                Executor.CORE),
            step.terms(),
            Optional.of(new StepRef(stage, 0, "step-0", 1)),
            step.entry(),
            step.outcome());
    records.actions().insert(List.of(own));
    prod.cycle(writes -> {
      writes
          .actions()
          .change(
              List.of(
                  RecordsFixture.change(
                      own.id(), ActionState.PENDING_SCHEDULE, ActionState.RUNNING, T0)));
      writes.core().handOver(List.of(own.id()), clock.instant());
      return true;
    });
    return own.id();
  }

  void signal(ActionId action, Signal signal) {
    prod.cycle(writes -> {
      writes.core().signal(action, signal);
      return true;
    });
  }

  void look() throws InterruptedException {
    join(loop.look());
  }

  static void join(List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  List<CoreReport> reports() {
    return prod.cycle(writes -> writes.core().take());
  }

  static CoreReport of(List<CoreReport> reports, ActionId action) {
    return reports.stream().filter(one -> one.action().equals(action)).findFirst().orElseThrow();
  }

  CoreReport report() {
    List<CoreReport> reports = reports();
    assertThat(reports).hasSize(1);
    return reports.getFirst();
  }
}
