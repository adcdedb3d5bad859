package dev.muster.records.discoveries;

import static dev.muster.records.RecordsFixture.T0;
import static dev.muster.records.RecordsFixture.after;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.AgentAddress;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.discovery.DiscoveryName;
import dev.muster.domain.discovery.DiscoveryRules;
import dev.muster.domain.discovery.DiscoverySource;
import dev.muster.domain.discovery.SourceReading;
import dev.muster.domain.discovery.WantedNode;
import dev.muster.domain.rollout.Share;
import dev.muster.records.CountingDataSource;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.audit.AuditEntry;
import dev.muster.records.audit.AuditFilter;
import dev.muster.records.nodes.NewNode;
import dev.muster.records.nodes.NodeRecord;
import dev.muster.records.nodes.NodeRegistration;
import dev.muster.records.nodes.NodeRemoval;
import dev.muster.records.nodes.NodeSelection;
import dev.muster.records.sql.PageRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class DiscoveryReadingsTest {

  @AutoClose private final TestDatabase database = TestDatabase.fresh();
  private final Records records = database.records();
  private final RecordsFixture prod = RecordsFixture.cluster(records, "prod", 0);
  private final DiscoveryKey hosts = new DiscoveryKey(prod.cluster(), new DiscoveryName("hosts"));

  @Test
  void aNodeVanishesAndComesBackAsTheSameNode() {
    create(DiscoveryRules.DEFAULT);
    take(after(1), "a", "b");
    Instant added = node("a").addedAt();

    take(after(2), "b");

    NodeRecord gone = node("a");
    assertThat(gone.seen().status()).isEqualTo(NodeStatus.VANISHED);
    assertThat(gone.seen().reason()).contains("discovery hosts no longer names it");
    assertThat(gone.seen().vanishedAt()).contains(after(2));
    assertThat(records.nodes().planContext(prod.cluster()).nodes())
        .extracting(candidate -> candidate.id().value())
        .containsExactly("b");
    assertThat(visited()).containsExactly("b");
    assertThat(records.nodeVisits().statuses(prod.cluster()))
        .containsEntry(new NodeId("a"), NodeStatus.VANISHED);

    take(after(3), "a", "b");

    NodeRecord back = node("a");
    assertThat(back.seen().status()).isEqualTo(NodeStatus.UNKNOWN);
    assertThat(back.seen().vanishedAt()).isEmpty();
    assertThat(back.addedAt()).isEqualTo(added);
    assertThat(visited()).containsExactly("a", "b");
    assertThat(audited())
        .containsExactlyInAnyOrder(
            "discovery:hosts discovery.take {added=2: a, b, discovery=hosts}",
            "discovery:hosts discovery.take {vanished=1: a, discovery=hosts}",
            "discovery:hosts discovery.take {back=1: a, discovery=hosts}");
  }

  @Test
  void aVanishedNodeIsVisitedAsLongAsItsAgentMayHaveAnAction() {
    create(DiscoveryRules.DEFAULT);
    take(after(1), "a", "b");
    records.actions().insert(List.of(prod.action(new NodeId("a"), ActionState.RUNNING, after(1))));

    take(after(2), "b");

    assertThat(visited()).containsExactly("a", "b");
  }

  @Test
  void whatIsUnusableChangesNoNodeAndSaysSoWithItsTime() {
    create(DiscoveryRules.DEFAULT);
    take(after(1), "a", "b");

    records
        .discoveryReadings()
        .take(discovery(), new SourceReading.Unusable("it is no JSON"), after(2));
    records
        .discoveryReadings()
        .take(discovery(), new SourceReading.Unusable("status 500"), after(3));

    DiscoveryStanding standing = discovery().standing();
    assertThat(standing.trouble()).contains(new DiscoveryStanding.Trouble("status 500", after(2)));
    assertThat(standing.goodAt()).contains(after(1));
    assertThat(standing.nodes()).isEqualTo(2);
    assertThat(visited()).containsExactly("a", "b");

    take(after(4), "a", "b");
    assertThat(discovery().standing().trouble()).isEmpty();
  }

  @Test
  void moreThanHalfAreHeldUntilSomebodyConfirms() {
    create(DiscoveryRules.DEFAULT);
    take(after(1), "a", "b", "c");
    take(after(2), "c", "d");
    take(after(3), "c", "d");

    DiscoveryStanding.HeldBack held = discovery().standing().held().orElseThrow();
    assertThat(held.count()).isEqualTo(2);
    assertThat(held.some()).containsExactly(new NodeId("a"), new NodeId("b"));
    assertThat(held.since()).isEqualTo(after(2));
    assertThat(visited()).containsExactly("a", "b", "c");
    assertThat(records.discoveries().confirm(hosts, "other", "ada", after(4))).isEmpty();

    assertThat(records.discoveries().confirm(hosts, held.key(), "ada", after(5))).isPresent();
    take(after(6), "a");
    take(after(6), "c", "d");
    assertThat(visited()).as("the next reading was another one").containsExactly("a", "b", "c");
    assertThat(records.discoveries().confirm(hosts, held.key(), "ada", after(6))).isPresent();
    take(after(6), "c", "d");

    assertThat(visited()).containsExactly("c", "d");
    assertThat(discovery().standing().held()).isEmpty();
    assertThat(discovery().standing().confirmed()).isEmpty();
    assertThat(audited().stream().filter(one -> one.contains("discovery.hold"))).hasSize(3);
  }

  @Test
  void aReadingOfADefinitionThatWasChangedMeanwhileIsNotTaken() {
    create(DiscoveryRules.DEFAULT);
    DiscoveryRecord before = discovery();
    records.discoveries().change(hosts, one -> one, "ada", after(1));

    records.discoveryReadings().take(before, named("a"), after(2));

    assertThat(visited()).isEmpty();
  }

  @Test
  void tenThousandNodesAreTakenInAFewSecondsAndTheSameAgainWritesNothing() {
    create(DiscoveryRules.DEFAULT);
    String[] many = IntStream.range(0, 10_000).mapToObj("n-%05d"::formatted).toArray(String[]::new);
    long began = System.nanoTime();

    take(after(1), many);

    assertThat(Duration.ofNanos(System.nanoTime() - began))
        .isLessThan(Duration.ofSeconds(5L * Long.getLong("muster.slack", 1)));
    CountingDataSource counted = new CountingDataSource(database.dataSource());
    DiscoveryRecord known = discovery();
    SourceReading again = named(many);
    DiscoveryReadings readings = Records.open(counted.dataSource()).discoveryReadings();
    assertThat(counted.during(() -> readings.take(known, again, after(2))))
        .as("statements: the nodes are read, and that is all")
        .isEqualTo(1);
    assertThat(discovery()).isEqualTo(known);
  }

  @Test
  void aPersonDoesNotChangeWhatADiscoverySaysButTakesWhatVanished() {
    create(DiscoveryRules.DEFAULT);
    take(after(1), "a", "b");

    assertThat(records.nodes().register(byHand("a")))
        .isEqualTo(new NodeRegistration.Discovered(hosts.name()));
    assertThat(records.nodes().remove(prod.cluster(), new NodeId("a")))
        .isEqualTo(new NodeRemoval.Discovered(hosts.name()));

    take(after(2), "b");
    assertThat(records.nodes().register(byHand("a"))).isInstanceOf(NodeRegistration.Updated.class);
    assertThat(node("a").registered().discovery()).isEmpty();
    assertThat(node("a").seen().status()).isEqualTo(NodeStatus.UNKNOWN);
    take(after(3), "a", "b");
    assertThat(node("a").registered().discovery()).isEmpty();
    assertThat(discovery().standing().notes())
        .containsExactly("a was added by hand and stays as it is");
  }

  @Test
  void theNodesOfARemovedDiscoveryStay() {
    create(DiscoveryRules.DEFAULT);
    take(after(1), "a", "b");

    assertThat(records.discoveries().remove(hosts)).isTrue();

    assertThat(visited()).containsExactly("a", "b");
    assertThat(node("a").registered().discovery()).isEmpty();
    assertThat(records.discoveries().remove(hosts)).isFalse();
  }

  @Test
  void aVanishedNodeGoesAfterItsTimeUnlessSomethingIsUnfinished() {
    create(
        new DiscoveryRules(
            Duration.ofMinutes(1),
            Optional.empty(),
            Share.percent(100),
            Optional.of(Duration.ofSeconds(60)),
            List.of()));
    take(after(1), "a", "b", "c");
    records.actions().insert(List.of(prod.action(new NodeId("b"), ActionState.RUNNING, after(1))));
    take(after(2), "c");

    take(after(61), "c");
    assertThat(records.nodes().find(prod.cluster(), new NodeId("a"))).isPresent();
    take(after(62), "c");

    assertThat(records.nodes().find(prod.cluster(), new NodeId("a"))).isEmpty();
    assertThat(records.nodes().find(prod.cluster(), new NodeId("b"))).isPresent();
  }

  @Test
  void thereIsNoDiscoveryOfNoClusterAndOneOfEachName() {
    create(DiscoveryRules.DEFAULT);

    assertThat(records.discoveries().create(wanted(hosts, DiscoveryRules.DEFAULT)))
        .isInstanceOf(DiscoveryCreation.Existing.class);
    DiscoveryKey nowhere = new DiscoveryKey(new ClusterName("nowhere"), hosts.name());
    assertThat(records.discoveries().create(wanted(nowhere, DiscoveryRules.DEFAULT)))
        .isInstanceOf(DiscoveryCreation.NoCluster.class);
  }

  private void create(DiscoveryRules rules) {
    assertThat(records.discoveries().create(wanted(hosts, rules)))
        .isInstanceOf(DiscoveryCreation.Created.class);
  }

  private static NewDiscovery wanted(DiscoveryKey key, DiscoveryRules rules) {
    return new NewDiscovery(
        key, new DiscoverySource(DiscoverySource.Kind.FILE, "/etc/hosts.yaml"), rules, T0, "ada");
  }

  private void take(Instant at, String... nodes) {
    records.discoveryReadings().take(discovery(), named(nodes), at);
  }

  private static SourceReading.Named named(String... nodes) {
    return new SourceReading.Named(
        List.of(nodes).stream()
            .map(id ->
                new WantedNode(
                    new NodeId(id),
                    new AgentAddress("http://" + id + ":8234"),
                    Optional.empty(),
                    Map.of("zone", "a")))
            .toList(),
        List.of());
  }

  private NewNode byHand(String id) {
    return new NewNode(
        prod.cluster(),
        new NodeId(id),
        "http://elsewhere:1",
        AgentProtocol.MUSTER_AGENT_V1,
        Optional.empty(),
        Map.of(),
        after(2),
        "ada");
  }

  private DiscoveryRecord discovery() {
    return records.discoveries().find(hosts).orElseThrow();
  }

  private NodeRecord node(String id) {
    return records.nodes().find(prod.cluster(), new NodeId(id)).orElseThrow();
  }

  private List<String> visited() {
    return records.nodeVisits().of(prod.cluster(), NodeSelection.all()).stream()
        .map(visit -> visit.id().value())
        .toList();
  }

  private List<String> audited() {
    return records.audit().list(AuditFilter.ALL, PageRequest.FIRST).items().stream()
        .map(AuditEntry::entry)
        .map(entry -> "%s %s %s".formatted(entry.actor(), entry.what(), entry.detail()))
        .toList();
  }
}
