package dev.muster.api.events;

import static dev.muster.records.RecordsFixture.T0;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.event.EventLevel;
import dev.muster.domain.identity.Sight;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.actions.ActionEvent;
import dev.muster.records.actions.ActionEventFilter;
import dev.muster.records.actions.ActionEventFilter.Derived;
import dev.muster.records.actions.NewAction;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class NewEventsTest {

  @AutoClose private final TestDatabase database = TestDatabase.fresh();
  private final Records records = database.records();
  private final RecordsFixture prod = RecordsFixture.cluster(records, "prod", 1);
  private final ActionId action = recorded();
  private final NewEvents events =
      new NewEvents(
          records.actionEvents(),
          new ActionEventFilter(
              List.of(),
              List.of(),
              List.of(),
              Optional.empty(),
              EnumSet.allOf(EventLevel.class),
              Derived.TOLD,
              Sight.ALL),
          records.actionEvents().newest());

  @Test
  void whatWasWrittenBeforeIsNotTold() {
    assertThat(events.next(T0)).isEmpty();
  }

  @Test
  void aTransactionThatEndsLateIsToldThoughLaterOnesWereBefore() throws SQLException {
    try (Connection slow = database.dataSource().getConnection();
        Statement statement = slow.createStatement()) {
      slow.setAutoCommit(false);
      statement.execute(transition("slow"));
      database.sql(transition("quick"));

      assertThat(whys(T0)).containsExactly("quick");
      assertThat(whys(T0.plusSeconds(4))).isEmpty();
      slow.commit();
    }
    assertThat(whys(T0.plusSeconds(8))).containsExactly("slow");
    assertThat(whys(T0.plusSeconds(9))).isEmpty();
  }

  @Test
  void eachIsToldOnceHoweverLongItIsFollowed() {
    for (int second = 0; second < 60; second++) {
      database.sql(transition("at " + second));
      assertThat(whys(T0.plusSeconds(second))).containsExactly("at " + second);
    }
  }

  @Test
  void moreThanOneLookReadsComesWithTheNextOnes() {
    database.sql(
        """
        insert into action_transitions (action, at, from_state, to_state, by_type, by_name)
        select '%s', now(), 'RUNNING', 'RUNNING', 'AGENT', 'n' from generate_series(1, 12000)
        """
            .formatted(action));
    assertThat(events.next(T0)).hasSize(5_000);
    assertThat(events.next(T0.plusSeconds(1))).hasSize(5_000);
    assertThat(events.next(T0.plusSeconds(2))).hasSize(2_000);
    assertThat(events.next(T0.plusSeconds(3))).isEmpty();
  }

  private List<String> whys(Instant now) {
    return events.next(now).stream().map(ActionEvent::change).map(one -> one.why()).toList();
  }

  private String transition(String why) {
    return """
    insert into action_transitions (action, at, from_state, to_state, by_type, by_name, why)
    values ('%s', now(), 'RUNNING', 'RUNNING', 'AGENT', 'n', '%s')
    """
        .formatted(action, why);
  }

  private ActionId recorded() {
    NewAction made = prod.action(RecordsFixture.node(0), ActionState.PENDING_SCHEDULE, T0);
    records.actions().insert(List.of(made));
    return made.id();
  }
}
