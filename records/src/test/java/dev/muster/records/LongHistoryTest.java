package dev.muster.records;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.ProgressState;
import dev.muster.records.actions.ActionFilter;
import dev.muster.records.actions.NewAction;
import dev.muster.records.audit.AuditFilter;
import dev.muster.records.runs.NewRun;
import dev.muster.records.runs.RunFilter;
import dev.muster.records.sql.PageRequest;
import dev.muster.records.sql.Sql;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Lists of history read their page and no more, by one plan for all values. */
final class LongHistoryTest {

  @AutoClose private static final TestDatabase DATABASE = TestDatabase.fresh();

  private static final Optional<ClusterName> BUSY = Optional.of(new ClusterName("busy"));
  private static final Optional<ClusterName> NEW = Optional.of(new ClusterName("new"));
  private static final Optional<ActionKind> ANY_KIND = Optional.empty();
  private static final PageRequest PAGE = new PageRequest(10, Optional.empty());
  static final long MOST = 25;

  /** The driver prepares at the fifth time, and PostgreSQL looks at the values of the next five. */
  static final int UNTIL_PLANNED = 12;

  private final Records records = DATABASE.records();
  private final Sql sql = new Sql(DATABASE.dataSource());

  @BeforeAll
  static void oneClusterHasDoneEverything() {
    fill(DATABASE);
  }

  /** One cluster, busy, has done everything; another one nothing. */
  static void fill(TestDatabase database) {
    Records records = database.records();
    RecordsFixture busy = RecordsFixture.cluster(records, "busy", 2);
    RecordsFixture.cluster(records, "new", 1);
    NewAction action = busy.action(RecordsFixture.node(0), ActionState.DONE, RecordsFixture.T0);
    records.actions().insert(List.of(action));
    NewRun run = busy.started(busy.run(RecordsFixture.nodes(1)));
    copies(
        database,
        "actions",
        action.id(),
        "node = 'n-000' || i % 2, state = 'DONE', finished_at = now(),"
            + " metadata = '{\"name\": \"often\"}'");
    copies(database, "runs", run.id(), "state = 'Completed', finished_at = now()");
    database.sql(
        """
        insert into audit (at, actor, what, cluster)
        select now(), 'user:ada', 'run.start', 'busy' from generate_series(1, 20000)
        """);
    database.sql("vacuum analyze");
  }

  private static void copies(TestDatabase database, String table, Object id, String changes) {
    database.sql(
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
  interface Listing {
    int size();
  }

  /** All on one connection, whose transaction counts what it reads. */
  private void requireFlat(String table, Listing listing, int expected) {
    sql.transaction(() -> {
      for (int i = 0; i < UNTIL_PLANNED; i++) {
        assertThat(listing.size()).isEqualTo(expected);
      }
      long before = read(sql, table);
      listing.size();

      assertThat(read(sql, table) - before).as("rows of " + table + " read").isLessThan(MOST);
      assertThat(plannedOnce(table)).as("statements planned once").isPositive();
      return table;
    });
  }

  static long read(Sql sql, String table) {
    return number(
        sql,
        """
        select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)
        from pg_stat_xact_user_tables where relname = '%s'
        """
            .formatted(table));
  }

  /** Of the list that was asked for last. */
  private long plannedOnce(String table) {
    return number(
        sql,
        """
        select generic_plans from pg_prepared_statements
        where statement ~ 'from %s\\s.*limit'
        order by prepare_time desc limit 1
        """
            .formatted(table));
  }

  private static long number(Sql sql, String text) {
    return sql.statement(text).query(Long.class).single();
  }
}
