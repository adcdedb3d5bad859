package dev.muster.records.actions;

import static dev.muster.records.RecordsFixture.T0;
import static dev.muster.records.RecordsFixture.after;
import static dev.muster.records.RecordsFixture.change;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.event.EventLevel;
import dev.muster.domain.identity.ClusterPattern;
import dev.muster.domain.identity.Sight;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.rollout.Attempt.Cause;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.actions.ActionEventFilter.Derived;
import dev.muster.records.actions.NewAction.Derivation;
import dev.muster.records.actions.NewAction.Effort;
import dev.muster.records.actions.NewAction.OnCluster;
import dev.muster.records.actions.NewAction.OnNode;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class SenlinEventsTest {

  private static final Set<EventLevel> USUAL = EnumSet.complementOf(EnumSet.of(EventLevel.DEBUG));

  @AutoClose private final TestDatabase database = TestDatabase.fresh();
  private final Records records = database.records();
  private final RecordsFixture prod = RecordsFixture.cluster(records, "prod", 1);

  @Test
  void ev1SuccessIsAStartAndAnEndFailureAStartAndAnErrorARetryAWarning() {
    ActionId good = recorded(Optional.empty());
    moved(good, ActionState.RUNNING, ActionState.DONE);
    ActionId bad = recorded(Optional.empty());
    moved(
        bad,
        ActionState.RUNNING,
        ActionState.PENDING_SCHEDULE,
        ActionState.RUNNING,
        ActionState.FAILED);

    assertThat(told(good)).containsExactly("START INFO", "END INFO");
    assertThat(told(bad))
        .containsExactly("START INFO", "RETRY WARNING", "START INFO", "ERROR ERROR");
  }

  @Test
  void ev1WhatIsDerivedIsSilentUnlessAskedFor() {
    ActionId parent = recorded(Optional.empty());
    ActionId child = recorded(Optional.of(new Derivation(parent, Effort.REQUIRED)));
    moved(child, ActionState.RUNNING, ActionState.DONE);

    assertThat(all(filter(Optional.empty(), Derived.SILENT, Sight.ALL))).isEmpty();
    assertThat(all(filter(Optional.empty(), Derived.TOLD, Sight.ALL)))
        .extracting(event -> event.subject().parent())
        .containsExactly(Optional.of(parent), Optional.of(parent));
    assertThat(told(child)).as("it is named").hasSize(2);
  }

  @Test
  void aBeginThatOnlyTheEndTellsIsAnEventToo() {
    ActionId quick = recorded(Optional.empty());
    ActionOutcome outcome =
        new ActionOutcome(
            Optional.of(after(1)),
            Optional.of(after(2)),
            Optional.of(after(3)),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Cause.NONE);
    prod.cycle(writes ->
        writes
            .actions()
            .change(
                List.of(
                    new ActionChange(
                        quick,
                        ActionState.PENDING_SCHEDULE,
                        ActionState.DONE,
                        after(3),
                        Actor.agent("n"),
                        "reported",
                        outcome))));
    ActionId refused = recorded(Optional.empty());
    moved(refused, ActionState.FAILED);

    assertThat(told(quick)).containsExactly("START INFO", "END INFO");
    assertThat(all(filter(Optional.of(quick), Derived.SILENT, Sight.ALL)).getFirst().at())
        .isEqualTo(after(2));
    assertThat(told(refused)).as("it never began").containsExactly("ERROR ERROR");
  }

  @Test
  void pagesShowEachEventOnceAndNobodySeesOtherClusters() {
    for (int i = 0; i < 7; i++) {
      moved(recorded(Optional.empty()), ActionState.RUNNING, ActionState.DONE);
    }
    ActionEventFilter filter = filter(Optional.empty(), Derived.SILENT, Sight.ALL);

    List<Long> numbers = new ArrayList<>();
    Optional<String> marker = Optional.empty();
    do {
      Page<ActionEvent> page = records.actionEvents().list(filter, new PageRequest(3, marker));
      page.items().forEach(event -> numbers.add(event.number()));
      marker = page.next();
    } while (marker.isPresent());

    assertThat(numbers)
        .hasSize(14)
        .doesNotHaveDuplicates()
        .isSortedAccordingTo((a, b) -> Long.compare(b, a));
    Sight others = new Sight(List.of(new ClusterPattern("other-*")));
    assertThat(all(filter(Optional.empty(), Derived.SILENT, others))).isEmpty();
  }

  @Test
  void aPageLooksAtSoManyTransitionsAndGoesOnBehindThem() {
    ActionId first = recorded(Optional.empty());
    moved(first, ActionState.RUNNING, ActionState.DONE);
    ActionId busy = recorded(Optional.empty());
    moved(busy, ActionState.RUNNING);
    insert(busy, ActionEvents.SPAN);

    Page<ActionEvent> page =
        records
            .actionEvents()
            .list(filter(Optional.empty(), Derived.SILENT, Sight.ALL), PageRequest.FIRST);

    assertThat(page.items()).isEmpty();
    assertThat(page.next()).isPresent();
    assertThat(all(filter(Optional.empty(), Derived.SILENT, Sight.ALL))).hasSize(3);
  }

  private void insert(ActionId action, int count) {
    database.sql(
        """
        insert into action_transitions (action, at, from_state, to_state, by_type, by_name)
        select '%s', now(), 'RUNNING', 'RUNNING', 'AGENT', 'n' from generate_series(1, %d)
        """
            .formatted(action, count));
  }

  private ActionId recorded(Optional<Derivation> derivation) {
    NewAction action =
        new NewAction(
            new ActionId(UUID.randomUUID()),
            prod.cluster(),
            Optional.of(RecordsFixture.node(0)),
            new NewAction.Work(
                new ActionKind("test.ping"),
                WireFormat.JSON.createObjectNode(),
                Map.of(),
                NewAction.CORE,
                "ada"),
            new NewAction.Terms(
                List.of(),
                OnNode.WHEN_UP,
                OnCluster.SHARED,
                Optional.empty(),
                Optional.empty(),
                Optional.empty()),
            Optional.empty(),
            derivation,
            new NewAction.Entry(ActionState.PENDING_SCHEDULE, T0, RecordsFixture.ADA, "asked for"),
            ActionOutcome.NONE);
    assertThat(records.actions().insert(List.of(action))).hasSize(1);
    return action.id();
  }

  private void moved(ActionId action, ActionState... states) {
    ActionState from = ActionState.PENDING_SCHEDULE;
    for (ActionState to : states) {
      ActionChange step = change(action, from, to, T0);
      prod.cycle(writes -> writes.actions().change(List.of(step)));
      from = to;
    }
  }

  private List<String> told(ActionId action) {
    return all(filter(Optional.of(action), Derived.SILENT, Sight.ALL)).stream()
        .map(event -> event.shape().phase() + " " + event.shape().level())
        .toList();
  }

  /** Oldest first, over all pages. */
  private List<ActionEvent> all(ActionEventFilter filter) {
    List<ActionEvent> all = new ArrayList<>();
    Optional<String> marker = Optional.empty();
    do {
      Page<ActionEvent> page = records.actionEvents().list(filter, new PageRequest(50, marker));
      all.addAll(page.items());
      marker = page.next();
    } while (marker.isPresent());
    return all.reversed();
  }

  private ActionEventFilter filter(Optional<ActionId> action, Derived derived, Sight sight) {
    List<ClusterName> clusters = action.isPresent() ? List.of() : List.of(prod.cluster());
    return new ActionEventFilter(clusters, List.of(), List.of(), action, USUAL, derived, sight);
  }
}
