package dev.muster.worker.schedules;

import static dev.muster.records.RecordsFixture.T0;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.signals.Signals;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.policy.PolicyDocument;
import dev.muster.domain.policy.PolicyName;
import dev.muster.domain.policy.PolicyTypes;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.request.NewActionRequest;
import dev.muster.domain.run.RunId;
import dev.muster.domain.timetable.Overlap;
import dev.muster.domain.timetable.ScheduleName;
import dev.muster.domain.timetable.Timing;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.policies.PolicyRecord.Written;
import dev.muster.records.schedules.NewSchedule;
import dev.muster.records.schedules.ScheduleKey;
import dev.muster.records.schedules.ScheduleTerms;
import dev.muster.worker.discovery.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class ScheduleLoopTest {

  @AutoClose private final TestDatabase database = TestDatabase.fresh();
  private final Records records = database.records();
  private final RecordsFixture prod = RecordsFixture.cluster(records, "prod", 2);
  private final SettableClock clock = new SettableClock(T0);
  private final List<String> nudged = new CopyOnWriteArrayList<>();
  private final Signals signals =
      new Signals() {
        @Override
        public void progressed(RunId run) {
          throw new AssertionError("only cycles tell runs");
        }

        @Override
        public void nudge(ClusterName cluster, Collection<NodeId> nodes, String by) {
          nudged.add("%s %s by %s".formatted(cluster, nodes, by));
        }
      };
  private final ScheduleLoop loop = new ScheduleLoop(records, signals, clock);

  @Test
  void whatIsDueStartsAndItsClusterIsNudgedAndNothingElseIs() {
    ScheduleKey soon = create("soon", T0.plusSeconds(60));
    ScheduleKey later = create("later", T0.plusSeconds(120));

    loop.look();
    assertThat(nudged).isEmpty();

    clock.advance(Duration.ofSeconds(60));
    loop.look();
    loop.look();

    assertThat(nudged).containsExactly("prod [n-0000] by schedule soon");
    assertThat(started(soon)).isEqualTo(1);
    assertThat(started(later)).isZero();
  }

  @Test
  void anotherProcessThatTakesOverStartsWhatIsDueAndNothingAgain() {
    ScheduleKey soon = create("soon", T0);
    loop.look();
    clock.advance(Duration.ofMinutes(10));

    new ScheduleLoop(records, signals, clock).look();
    new ScheduleLoop(records, signals, clock).look();

    assertThat(started(soon)).isEqualTo(2);
    assertThat(nudged).hasSize(2);
  }

  @Test
  void aHealthPolicyHasItsClusterLookedAtOnceForEachDueTime() {
    Written ada = new Written(T0, "ada");
    records
        .policies()
        .store(
            new PolicyDocument(
                new PolicyName("health"),
                "",
                PolicyTypes.of("health").orElseThrow(),
                WireFormat.JSON.readTree(
                    "{\"detection\": {\"interval\": 30, \"detection_modes\": [{\"type\": \"NODE_STATUS_POLLING\"}]}}")),
            ada);
    records.policyBindings().attach(prod.cluster(), "health", UnaryOperator.identity(), ada);

    loop.look();
    loop.look();
    assertThat(nudged).containsExactly("prod [] by health policy");

    clock.advance(Duration.ofMinutes(10));
    loop.look();
    assertThat(
            records
                .policyBindings()
                .find(prod.cluster(), "health")
                .orElseThrow()
                .look()
                .why()
                .orElseThrow())
        .as("the first one is unfinished")
        .startsWith("detection is off while action ");
    assertThat(nudged).hasSize(1);
  }

  private long started(ScheduleKey key) {
    return records.schedules().find(key).orElseThrow().standing().counts().started();
  }

  private ScheduleKey create(String name, Instant first) {
    ScheduleKey key = new ScheduleKey(prod.cluster(), new ScheduleName(name));
    NewActionRequest ping =
        new NewActionRequest(
            Optional.empty(),
            new ActionKind("test.ping"),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    ScheduleTerms terms =
        new ScheduleTerms(
            Optional.of(RecordsFixture.node(0)),
            ping,
            new Timing.AtInterval(Duration.ofMinutes(10), first),
            Overlap.ALLOW);
    records
        .schedules()
        .create(new NewSchedule(UUID.randomUUID(), key, terms, Optional.of(first), T0, "ada"));
    return key;
  }
}
