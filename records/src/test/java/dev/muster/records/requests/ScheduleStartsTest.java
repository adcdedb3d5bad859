package dev.muster.records.requests;

import static dev.muster.records.RecordsFixture.T0;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.request.NewActionRequest;
import dev.muster.domain.timetable.Overlap;
import dev.muster.domain.timetable.ScheduleDecision;
import dev.muster.domain.timetable.ScheduleName;
import dev.muster.domain.timetable.Timing;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.actions.ActionDetail;
import dev.muster.records.schedules.NewSchedule;
import dev.muster.records.schedules.ScheduleCreation;
import dev.muster.records.schedules.ScheduleKey;
import dev.muster.records.schedules.ScheduleRecord;
import dev.muster.records.schedules.ScheduleRecord.Result;
import dev.muster.records.schedules.ScheduleTerms;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class ScheduleStartsTest {

  private static final UUID ID = new UUID(5, 3);
  private static final Duration TEN = Duration.ofMinutes(10);

  @AutoClose private final TestDatabase database = TestDatabase.fresh();
  private final Records records = database.records();
  private final RecordsFixture prod = RecordsFixture.cluster(records, "prod", 1);
  private final ScheduleStarts starts = new ScheduleStarts(records);
  private final ScheduleKey key = new ScheduleKey(prod.cluster(), new ScheduleName("pings"));

  @Test
  void aDueTimeHasOneActionHoweverOftenAndByHoweverManyItIsLookedAt() throws Exception {
    create(Overlap.ALLOW, new Timing.AtInterval(TEN, T0));
    Callable<Optional<ActionId>> look = () -> starts.start(key, T0);

    List<Optional<ActionId>> found;
    try (ExecutorService many = Executors.newVirtualThreadPerTaskExecutor()) {
      found =
          many.invokeAll(Stream.generate(() -> look).limit(8).toList()).stream()
              .map(Future::resultNow)
              .toList();
    }

    assertThat(found.stream().flatMap(Optional::stream))
        .containsExactly(ScheduleDecision.idOf(ID, T0));
    assertThat(schedule().standing().counts().started()).isEqualTo(1);
    assertThat(schedule().standing().next()).contains(T0.plus(TEN));
  }

  @Test
  void theActionSaysWhichScheduleWantedItAndForWhom() {
    create(Overlap.SKIP, new Timing.Once(T0));

    ActionId action = starts.start(key, T0.plusSeconds(90)).orElseThrow();

    ActionDetail shown = records.actions().show(action).orElseThrow();
    assertThat(shown.action().work().origin()).isEqualTo("schedule");
    assertThat(shown.action().work().requester()).isEqualTo("ada");
    assertThat(shown.transitions().getFirst().by()).isEqualTo(Actor.schedule("pings"));
    assertThat(shown.transitions().getFirst().why()).contains("due at " + T0, "90s late");
    assertThat(schedule().standing().next()).as("it is over").isEmpty();
    assertThat(records.schedules().due(T0.plus(TEN))).isEmpty();
  }

  @Test
  void nothingStartsWhileTheActionBeforeIsUnfinishedAndTheRecordSaysSo() {
    create(Overlap.SKIP, new Timing.AtInterval(TEN, T0));
    ActionId first = starts.start(key, T0).orElseThrow();

    assertThat(starts.start(key, T0.plus(TEN))).isEmpty();

    ScheduleRecord skipped = schedule();
    assertThat(skipped.standing().last().orElseThrow().result()).isEqualTo(Result.SKIPPED);
    assertThat(skipped.standing().last().orElseThrow().why()).contains(first.toString());
    assertThat(skipped.standing().action()).contains(first);
    assertThat(skipped.standing().counts().skipped()).isEqualTo(1);

    prod.cycle(writes ->
        writes
            .actions()
            .change(
                List.of(
                    RecordsFixture.change(
                        first, ActionState.PENDING_SCHEDULE, ActionState.CANCELLED, T0))));
    assertThat(starts.start(key, T0.plus(TEN).plus(TEN))).isPresent();
  }

  @Test
  void afterADowntimeOneIsMadeUpForAndTheMissesAreKept() {
    create(Overlap.SKIP, new Timing.AtInterval(TEN, T0));

    ActionId action = starts.start(key, T0.plus(Duration.ofHours(1))).orElseThrow();

    assertThat(action).isEqualTo(ScheduleDecision.idOf(ID, T0));
    assertThat(schedule().standing().counts().missed()).isEqualTo(6);
    assertThat(schedule().standing().next()).contains(T0.plus(Duration.ofMinutes(70)));
    assertThat(starts.start(key, T0.plus(Duration.ofHours(1)))).isEmpty();
  }

  @Test
  void anActionThatCannotBeIsRefusedAndTheScheduleGoesOn() {
    create(Overlap.SKIP, new Timing.AtInterval(TEN, T0));
    records.nodes().remove(prod.cluster(), RecordsFixture.node(0));

    assertThat(starts.start(key, T0)).isEmpty();

    assertThat(schedule().standing().last().orElseThrow().result()).isEqualTo(Result.REFUSED);
    assertThat(schedule().standing().last().orElseThrow().why()).contains("has no node");
    assertThat(schedule().standing().next()).contains(T0.plus(TEN));
  }

  @Test
  void whatIsDisabledIsNotDueAndWhatIsMadeAnewStartsOtherActions() {
    create(Overlap.SKIP, new Timing.AtInterval(TEN, T0));
    records.schedules().change(key, Optional.empty(), T0, "bob");
    assertThat(records.schedules().due(T0.plus(TEN))).isEmpty();
    assertThat(starts.start(key, T0.plus(TEN))).isEmpty();
    assertThat(schedule().changed().by()).isEqualTo("bob");

    records.schedules().change(key, Optional.of(T0.plus(TEN)), T0, "ada");
    assertThat(records.schedules().due(T0.plus(TEN))).containsExactly(key);

    assertThat(records.schedules().remove(key)).isTrue();
    assertThat(records.schedules().remove(key)).isFalse();
  }

  @Test
  void aClusterHasNoMoreSchedulesThanItMay() {
    for (int i = 0; i < 200; i++) {
      assertThat(add("s" + i)).isInstanceOf(ScheduleCreation.Created.class);
    }
    assertThat(add("one-more")).isEqualTo(new ScheduleCreation.TooMany(200));
    assertThat(add("s0")).isInstanceOf(ScheduleCreation.Existing.class);
  }

  private ScheduleCreation add(String name) {
    return records
        .schedules()
        .create(
            new NewSchedule(
                UUID.randomUUID(),
                new ScheduleKey(prod.cluster(), new ScheduleName(name)),
                terms(Overlap.SKIP, new Timing.Once(T0)),
                Optional.empty(),
                T0,
                "ada"));
  }

  private void create(Overlap overlap, Timing timing) {
    ScheduleCreation made =
        records
            .schedules()
            .create(new NewSchedule(ID, key, terms(overlap, timing), Optional.of(T0), T0, "ada"));
    assertThat(made).isInstanceOf(ScheduleCreation.Created.class);
    assertThat(schedule().terms()).as("read as it was written").isEqualTo(terms(overlap, timing));
  }

  private ScheduleRecord schedule() {
    return records.schedules().find(key).orElseThrow();
  }

  private static ScheduleTerms terms(Overlap overlap, Timing timing) {
    return new ScheduleTerms(Optional.of(RecordsFixture.node(0)), PING, timing, overlap);
  }

  private static final NewActionRequest PING =
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
}
