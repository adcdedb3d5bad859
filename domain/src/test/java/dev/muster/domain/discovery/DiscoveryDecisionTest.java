package dev.muster.domain.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.AgentAddress;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.rollout.Share;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class DiscoveryDecisionTest {

  private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
  private static final DiscoveryName HOSTS = new DiscoveryName("hosts");
  private static final DiscoveryName CMDB = new DiscoveryName("cmdb");

  @Test
  void newNodesAreAddedAndOthersFollowTheirSource() {
    DiscoveryNext.Take take =
        take(
            List.of(wanted("a"), wanted("b", Map.of("zone", "2"))),
            List.of(known(wanted("b", Map.of("zone", "1")), HOSTS)));

    assertThat(take.added()).containsExactly(wanted("a"));
    assertThat(take.changed()).containsExactly(wanted("b", Map.of("zone", "2")));
    assertThat(take.vanished()).isEmpty();
  }

  @Test
  void aReadingThatBringsNothingNewWritesNothing() {
    DiscoveryNext.Take take = take(List.of(wanted("a")), List.of(known(wanted("a"), HOSTS)));

    assertThat(take.writes()).isFalse();
    assertThat(take.notes()).isEmpty();
  }

  @Test
  void halfOfTheNodesMayVanishAndMoreAreHeld() {
    List<KnownNode> four = four();

    assertThat(take(List.of(wanted("n0"), wanted("n1")), four).vanished())
        .containsExactly(new NodeId("n2"), new NodeId("n3"));
    DiscoveryNext.Held held = held(List.of(wanted("n0")), four);
    assertThat(held.vanishing()).hasSize(3);
    assertThat(held.why()).contains("3 of its 4 nodes");
  }

  @Test
  void aSourceThatNamesNothingIsHeldWhateverMayVanish() {
    DiscoveryDecision.Source all =
        new DiscoveryDecision.Source(HOSTS, rules(Share.percent(100)), Optional.empty());

    assertThat(DiscoveryDecision.of(all, List.of(), four(), NOW))
        .isInstanceOf(DiscoveryNext.Held.class);
    assertThat(DiscoveryDecision.of(all, List.of(wanted("new")), four(), NOW))
        .isInstanceOf(DiscoveryNext.Take.class);
  }

  @Test
  void whatWasConfirmedIsTakenAndOnlyThat() {
    String key = held(List.of(), four()).key();
    DiscoveryDecision.Source confirmed =
        new DiscoveryDecision.Source(HOSTS, DiscoveryRules.DEFAULT, Optional.of(key));

    assertThat(DiscoveryDecision.of(confirmed, List.of(wanted("n0")), four(), NOW))
        .as("others would vanish than were confirmed")
        .isInstanceOf(DiscoveryNext.Held.class);
    DiscoveryNext.Take take =
        (DiscoveryNext.Take) DiscoveryDecision.of(confirmed, List.of(), four(), NOW);
    assertThat(take.vanished()).hasSize(4);
  }

  @Test
  void nothingOfAHeldReadingIsTaken() {
    assertThat(held(List.of(wanted("x"), wanted("y")), four()).vanishing()).hasSize(4);
  }

  @Test
  void whatAPersonAddedOrAnotherSourceNamesStaysAndDoesNotVanish() {
    KnownNode byHand =
        new KnownNode(
            new NodeId("h"),
            "http://h:1",
            Optional.empty(),
            Map.of(),
            Optional.empty(),
            Optional.empty());
    List<KnownNode> nodes = List.of(byHand, known(wanted("c"), CMDB), known(wanted("a"), HOSTS));

    DiscoveryNext.Take take = take(List.of(wanted("a"), wanted("h"), wanted("c")), nodes);
    assertThat(take.writes()).isFalse();
    assertThat(take.notes())
        .containsExactly(
            "h was added by hand and stays as it is",
            "c is of discovery cmdb and stays as that says");
    assertThat(take(List.of(wanted("a")), nodes).vanished()).isEmpty();
  }

  @Test
  void aVanishedNodeIsBackWhoeverNamesIt() {
    DiscoveryNext.Take take = take(List.of(wanted("c")), List.of(vanished("c", CMDB, NOW)));

    assertThat(take.back()).containsExactly(wanted("c"));
    assertThat(take.added()).isEmpty();
  }

  @Test
  void aVanishedNodeGoesWhenItsTimeIsOver() {
    DiscoveryRules rules =
        new DiscoveryRules(
            Duration.ofMinutes(1),
            Optional.empty(),
            Share.percent(50),
            Optional.of(Duration.ofDays(7)),
            List.of());
    DiscoveryDecision.Source source = new DiscoveryDecision.Source(HOSTS, rules, Optional.empty());
    List<KnownNode> nodes =
        List.of(
            vanished("old", HOSTS, NOW.minus(Duration.ofDays(7))),
            vanished("young", HOSTS, NOW.minus(Duration.ofDays(6))),
            vanished("other", CMDB, NOW.minus(Duration.ofDays(9))));

    DiscoveryNext.Take take =
        (DiscoveryNext.Take) DiscoveryDecision.of(source, List.of(), nodes, NOW);
    assertThat(take.removed()).containsExactly(new NodeId("old"));
    assertThat(take(List.of(), nodes).removed()).as("without a time").isEmpty();
  }

  @Test
  void twoNodesNeverHaveOneAgentUnlessOneOfThemGoes() {
    KnownNode byHand = known(wanted("old"), "http://new:8234", Optional.empty());
    assertThat(take(List.of(wanted("new")), List.of(byHand)).notes())
        .containsExactly("new was not taken: node old has its agent http://new:8234");

    WantedNode renamed =
        new WantedNode(new NodeId("b2"), wanted("b").agent(), Optional.empty(), Map.of());
    DiscoveryNext.Take take =
        take(
            List.of(wanted("a"), renamed),
            List.of(known(wanted("a"), HOSTS), known(wanted("b"), HOSTS)));
    assertThat(take.added()).containsExactly(renamed);
    assertThat(take.vanished()).containsExactly(new NodeId("b"));
  }

  @Test
  void aNodeThatMayNotMoveKeepsItsAgentAndSoDoesWhoeverWaitsForThat() {
    KnownNode byHand = known(wanted("hand"), "http://c:1", Optional.empty());
    KnownNode first = known(wanted("first"), "http://a:1", Optional.of(HOSTS));
    KnownNode second = known(wanted("second"), "http://b:1", Optional.of(HOSTS));

    DiscoveryNext.Take take =
        take(
            List.of(
                at("third", "http://b:1"), at("second", "http://a:1"), at("first", "http://c:1")),
            List.of(byHand, first, second));

    assertThat(take.writes()).as("each waits for the next, and the last may not").isFalse();
    assertThat(take.notes())
        .containsExactly(
            "third was not taken: node second has its agent http://b:1",
            "second was not taken: node first has its agent http://a:1",
            "first was not taken: node hand has its agent http://c:1");
  }

  @Test
  void whatWasTakenIsNothingNewTheNextTimeWhateverItWas() {
    Random random = new Random(41);
    for (int i = 0; i < 4_000; i++) {
      List<KnownNode> nodes = randomNodes(random);
      List<WantedNode> wanted = randomWanted(random);
      if (next(wanted, nodes) instanceof DiscoveryNext.Take take) {
        assertThat(after(nodes, take))
            .as("case %d: one agent a node", i)
            .filteredOn(node -> node.vanishedAt().isEmpty())
            .extracting(KnownNode::agent)
            .doesNotHaveDuplicates();
        DiscoveryNext again = next(wanted, after(nodes, take));
        assertThat(again).isInstanceOf(DiscoveryNext.Take.class);
        assertThat(((DiscoveryNext.Take) again).writes()).as("case %d", i).isFalse();
      }
    }
  }

  private static List<KnownNode> randomNodes(Random random) {
    List<KnownNode> nodes = new ArrayList<>();
    for (int node = 0; node < 8; node++) {
      Optional<DiscoveryName> source =
          List.of(Optional.of(HOSTS), Optional.of(CMDB), Optional.<DiscoveryName>empty())
              .get(random.nextInt(3));
      boolean gone = source.isPresent() && random.nextInt(3) == 0;
      if (random.nextBoolean()) {
        nodes.add(
            new KnownNode(
                new NodeId("n" + node),
                "http://n" + node + ":8234",
                Optional.empty(),
                Map.of("v", Integer.toString(random.nextInt(2))),
                source,
                gone ? Optional.of(NOW) : Optional.empty()));
      }
    }
    return nodes;
  }

  private static List<WantedNode> randomWanted(Random random) {
    List<String> agents = new ArrayList<>(IntStream.range(0, 8).mapToObj(i -> "n" + i).toList());
    if (random.nextBoolean()) {
      Collections.shuffle(agents, random);
    }
    return IntStream.range(0, 8)
        .filter(node -> random.nextInt(3) > 0)
        .mapToObj(node ->
            new WantedNode(
                new NodeId("n" + node),
                new AgentAddress("http://%s:8234".formatted(agents.get(node))),
                Optional.empty(),
                Map.of("v", Integer.toString(random.nextInt(2)))))
        .toList();
  }

  private static List<KnownNode> after(List<KnownNode> nodes, DiscoveryNext.Take take) {
    Map<NodeId, KnownNode> after = new HashMap<>();
    nodes.forEach(node -> after.put(node.id(), node));
    take.vanished().forEach(id -> after.put(id, vanished(id.value(), HOSTS, NOW)));
    take.added().forEach(node -> after.put(node.id(), known(node, HOSTS)));
    take.changed().forEach(node -> after.put(node.id(), known(node, HOSTS)));
    take.back().forEach(node -> after.put(node.id(), known(node, HOSTS)));
    return List.copyOf(after.values());
  }

  private static List<KnownNode> four() {
    return IntStream.range(0, 4).mapToObj(i -> known(wanted("n" + i), HOSTS)).toList();
  }

  private static DiscoveryNext next(List<WantedNode> wanted, List<KnownNode> nodes) {
    return DiscoveryDecision.of(
        new DiscoveryDecision.Source(HOSTS, DiscoveryRules.DEFAULT, Optional.empty()),
        wanted,
        nodes,
        NOW);
  }

  private static DiscoveryNext.Take take(List<WantedNode> wanted, List<KnownNode> nodes) {
    return (DiscoveryNext.Take) next(wanted, nodes);
  }

  private static DiscoveryNext.Held held(List<WantedNode> wanted, List<KnownNode> nodes) {
    return (DiscoveryNext.Held) next(wanted, nodes);
  }

  private static DiscoveryRules rules(Share mayVanish) {
    return new DiscoveryRules(
        Duration.ofMinutes(1), Optional.empty(), mayVanish, Optional.empty(), List.of());
  }

  private static WantedNode wanted(String id) {
    return wanted(id, Map.of());
  }

  private static WantedNode wanted(String id, Map<String, String> labels) {
    return new WantedNode(
        new NodeId(id), new AgentAddress("http://" + id + ":8234"), Optional.empty(), labels);
  }

  private static WantedNode at(String id, String agent) {
    return new WantedNode(new NodeId(id), new AgentAddress(agent), Optional.empty(), Map.of());
  }

  private static KnownNode known(WantedNode node, String agent, Optional<DiscoveryName> source) {
    return new KnownNode(node.id(), agent, node.role(), node.labels(), source, Optional.empty());
  }

  private static KnownNode known(WantedNode node, DiscoveryName source) {
    return known(node, node.agent().value(), Optional.of(source));
  }

  private static KnownNode vanished(String id, DiscoveryName source, Instant at) {
    return new KnownNode(
        new NodeId(id),
        "http://" + id + ":8234",
        Optional.empty(),
        Map.of(),
        Optional.of(source),
        Optional.of(at));
  }
}
