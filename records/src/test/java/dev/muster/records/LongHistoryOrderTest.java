package dev.muster.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.identity.Sight;
import dev.muster.records.actions.ActionFilter;
import dev.muster.records.actions.ActionLists;
import dev.muster.records.runs.RunFilter;
import dev.muster.records.runs.RunLists;
import dev.muster.records.sql.IdMatch;
import dev.muster.records.sql.ListOrder;
import dev.muster.records.sql.PageRequest;
import dev.muster.records.sql.SortedList;
import dev.muster.records.sql.Sql;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of history in any order, and names, read a page or up to a bound. */
final class LongHistoryOrderTest {

  @AutoClose private static final TestDatabase DATABASE = TestDatabase.fresh();

  private static final PageRequest PAGE = new PageRequest(10, Optional.empty());

  private final Records records = DATABASE.records();
  private final Sql sql = new Sql(DATABASE.dataSource());

  @BeforeAll
  static void oneClusterHasDoneEverything() {
    LongHistoryTest.fill(DATABASE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "cluster=busy",
        "cluster=busy,new",
        "cluster=new,none",
        "kind=test.success,test.none",
        "name=often",
        "name=often,never",
        "name=never"
      })
  void aPageInEitherDirectionOfTimeReadsItsLanesOnly(String filter) {
    for (String sort : List.of("created_at:asc", "created_at:desc", "created_at:desc,state:asc")) {
      ListOrder order = ListOrder.parse(sort, ActionLists.KEYS);
      int expected = filter.contains("never") && !filter.contains("often") ? 0 : 10;
      requireFewRows(
          () -> records.actions().list(of(filter), order, PAGE).items().size(),
          filter.contains("new,none") ? 0 : expected);
    }
  }

  @Test
  void theNextPageReadsNoMoreThanTheFirst() {
    for (String filter : List.of("", "cluster=busy", "cluster=busy,new", "name=often")) {
      for (String sort : List.of("created_at:asc", "created_at:desc", "created_at,state")) {
        ListOrder order = ListOrder.parse(sort, ActionLists.KEYS);
        PageRequest far =
            new PageRequest(
                10,
                Optional.of(
                    records
                        .actions()
                        .list(of(filter), order, new PageRequest(500, Optional.empty()))
                        .items()
                        .getLast()
                        .id()
                        .toString()));
        requireFewRows(() -> records.actions().list(of(filter), order, far).items().size(), 10);
      }
    }
  }

  @Test
  void whatHasNoIndexInItsOrderIsSortedUpToABoundAndRefusedBeyond() {
    ListOrder byState = ListOrder.parse("state:desc,name", ActionLists.KEYS);
    ListOrder byKind = ListOrder.parse("kind", ActionLists.KEYS);
    ActionFilter open =
        new ActionFilter(
            Optional.of(new ClusterName("busy")),
            Optional.empty(),
            Optional.empty(),
            Set.of(ActionState.RUNNING),
            Optional.empty());
    assertThat(records.actions().list(of("name=never"), byState, PAGE).items()).isEmpty();
    assertThat(records.actions().list(open, byKind, PAGE).items()).isEmpty();
    assertThat(records.actions().list(of("cluster=new"), byKind, PAGE).items()).isEmpty();

    sql.transaction(() -> {
      long before = LongHistoryTest.read(sql, "actions");
      for (ActionFilter many : List.of(ActionFilter.ALL, of("cluster=busy"))) {
        assertThatThrownBy(() -> records.actions().list(many, byState, PAGE))
            .hasMessageContaining("more than 10,000 actions fit")
            .hasMessageContaining("such as run, parent, name, cluster, state");
      }
      assertThat(LongHistoryTest.read(sql, "actions") - before)
          .isLessThan(2 * (SortedList.MOST + LongHistoryTest.MOST));
      return "";
    });
    assertThatThrownBy(() -> records.actions().list(ofNodeAlone(), byState, PAGE))
        .hasMessageContaining("with the filter cluster");
    assertThatThrownBy(
            () -> records.runs().list(RunFilter.ALL, ListOrder.parse("state", RunLists.KEYS), PAGE))
        .hasMessageContaining("more than 10,000 runs fit");
  }

  @Test
  void aNameIsLookedUpAndNotSearchedFor() {
    sql.transaction(() -> {
      for (int i = 0; i < LongHistoryTest.UNTIL_PLANNED; i++) {
        assertThat(records.actions().match("no-such-name")).isEqualTo(new IdMatch.None());
      }
      long before = LongHistoryTest.read(sql, "actions");
      assertThat(records.actions().match("often")).isInstanceOf(IdMatch.Several.class);
      assertThat(records.actions().match("no-such-name")).isEqualTo(new IdMatch.None());

      assertThat(LongHistoryTest.read(sql, "actions") - before).isLessThan(LongHistoryTest.MOST);
      return "";
    });
  }

  /** All on one connection, whose transaction counts what it reads; two lanes read twice. */
  private void requireFewRows(LongHistoryTest.Listing listing, int expected) {
    sql.transaction(() -> {
      for (int i = 0; i < LongHistoryTest.UNTIL_PLANNED; i++) {
        assertThat(listing.size()).isEqualTo(expected);
      }
      long before = LongHistoryTest.read(sql, "actions");
      listing.size();

      assertThat(LongHistoryTest.read(sql, "actions") - before)
          .as("rows read")
          .isLessThan(3 * LongHistoryTest.MOST);
      return "";
    });
  }

  private static ActionFilter ofNodeAlone() {
    return new ActionFilter(
        Optional.empty(),
        Optional.of(new NodeId("n-0001")),
        Optional.empty(),
        Set.of(),
        Optional.empty());
  }

  /** Such as {@code cluster=one,two}. */
  private static ActionFilter of(String filter) {
    String[] halves = (filter + "= ").split("=", -1);
    List<String> values = List.of(halves[1].strip().split(",", -1));
    return new ActionFilter(
        halves[0].equals("cluster") ? values.stream().map(ClusterName::new).toList() : List.of(),
        List.of(),
        List.of(),
        Set.of(),
        halves[0].equals("kind") ? values.stream().map(ActionKind::new).toList() : List.of(),
        halves[0].equals("name") ? values : List.of(),
        List.of(),
        Sight.ALL);
  }
}
