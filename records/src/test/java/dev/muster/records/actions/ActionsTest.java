package dev.muster.records.actions;

import static dev.muster.records.RecordsFixture.T0;
import static dev.muster.records.RecordsFixture.after;
import static dev.muster.records.RecordsFixture.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.sql.IdMatch;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ActionsTest {

  @AutoClose private static final TestDatabase DATABASE = TestDatabase.fresh();

  private final Records records = DATABASE.records();
  private final Actions actions = records.actions();

  @Test
  void recordingTwiceIsHarmless() {
    RecordsFixture given = RecordsFixture.cluster(records, "twice", 1);
    NewAction action = given.action(node(0), ActionState.PENDING_SCHEDULE, T0);

    assertThat(actions.insert(List.of(action, action))).containsExactly(action.id());
    assertThat(actions.insert(List.of(action))).isEmpty();

    ActionDetail shown = actions.show(action.id()).orElseThrow();
    assertThat(shown.transitions()).hasSize(1);
    assertThat(shown.action().sameContentAs(action)).isTrue();
    assertThat(
            shown
                .action()
                .sameContentAs(given.action(node(0), ActionState.PENDING_SCHEDULE, after(1))))
        .isTrue();
    assertThat(
            shown.action().sameContentAs(given.action(node(1), ActionState.PENDING_SCHEDULE, T0)))
        .isFalse();
  }

  @Test
  void nothingIsRecordedForAClusterThatIsGone() {
    RecordsFixture given = RecordsFixture.cluster(records, "gone", 1);
    records.clusters().remove(given.cluster());

    assertThat(actions.insert(List.of(given.action(node(0), ActionState.PENDING_SCHEDULE, T0))))
        .isEmpty();
  }

  @Test
  void pagesAreNewestFirstAndCompleteAlsoWithEqualTimes() {
    RecordsFixture given = RecordsFixture.cluster(records, "pages", 1);
    List<NewAction> made = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      made.add(given.action(node(0), ActionState.PENDING_SCHEDULE, after(i / 3)));
    }
    actions.insert(made);
    ActionFilter filter = filter(given, Set.of());
    List<ActionRecord> all = actions.list(filter, PageRequest.FIRST).items();
    List<ActionRecord> paged = new ArrayList<>();
    Optional<String> marker = Optional.empty();
    do {
      Page<ActionRecord> page = actions.list(filter, new PageRequest(2, marker));
      paged.addAll(page.items());
      marker = page.next();
    } while (marker.isPresent());

    assertThat(all).hasSize(7);
    assertThat(paged).isEqualTo(all);
    assertThat(all.getFirst().course().createdAt()).isEqualTo(after(2));
  }

  @Test
  void filtersAreAppliedTogether() {
    RecordsFixture given = RecordsFixture.cluster(records, "filters", 2);
    NewAction running = given.action(node(0), ActionState.RUNNING, T0);
    NewAction elsewhere = given.action(node(1), ActionState.RUNNING, T0);
    NewAction done = given.action(node(0), ActionState.DONE, T0);
    actions.insert(List.of(running, elsewhere, done));

    assertThat(
            actions
                .list(
                    new ActionFilter(
                        Optional.of(given.cluster()),
                        Optional.of(node(0)),
                        Optional.empty(),
                        Set.of(ActionState.RUNNING, ActionState.NEW),
                        Optional.of(new ActionKind("test.success"))),
                    PageRequest.FIRST)
                .items())
        .extracting(ActionRecord::id)
        .containsExactly(running.id());
  }

  @Test
  void aMarkerThatIsNoneIsSaidSo() {
    for (String marker : List.of("nonsense", UUID.randomUUID().toString())) {
      assertThatThrownBy(
              () -> actions.list(ActionFilter.ALL, new PageRequest(5, Optional.of(marker))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(marker);
    }
  }

  @Test
  void aPrefixStandsForTheOnlyActionThatBeginsWithIt() {
    RecordsFixture given = RecordsFixture.cluster(records, "prefix", 1);
    insertWithId(given, "aaaa1111-0000-4000-8000-000000000001");
    insertWithId(given, "aaaa1111-0000-4000-8000-000000000002");
    insertWithId(given, "aaaa2222-0000-4000-8000-000000000003");

    assertThat(actions.match("aaaa2"))
        .isEqualTo(new IdMatch.One(UUID.fromString("aaaa2222-0000-4000-8000-000000000003")));
    assertThat(actions.match("AAAA2222-0000-4"))
        .isEqualTo(new IdMatch.One(UUID.fromString("aaaa2222-0000-4000-8000-000000000003")));
    assertThat(actions.match("aaaa1111-0000-4000-8000-000000000002"))
        .isInstanceOf(IdMatch.One.class);
    assertThat(actions.match("aaaa1111"))
        .isInstanceOfSatisfying(
            IdMatch.Several.class, several -> assertThat(several.candidates()).hasSize(2));
    assertThat(actions.match("aaaa3")).isInstanceOf(IdMatch.None.class);
    for (String bad : List.of("", "%%%%", "a b", "-a", "ä".repeat(4))) {
      assertThat(actions.match(bad)).as(bad).isInstanceOf(IdMatch.Malformed.class);
    }
  }

  private void insertWithId(RecordsFixture given, String id) {
    NewAction a = given.action(node(0), ActionState.PENDING_SCHEDULE, T0);
    actions.insert(
        List.of(
            new NewAction(
                ActionId.parse(id),
                a.cluster(),
                a.node(),
                a.work(),
                a.terms(),
                a.step(),
                a.entry(),
                a.outcome())));
  }

  private static ActionFilter filter(RecordsFixture given, Set<ActionState> states) {
    return new ActionFilter(
        Optional.of(given.cluster()), Optional.empty(), Optional.empty(), states, Optional.empty());
  }
}
