package dev.muster.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.identity.Sight;
import dev.muster.domain.run.ProgressState;
import dev.muster.records.actions.ActionFilter;
import dev.muster.records.actions.ActionLists;
import dev.muster.records.actions.NewAction;
import dev.muster.records.audit.AuditFilter;
import dev.muster.records.runs.NewRun;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of history read their page and no more, by one plan for all values. */
final class LongHistoryTest {

  @AutoClose private static final TestDatabase DATABASE = TestDatabase.fresh();

  private static final Optional<ClusterName> BUSY = Optional.of(new ClusterName("busy"));
  private static final Optional<ClusterName> NEW = Optional.of(new ClusterName("new"));
  private static final Optional<ActionKind> ANY_KIND = Optional.empty();
  private static final PageRequest PAGE = new PageRequest(10, Optional.empty());
  private static final long MOST = 25;

  /** The driver prepares at the fifth time, and PostgreSQL looks at the values of the next five. */
  private static final int UNTIL_PLANNED = 12;

  private final Records records = DATABASE.records();
  private final Sql sql = new Sql(DATABASE.dataSource());

  @BeforeAll
  static void oneClusterHasDoneEverything() {
    Records records = DATABASE.records();
    RecordsFixture busy = RecordsFixture.cluster(records, "busy", 2);
    RecordsFixture.cluster(records, "new", 1);
    NewAction action = busy.action(RecordsFixture.node(0), ActionState.DONE, RecordsFixture.T0);
    records.actions().insert(List.of(action));
    NewRun run = busy.started(busy.run(RecordsFixture.nodes(1)));
    copies(
        "actions",
        action.id(),
        "node = 'n-000' || i % 2, state = 'DONE', finished_at = now(),"
            + " metadata = '{\"name\": \"often\"}'");
    copies("runs", run.id(), "state = 'Completed', finished_at = now()");
    DATABASE.sql(
        """
        insert into audit (at, actor, what, cluster)
        select now(), 'user:ada', 'run.start', 'busy' from generate_series(1, 20000)
        """);
    DATABASE.sql("vacuum analyze");
  }

  private static void copies(String table, Object id, String changes) {
    DATABASE.sql(
        """
        create table copied as
          select t.*, i from %1$s t cross join generate_series(1, 20000) as i where id = '%2$s';
        update copied set id = md5('copy ' || i)::uuid,
          created_at = created_at - i * interval '1 second', %3$s;
        alter table copied drop column i;
        insert into %1$s select * from copied;
        drop table copied;
        """
            .formatted(table, id, changes));
  }

  @ParameterizedTest
  @MethodSource("actionFilters")
  void aPageOfActionsReadsNoHistory(String what, ActionFilter filter, int expected) {
    requireFlat("actions", () -> records.actions().list(filter, PAGE).items().size(), expected);
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
          "actions",
          () -> records.actions().list(of(filter), order, PAGE).items().size(),
          filter.contains("new,none") ? 0 : expected,
          MOST * (1 + filter.split(",").length));
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
        requireFewRows(
            "actions",
            () -> records.actions().list(of(filter), order, far).items().size(),
            10,
            4 * MOST);
      }
    }
  }

  @Test
  void whatHasNoIndexInItsOrderIsSortedUpToABoundAndRefusedBeyond() {
    ListOrder byState = ListOrder.parse("state:desc,name", ActionLists.KEYS);
    ListOrder byKind = ListOrder.parse("kind", ActionLists.KEYS);
    ActionFilter open = actions(BUSY, Set.of(ActionState.RUNNING), ANY_KIND);
    assertThat(records.actions().list(of("name=never"), byState, PAGE).items()).isEmpty();
    assertThat(records.actions().list(open, byKind, PAGE).items()).isEmpty();
    assertThat(records.actions().list(of("cluster=new"), byKind, PAGE).items()).isEmpty();

    sql.transaction(() -> {
      long before = read("actions");
      for (ActionFilter many : List.of(ActionFilter.ALL, of("cluster=busy"))) {
        assertThatThrownBy(() -> records.actions().list(many, byState, PAGE))
            .hasMessageContaining("more than 10,000 actions fit")
            .hasMessageContaining("such as run, name, cluster, state");
      }
      assertThat(read("actions") - before).isLessThan(2 * (SortedList.MOST + MOST));
      return "";
    });
    assertThatThrownBy(() -> records.actions().list(ofNodeAlone(), byState, PAGE))
        .hasMessageContaining("with the filter cluster");
    assertThatThrownBy(
            () ->
                records
                    .runs()
                    .list(RunFilter.ALL, ListOrder.parse("state", RunLists.KEYS), PAGE))
        .hasMessageContaining("more than 10,000 runs fit");
  }

  @Test
  void aNameIsLookedUpAndNotSearchedFor() {
    sql.transaction(() -> {
      for (int i = 0; i < UNTIL_PLANNED; i++) {
        assertThat(records.actions().match("no-such-name")).isEqualTo(new IdMatch.None());
      }
      long before = read("actions");
      assertThat(records.actions().match("often")).isInstanceOf(IdMatch.Several.class);
      assertThat(records.actions().match("no-such-name")).isEqualTo(new IdMatch.None());

      assertThat(read("actions") - before).isLessThan(MOST);
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
    String[] halves = (filter + "= ").split("=");
    List<String> values = List.of(halves[1].strip().split(","));
    return new ActionFilter(
        halves[0].equals("cluster") ? values.stream().map(ClusterName::new).toList() : List.of(),
        List.of(),
        List.of(),
        Set.of(),
        halves[0].equals("kind") ? values.stream().map(ActionKind::new).toList() : List.of(),
        halves[0].equals("name") ? values : List.of(),
        Sight.ALL);
  }

  @ParameterizedTest
  @MethodSource("runFilters")
  void aPageOfRunsReadsNoHistory(String what, RunFilter filter, int expected) {
    requireFlat("runs", () -> records.runs().list(filter, PAGE).items().size(), expected);
  }

  @ParameterizedTest
  @MethodSource("auditFilters")
  void aPageOfTheAuditReadsNoHistory(String what, AuditFilter filter, int expected) {
    requireFlat("audit", () -> records.audit().list(filter, PAGE).items().size(), expected);
  }

  private static Stream<Arguments> auditFilters() {
    return Stream.of(
        Arguments.of("all", AuditFilter.ALL, 10),
        Arguments.of("of a cluster", audit(BUSY), 10),
        Arguments.of("of a new cluster", audit(NEW), 0));
  }

  private static AuditFilter audit(Optional<ClusterName> cluster) {
    return new AuditFilter(cluster, Optional.empty(), Optional.empty());
  }

  private static Stream<Arguments> actionFilters() {
    return Stream.of(
        Arguments.of("all", ActionFilter.ALL, 10),
        Arguments.of("of a cluster", actions(BUSY, Set.of(), ANY_KIND), 10),
        Arguments.of("of a new cluster", actions(NEW, Set.of(), ANY_KIND), 0),
        Arguments.of("of a kind", actions(Optional.empty(), Set.of(), kind("test.success")), 10),
        Arguments.of("of a new kind", actions(Optional.empty(), Set.of(), kind("test.none")), 0),
        Arguments.of("DONE", actions(Optional.empty(), Set.of(ActionState.DONE), ANY_KIND), 10),
        Arguments.of("LOST", actions(Optional.empty(), Set.of(ActionState.LOST), ANY_KIND), 0),
        Arguments.of("LOST of a cluster", actions(BUSY, Set.of(ActionState.LOST), ANY_KIND), 0),
        Arguments.of(
            "RUNNING of a cluster", actions(BUSY, Set.of(ActionState.RUNNING), ANY_KIND), 0),
        Arguments.of("of a node", ofNode("n-0001"), 10),
        Arguments.of("of a new node", ofNode("n-0002"), 0));
  }

  private static ActionFilter actions(
      Optional<ClusterName> cluster, Set<ActionState> states, Optional<ActionKind> kind) {
    return new ActionFilter(cluster, Optional.empty(), Optional.empty(), states, kind);
  }

  private static Optional<ActionKind> kind(String name) {
    return Optional.of(new ActionKind(name));
  }

  private static ActionFilter ofNode(String node) {
    return new ActionFilter(
        BUSY, Optional.of(new NodeId(node)), Optional.empty(), Set.of(), ANY_KIND);
  }

  private static Stream<Arguments> runFilters() {
    return Stream.of(
        Arguments.of("all", RunFilter.ALL, 10),
        Arguments.of("of a cluster", runs(BUSY, Optional.empty(), RunFilter.Life.ANY), 10),
        Arguments.of("of a new cluster", runs(NEW, Optional.empty(), RunFilter.Life.ANY), 0),
        Arguments.of(
            "of a playbook",
            runs(Optional.empty(), Optional.of("rolling-restart"), RunFilter.Life.ANY),
            10),
        Arguments.of(
            "of a new playbook", runs(Optional.empty(), Optional.of("new"), RunFilter.Life.ANY), 0),
        Arguments.of("open", runs(Optional.empty(), Optional.empty(), RunFilter.Life.OPEN), 1),
        Arguments.of(
            "paused",
            new RunFilter(
                Optional.empty(),
                Optional.empty(),
                Set.of(ProgressState.PAUSED),
                RunFilter.Life.ANY),
            0));
  }

  private static RunFilter runs(
      Optional<ClusterName> cluster, Optional<String> playbook, RunFilter.Life life) {
    return new RunFilter(cluster, playbook, Set.of(), life);
  }

  @FunctionalInterface
  private interface Listing {
    int size();
  }

  private void requireFlat(String table, Listing listing, int expected) {
    sql.transaction(() -> {
      requireFewRows(table, listing, expected, MOST);
      assertThat(plannedOnce(table)).as("statements planned once").isPositive();
      return table;
    });
  }

  /** All on one connection, whose transaction counts what it reads. */
  private void requireFewRows(String table, Listing listing, int expected, long most) {
    sql.transaction(() -> {
      for (int i = 0; i < UNTIL_PLANNED; i++) {
        assertThat(listing.size()).isEqualTo(expected);
      }
      long before = read(table);
      listing.size();

      assertThat(read(table) - before).as("rows of " + table + " read").isLessThan(most);
      return table;
    });
  }

  private long read(String table) {
    return number(
        """
        select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)
        from pg_stat_xact_user_tables where relname = '%s'
        """
            .formatted(table));
  }

  /** Of the list that was asked for last. */
  private long plannedOnce(String table) {
    return number(
        """
        select generic_plans from pg_prepared_statements
        where statement ~ 'from %s\\s.*limit'
        order by prepare_time desc limit 1
        """
            .formatted(table));
  }

  private long number(String text) {
    return sql.statement(text).query(Long.class).single();
  }
}
