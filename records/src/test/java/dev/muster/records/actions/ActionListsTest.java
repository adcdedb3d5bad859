package dev.muster.records.actions;

import static dev.muster.records.RecordsFixture.T0;
import static dev.muster.records.RecordsFixture.after;
import static dev.muster.records.RecordsFixture.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.Sight;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.sql.IdMatch;
import dev.muster.records.sql.ListOrder;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists in every order, over actions that have much in common. */
final class ActionListsTest {

  @AutoClose private static final TestDatabase DATABASE = TestDatabase.fresh();

  private static final List<ActionState> STATES =
      List.of(ActionState.PENDING_SCHEDULE, ActionState.RUNNING, ActionState.DONE);
  private static final List<ClusterName> CLUSTERS =
      List.of(new ClusterName("one"), new ClusterName("two"), new ClusterName("three"));
  private static final ActionFilter ALL = of(CLUSTERS, Set.of(), List.of(), List.of());

  private final Actions actions = DATABASE.records().actions();

  @BeforeAll
  static void manyActionsAreAlike() {
    Records records = DATABASE.records();
    Random random = new Random(12);
    for (ClusterName cluster : CLUSTERS) {
      RecordsFixture given = RecordsFixture.cluster(records, cluster.value(), 2);
      List<NewAction> made = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        NewAction action =
            given.action(
                node(random.nextInt(2)),
                STATES.get(random.nextInt(STATES.size())),
                after(random.nextInt(3)));
        Map<String, String> metadata =
            random.nextBoolean() ? Map.of("name", "n" + random.nextInt(3)) : Map.of();
        made.add(named(action, "test.kind" + random.nextInt(2), metadata));
      }
      records.actions().insert(made);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "created_at",
        "created_at:desc",
        "created_at:asc,state:desc",
        "created_at:desc,name,node:desc",
        "state",
        "state:desc,name",
        "name:desc,created_at:asc",
        "name",
        "finished_at",
        "finished_at:desc,kind",
        "kind:desc,cluster,node",
        "node,state:desc,kind,name:desc"
      })
  void everyOrderIsWholeInPagesOfAnySize(String sort) {
    List<ActionRecord> sorted = new ArrayList<>(actions.list(ALL, all()).items());
    sorted.sort(expected(sort));

    assertThat(sorted).hasSize(60);
    for (int limit : List.of(1, 7, 60, 500)) {
      assertThat(paged(ALL, sort, limit)).as("%s by %d", sort, limit).isEqualTo(ids(sorted));
    }
  }

  @Test
  void severalValuesOfAFilterAreEachTakenAndFiltersAreJoinedByAnd() {
    List<ActionFilter> filters =
        List.of(
            of(CLUSTERS.subList(0, 2), Set.of(), List.of(), List.of()),
            of(List.of(), Set.of(), kinds(), List.of()),
            of(List.of(), Set.of(), List.of(), List.of("n0", "n2", "none")),
            of(CLUSTERS.subList(1, 3), Set.of(ActionState.DONE), kinds(), List.of("n1", "n2")),
            of(CLUSTERS.subList(1, 3), Set.of(ActionState.RUNNING), List.of(), List.of()));
    for (ActionFilter filter : filters) {
      List<ActionRecord> fitting =
          actions.list(ALL, all()).items().stream().filter(row -> fits(filter, row)).toList();

      assertThat(fitting).as("%s", filter).isNotEmpty();
      for (String sort : List.of("created_at:desc", "created_at", "state,name:desc")) {
        List<ActionRecord> sorted = new ArrayList<>(fitting);
        sorted.sort(expected(sort));
        assertThat(paged(filter, sort, 4)).as("%s %s", filter, sort).isEqualTo(ids(sorted));
      }
    }
  }

  @Test
  void aMarkerOfAnotherListIsRefusedAndOneThatChangedItsStateIsNot() {
    ActionFilter ofOne = of(CLUSTERS.subList(0, 1), Set.of(ActionState.DONE), List.of(), List.of());
    ActionRecord elsewhere =
        actions
            .list(of(CLUSTERS.subList(1, 2), Set.of(), List.of(), List.of()), all())
            .items()
            .getFirst();
    ActionRecord running =
        actions
            .list(
                of(CLUSTERS.subList(0, 1), Set.of(ActionState.RUNNING), List.of(), List.of()),
                all())
            .items()
            .getFirst();

    for (String sort : List.of("created_at:desc", "state")) {
      for (String marker :
          List.of("nonsense", UUID.randomUUID().toString(), elsewhere.id().toString())) {
        assertThatThrownBy(() -> page(ofOne, sort, 5, Optional.of(marker)))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining(marker);
      }
      assertThat(page(ofOne, sort, 500, Optional.of(running.id().toString())).next()).isEmpty();
    }
  }

  @Test
  void anUnknownKeyOrDirectionIsRefusedWithTheKnownOnes() {
    for (String sort : List.of("", "id", "state;name", "state,", "State", " state")) {
      assertThatThrownBy(() -> ListOrder.parse(sort, ActionLists.KEYS))
          .hasMessageContaining("finished_at, state, kind, cluster, node, name");
    }
    for (String sort : List.of("state:", "state:up", "state:DESC", "state:asc:desc")) {
      assertThatThrownBy(() -> ListOrder.parse(sort, ActionLists.KEYS))
          .hasMessageContaining("asc, desc");
    }
    assertThat("state:desc,name").matches(ListOrder.pattern(ActionLists.KEYS));
    assertThat("state,").doesNotMatch(ListOrder.pattern(ActionLists.KEYS));
  }

  @Test
  void aNameStandsForItsOnlyActionAndElseItsActionsAreListed() {
    RecordsFixture given = RecordsFixture.cluster(DATABASE.records(), "names", 1);
    NewAction only = insert(given, "deed0000-0000-4000-8000-000000000001", "the-only");
    NewAction called = insert(given, "deed1111-0000-4000-8000-000000000002", "fade22");
    NewAction begins = insert(given, "fade2233-0000-4000-8000-000000000003", "other");
    for (int i = 0; i < 12; i++) {
      insert(given, UUID.randomUUID().toString(), "often");
    }

    assertThat(actions.match("the-only")).isEqualTo(new IdMatch.One(only.id().value()));
    assertThat(candidates("fade22"))
        .extracting(IdMatch.Candidate::id)
        .containsExactly(called.id().value(), begins.id().value());
    assertThat(candidates("fade22").getFirst().what())
        .isEqualTo("test.success on names/n-0000, PENDING_SCHEDULE, name fade22, created " + T0);
    assertThat(candidates("often")).hasSize(10);
    assertThat(actions.match("THE-ONLY")).isInstanceOf(IdMatch.None.class);
    assertThat(actions.match("the-only", new Sight(List.of()))).isInstanceOf(IdMatch.None.class);
  }

  private List<IdMatch.Candidate> candidates(String text) {
    return actions.match(text) instanceof IdMatch.Several(List<IdMatch.Candidate> several)
        ? several
        : List.of();
  }

  private NewAction insert(RecordsFixture given, String id, String name) {
    NewAction action = given.action(node(0), ActionState.PENDING_SCHEDULE, T0);
    NewAction made =
        withId(ActionId.parse(id), named(action, "test.success", Map.of("name", name)));
    actions.insert(List.of(made));
    return made;
  }

  private static NewAction withId(ActionId id, NewAction a) {
    return new NewAction(
        id, a.cluster(), a.node(), a.work(), a.terms(), a.step(), a.entry(), a.outcome());
  }

  private static NewAction named(NewAction a, String kind, Map<String, String> metadata) {
    return new NewAction(
        a.id(),
        a.cluster(),
        a.node(),
        new NewAction.Work(
            new ActionKind(kind),
            a.work().args(),
            metadata,
            a.work().origin(),
            a.work().requester()),
        a.terms(),
        a.step(),
        a.entry(),
        a.outcome());
  }

  private static boolean fits(ActionFilter filter, ActionRecord row) {
    return (filter.clusters().isEmpty() || filter.clusters().contains(row.cluster()))
        && (filter.states().isEmpty() || filter.states().contains(row.state()))
        && (filter.kinds().isEmpty() || filter.kinds().contains(row.work().kind()))
        && (filter.names().isEmpty() || filter.names().contains(name(row).orElse("")));
  }

  private static ActionFilter of(
      List<ClusterName> clusters,
      Set<ActionState> states,
      List<ActionKind> kinds,
      List<String> names) {
    return new ActionFilter(
        clusters, List.of(), List.of(), states, kinds, names, List.of(), Sight.ALL);
  }

  private static List<ActionKind> kinds() {
    return IntStream.range(1, 3).mapToObj(i -> new ActionKind("test.kind" + i)).toList();
  }

  private List<ActionId> paged(ActionFilter filter, String sort, int limit) {
    List<ActionId> seen = new ArrayList<>();
    Optional<String> marker = Optional.empty();
    do {
      Page<ActionRecord> page = page(filter, sort, limit, marker);
      page.items().forEach(row -> seen.add(row.id()));
      marker = page.next();
    } while (marker.isPresent() && seen.size() < 1000);
    return seen;
  }

  private Page<ActionRecord> page(
      ActionFilter filter, String sort, int limit, Optional<String> marker) {
    return actions.list(
        filter, ListOrder.parse(sort, ActionLists.KEYS), new PageRequest(limit, marker));
  }

  private static PageRequest all() {
    return new PageRequest(500, Optional.empty());
  }

  private static List<ActionId> ids(List<ActionRecord> rows) {
    return rows.stream().map(ActionRecord::id).toList();
  }

  private static Optional<String> name(ActionRecord row) {
    return Optional.ofNullable(row.work().metadata().get("name"));
  }

  /** The rule once more, in other words: what has no value comes last, and first in reverse. */
  private static Comparator<ActionRecord> expected(String sort) {
    Comparator<ActionRecord> order = Comparator.comparingInt(row -> 0);
    for (String key : sort.split(",", -1)) {
      Comparator<ActionRecord> by = by(key.split(":", -1)[0]);
      order = order.thenComparing(key.endsWith(":desc") ? by.reversed() : by);
    }
    boolean oldest =
        sort.matches(".*created_at(:asc)?(,.*)?$") && !sort.contains("created_at:desc");
    Comparator<ActionRecord> created = Comparator.comparing(row -> row.course().createdAt());
    Comparator<ActionRecord> id = Comparator.comparing(row -> row.id().toString());
    return oldest
        ? order.thenComparing(id.reversed())
        : order.thenComparing(created.reversed()).thenComparing(id);
  }

  private static Comparator<ActionRecord> by(String key) {
    return switch (key) {
      case "created_at" -> Comparator.comparing(row -> row.course().createdAt());
      case "state" -> Comparator.comparing(row -> row.state().name());
      case "kind" -> Comparator.comparing(row -> row.work().kind().value());
      case "cluster" -> Comparator.comparing(row -> row.cluster().value());
      case "node" -> lastIfNone(row -> row.node().map(node -> node.value()));
      case "name" -> lastIfNone(ActionListsTest::name);
      case "finished_at" -> lastIfNone(row -> row.outcome().finishedAt().map(Instant::toString));
      default -> throw new IllegalArgumentException(key);
    };
  }

  private static Comparator<ActionRecord> lastIfNone(
      Function<ActionRecord, Optional<String>> value) {
    return Comparator.comparing(row -> value.apply(row).orElse("~"));
  }
}
