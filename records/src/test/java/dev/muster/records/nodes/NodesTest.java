package dev.muster.records.nodes;

import static dev.muster.records.RecordsFixture.T0;
import static dev.muster.records.RecordsFixture.after;
import static dev.muster.records.RecordsFixture.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.actions.NewAction;
import dev.muster.records.sql.PageRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class NodesTest {

  @AutoClose private static final TestDatabase DATABASE = TestDatabase.fresh();
  private static final NodeFacts FACTS =
      new NodeFacts(
          "linux-amd64", "1.2", Map.of("disk", "ssd"), List.of("check.tcp", "test.x"), List.of());

  private final Records records = DATABASE.records();

  @Test
  void registeringAgainUpdatesWhatPeopleSayAndKeepsWhatCyclesSaw() {
    RecordsFixture given = RecordsFixture.cluster(records, "again", 1);
    observe(given, answered(node(0), Optional.of(FACTS)));
    NewNode moved =
        new NewNode(
            given.cluster(),
            node(0),
            "http://127.0.0.1:9999",
            AgentProtocol.MUSTER_AGENT_V1,
            Optional.empty(),
            Map.of(),
            after(9),
            "bob");

    assertThat(records.nodes().register(moved)).isInstanceOf(NodeRegistration.Updated.class);

    NodeRecord stored = records.nodes().find(given.cluster(), node(0)).orElseThrow();
    assertThat(stored.registered().agent()).isEqualTo("http://127.0.0.1:9999");
    assertThat(stored.registered().role()).isEmpty();
    assertThat(stored.seen().status()).isEqualTo(NodeStatus.UP);
    assertThat(stored.facts().kinds()).containsExactly("check.tcp", "test.x");
    assertThat(stored.facts().attributes()).isEqualTo(Map.of("disk", "ssd"));
    assertThat(stored.addedBy()).isEqualTo("ada");
  }

  @Test
  void aVanishedNodeThatIsRegisteredAgainIsAskedAnewHowItIs() {
    RecordsFixture given = RecordsFixture.cluster(records, "returned", 1);
    observe(given, answered(node(0), Optional.of(FACTS)));
    DATABASE.sql(
        """
        update nodes set discovery = null, vanished_at = now(), vanished_why = 'gone',
          last_error = 'connection refused', error_since = now(), error_cycles = 3
        where cluster = 'returned'
        """);
    NewNode again =
        new NewNode(
            given.cluster(),
            node(0),
            "http://127.0.0.1:9998",
            AgentProtocol.MUSTER_AGENT_V1,
            Optional.empty(),
            Map.of(),
            after(9),
            "bob");

    assertThat(records.nodes().register(again)).isInstanceOf(NodeRegistration.Updated.class);

    NodeRecord stored = records.nodes().find(given.cluster(), node(0)).orElseThrow();
    assertThat(stored.seen().status()).isEqualTo(NodeStatus.UNKNOWN);
    assertThat(stored.seen().upSince()).isEmpty();
    assertThat(stored.failures().lastError()).isEmpty();
  }

  @Test
  void aNodeOfNoClusterIsNotRegistered() {
    NewNode node =
        new NewNode(
            new ClusterName("nowhere"),
            node(0),
            "http://h:1",
            AgentProtocol.MUSTER_AGENT_V1,
            Optional.empty(),
            Map.of(),
            T0,
            "ada");

    assertThat(records.nodes().register(node)).isEqualTo(new NodeRegistration.NoCluster());
  }

  @Test
  void factsAreWrittenOnlyWhenTheyAreGivenAndTheirFingerprintIsKept() {
    RecordsFixture given = RecordsFixture.cluster(records, "facts", 1);
    observe(given, answered(node(0), Optional.of(FACTS)));
    observe(given, answered(node(0), Optional.empty()));

    NodeVisit visit = records.nodeVisits().of(given.cluster(), NodeSelection.all()).getFirst();

    assertThat(visit.known().factsFingerprint()).isEqualTo(FACTS.fingerprint());
    assertThat(visit.cursor()).isEqualTo(5);
    assertThat(visit.known().epoch()).contains(new UUID(1, 2));
    assertThat(visit.silentSince()).isEmpty();
  }

  @Test
  void silenceIsCountedUntilTheAgentAnswers() {
    RecordsFixture given = RecordsFixture.cluster(records, "silent", 1);
    observe(given, answered(node(0), Optional.of(FACTS)));
    for (int cycle = 1; cycle <= 3; cycle++) {
      int second = cycle;
      given.cycle(writes -> {
        writes
            .nodes()
            .observe(
                List.of(new NodeObservation.Silent(node(0), "connection refused")), after(second));
        return 0;
      });
    }

    NodeRecord silent = records.nodes().find(given.cluster(), node(0)).orElseThrow();
    assertThat(silent.seen().status()).isEqualTo(NodeStatus.UNREACHABLE);
    assertThat(silent.failures().lastError()).contains("connection refused");
    assertThat(silent.failures().since()).contains(after(1));
    assertThat(silent.failures().cycles()).isEqualTo(3);
    assertThat(silent.seen().upSince()).isEmpty();
    assertThat(silent.facts().platform()).contains("linux-amd64");

    observe(given, answered(node(0), Optional.empty()));
    NodeRecord back = records.nodes().find(given.cluster(), node(0)).orElseThrow();
    assertThat(back.failures().lastError()).isEmpty();
    assertThat(back.failures().cycles()).isZero();
  }

  @Test
  void troubleWithAPushLeavesTheStatusAlone() {
    RecordsFixture given = RecordsFixture.cluster(records, "trouble", 1);
    observe(given, answered(node(0), Optional.empty()));
    observe(given, new NodeObservation.Troubled(node(0), "the push failed"));

    NodeRecord node = records.nodes().find(given.cluster(), node(0)).orElseThrow();

    assertThat(node.seen().status()).isEqualTo(NodeStatus.UP);
    assertThat(node.seen().upSince()).contains(T0);
    assertThat(node.failures().lastError()).contains("the push failed");
  }

  @Test
  void rangesCoverEveryNodeOnce() {
    RecordsFixture given = RecordsFixture.cluster(records, "ranges", 7);

    List<NodeSelection.Range> ranges = records.nodeVisits().ranges(given.cluster(), 3);

    assertThat(ranges)
        .containsExactly(
            new NodeSelection.Range(node(0), node(2)),
            new NodeSelection.Range(node(3), node(5)),
            new NodeSelection.Range(node(6), node(6)));
    assertThat(records.nodeVisits().of(given.cluster(), ranges.get(1)))
        .extracting(NodeVisit::id)
        .containsExactly(node(3), node(4), node(5));
    assertThat(
            records
                .nodeVisits()
                .of(given.cluster(), NodeSelection.named(List.of(node(6), new NodeId("none")))))
        .extracting(NodeVisit::id)
        .containsExactly(node(6));
    assertThat(records.nodeVisits().statuses(given.cluster())).hasSize(7);
  }

  @Test
  void nodesAreListedByStatusRoleAndLabels() {
    RecordsFixture given = RecordsFixture.cluster(records, "listed", 3);
    observe(given, answered(node(1), Optional.empty()));

    assertThat(ids(given, new NodeFilter(Optional.of(NodeStatus.UP), Optional.empty(), Map.of())))
        .containsExactly(node(1));
    assertThat(
            ids(
                given,
                new NodeFilter(Optional.empty(), Optional.of("broker"), Map.of("rack", "a"))))
        .hasSize(3);
    assertThat(ids(given, new NodeFilter(Optional.empty(), Optional.empty(), Map.of("rack", "b"))))
        .isEmpty();
  }

  @Test
  void whatIsWatchedHasSentActions() {
    RecordsFixture given = RecordsFixture.cluster(records, "watched", 3);
    NewAction sent = given.action(node(1), ActionState.PENDING_SCHEDULE, T0);
    NewAction waiting = given.action(node(2), ActionState.PENDING_SCHEDULE, T0);
    records.actions().insert(List.of(sent, waiting));
    given.cycle(writes -> writes.actions().send(List.of(sent.id()), T0));

    assertThat(records.nodeVisits().toWatch(given.cluster()))
        .extracting(NodeVisit::id)
        .containsExactly(node(1));
  }

  @Test
  void aNodeWithUnfinishedActionsIsNotRemoved() {
    RecordsFixture given = RecordsFixture.cluster(records, "removal", 2);
    records.actions().insert(List.of(given.action(node(0), ActionState.RUNNING, T0)));

    assertThat(records.nodes().remove(given.cluster(), node(0)))
        .isEqualTo(new NodeRemoval.Refused(1));
    assertThat(records.nodes().remove(given.cluster(), node(1)))
        .isEqualTo(new NodeRemoval.Removed());
    assertThat(records.nodes().remove(given.cluster(), node(1)))
        .isEqualTo(new NodeRemoval.NotFound());
  }

  @Test
  void playbooksArePlannedOnEveryNodeByItsHost() {
    RecordsFixture given = RecordsFixture.cluster(records, "planned", 2);

    assertThat(records.nodes().planContext(given.cluster()).nodes())
        .extracting(candidate -> candidate.id() + "@" + candidate.address())
        .containsExactly("n-0000@127.0.0.1", "n-0001@127.0.0.1");
  }

  private List<NodeId> ids(RecordsFixture given, NodeFilter filter) {
    return records.nodes().list(given.cluster(), filter, PageRequest.FIRST).items().stream()
        .map(NodeRecord::id)
        .toList();
  }

  private static void observe(RecordsFixture given, NodeObservation observation) {
    given.cycle(writes -> {
      writes.nodes().observe(List.of(observation), after(1));
      return 0;
    });
  }

  private static NodeObservation answered(NodeId node, Optional<NodeFacts> facts) {
    return new NodeObservation.Answered(
        node,
        NodeStatus.UP,
        Optional.empty(),
        Optional.of(T0),
        5,
        new UUID(1, 2),
        Optional.empty(),
        facts);
  }
}
