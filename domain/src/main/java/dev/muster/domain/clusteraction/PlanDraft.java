package dev.muster.domain.clusteraction;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.clusteraction.PlanPhase.Gate;
import dev.muster.domain.clusteraction.PlanPhase.Weight;
import dev.muster.domain.clusteraction.PlanWork.When;
import dev.muster.domain.member.Candidates;
import dev.muster.domain.member.Criterion;
import dev.muster.domain.member.Deed;
import dev.muster.domain.member.Member;
import dev.muster.domain.member.MemberChange.ClusterShape;
import dev.muster.domain.member.MemberRecord;
import dev.muster.domain.member.MemberState;
import dev.muster.domain.member.Membership.KnownNode;
import dev.muster.domain.member.Profile;
import dev.muster.domain.member.ProfileKey;
import dev.muster.domain.protocol.WireFormat;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A plan that is being made: what verbs say is to be done, in the words of phases. What is refused
 * is answered with the reason, and nothing of the draft counts then.
 */
final class PlanDraft {

  private final ActionId action;
  private final Roster roster;
  private final ObjectNode data;
  private final Instant now;
  private final List<PlanPhase> phases = new ArrayList<>();

  PlanDraft(ActionId action, Roster roster, ObjectNode data, Instant now) {
    this.action = action;
    this.roster = roster;
    this.data = data;
    this.now = now;
  }

  Roster roster() {
    return roster;
  }

  Instant now() {
    return now;
  }

  /** What policies decided. */
  ObjectNode data() {
    return data;
  }

  void add(PlanPhase phase) {
    phases.add(phase);
  }

  boolean isEmpty() {
    return phases.isEmpty();
  }

  PlanCourse course() {
    return PlanCourse.of(phases);
  }

  /** A number that policies decided, such as {@code creation.count}. */
  Optional<Integer> decided(String what, String name) {
    JsonNode value = data.path(what).path(name);
    return value.isInt() ? Optional.of(value.asInt()) : Optional.empty();
  }

  /** A truth value that policies decided. */
  boolean decided(String what, String name, boolean otherwise) {
    return data.path(what).path(name).asBoolean(otherwise);
  }

  /** Nodes that policies decided on. */
  Optional<List<NodeId>> candidates() {
    JsonNode named = data.path("deletion").path("candidates");
    if (!named.isArray() || named.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        named.valueStream().map(JsonNode::asString).map(NodeId::new).distinct().toList());
  }

  /** As many as have to go, by chance where nothing else decides, broken ones first. */
  List<NodeId> chosen(int count) {
    return Candidates.of(
        roster.plain(), count, Criterion.RANDOM, action.value().getLeastSignificantBits());
  }

  /** Makes the cluster larger by new members. */
  Optional<String> grow(int count) {
    int capacity = roster.size() + count;
    return roster
        .sizes()
        .tooMany(capacity)
        .or(() -> create(count))
        .or(() -> {
          roster.desire(capacity);
          return Optional.empty();
        });
  }

  /** Makes new members, whatever the sizes say. */
  Optional<String> create(int count) {
    if (count == 0) {
      return Optional.empty();
    }
    Optional<ProfileKey> key = roster.shape().profile();
    if (key.isEmpty()) {
      return Optional.of(
          "cluster %s has no profile to make members from (expected: one of cluster.create or cluster.update)"
              .formatted(roster.was().cluster()));
    }
    Profile profile = roster.profile(key.get()).orElseThrow().profile();
    List<PlanWork> works = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      JsonNode place = data.path("placement").path("placements").path(i);
      Optional<NodeId> provider = Placing.provider(roster, profile, place);
      if (provider.isEmpty()) {
        return Optional.of(Placing.none(roster, profile, place));
      }
      works.add(deed(Deed.CREATE, newMember(key.get(), provider.get(), place)));
    }
    phases.add(PlanPhase.of(works));
    around("added", works.stream().map(PlanWork::member).toList());
    return Optional.empty();
  }

  private NodeId newMember(ProfileKey profile, NodeId provider, JsonNode place) {
    NodeId name = roster.nextName();
    ObjectNode memberData = WireFormat.JSON.createObjectNode();
    if (place.isObject()) {
      memberData.set("placement", place);
    }
    Member member =
        new Member(
            name,
            roster.lastIndex(),
            Optional.of(provider),
            MemberState.CREATING,
            now,
            roster.profile(profile).orElseThrow().since(),
            false,
            memberData,
            Optional.empty());
    roster.put(
        new MemberRecord(
            member,
            Optional.of(profile),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(action)));
    return name;
  }

  /** Nodes that are there become members. */
  Optional<String> join(List<NodeId> nodes) {
    for (NodeId node : nodes) {
      if (roster.find(node).isPresent()) {
        return Optional.of("%s is a member already".formatted(node));
      }
      if (!roster.was().nodes().containsKey(node)) {
        return Optional.of(
            "cluster %s has no node %s (see: muster node list %s)"
                .formatted(roster.was().cluster(), node, roster.was().cluster()));
      }
      roster.put(joined(node));
    }
    around("added", nodes);
    return Optional.empty();
  }

  private MemberRecord joined(NodeId node) {
    ClusterShape shape = roster.shape();
    roster.resize(new ClusterShape(shape.sizes(), shape.nextIndex() + 1, shape.profile()));
    KnownNode known = Optional.ofNullable(roster.was().nodes().get(node)).orElseThrow();
    Member member =
        new Member(
            node,
            roster.lastIndex(),
            Optional.empty(),
            MemberState.ACTIVE,
            now,
            now,
            false,
            WireFormat.JSON.createObjectNode(),
            Optional.of(known.status()));
    return new MemberRecord(
        member,
        Optional.empty(),
        Optional.empty(),
        Optional.of(known.address()),
        Optional.empty(),
        Optional.empty());
  }

  /** Makes the cluster smaller by these. */
  Optional<String> shrink(List<NodeId> goers, boolean destroy) {
    boolean reduces = decided("deletion", "reduce_desired_capacity", true);
    int capacity = roster.size() - goers.size();
    Optional<String> whyNot = missing(goers).or(() -> roster.sizes().tooFew(capacity));
    if (whyNot.isEmpty()) {
      remove(goers, destroy, Map.of());
      if (reduces) {
        roster.desire(capacity);
      }
    }
    return whyNot;
  }

  /** Why these are not all members, each named once. */
  Optional<String> missing(List<NodeId> nodes) {
    if (nodes.stream().distinct().count() < nodes.size()) {
      return Optional.of("a member is named twice");
    }
    return nodes.stream()
        .filter(node -> roster.find(node).isEmpty())
        .findFirst()
        .map(node ->
            "%s is no member of cluster %s (see: muster member list %s)"
                .formatted(node, roster.was().cluster(), roster.was().cluster()));
  }

  /**
   * Members go, after others that take their places.
   *
   * @param destroy whether providers remove them; what no provider made just leaves
   */
  void remove(List<NodeId> goers, boolean destroy, Map<NodeId, NodeId> after) {
    boolean destroys = decided("deletion", "destroy_after_deletion", destroy);
    around("removing", goers, after);
    List<PlanWork> works = new ArrayList<>();
    for (NodeId goer : goers) {
      boolean byProvider = destroys && roster.find(goer).orElseThrow().hasProvider();
      works.add(
          new PlanWork(
              goer,
              byProvider ? Optional.of(Deed.DELETE) : Optional.empty(),
              Optional.empty(),
              When.ALWAYS,
              Optional.ofNullable(after.get(goer)).map(List::of).orElse(List.of()),
              WireFormat.JSON.createObjectNode()));
    }
    Optional<Duration> grace =
        decided("deletion", "grace_period").filter(seconds -> seconds > 0).map(Duration::ofSeconds);
    if (!works.isEmpty()) {
      phases.add(new PlanPhase(works, grace, Gate.ALWAYS, Weight.COUNTS, Hooks.of(data)));
    }
  }

  private void around(String occasion, List<NodeId> members) {
    around(occasion, members, Map.of());
  }

  /** What policies want done around members: one phase for each thing, one after the other. */
  private void around(String occasion, List<NodeId> members, Map<NodeId, NodeId> after) {
    for (JsonNode one : data.path("around").path(occasion)) {
      PlanWork.Errand errand = Errands.of(one);
      phases.add(
          PlanPhase.of(
              members.stream()
                  .map(node ->
                      new PlanWork(
                          node,
                          Optional.empty(),
                          Optional.of(errand),
                          When.ALWAYS,
                          Optional.ofNullable(after.get(node)).map(List::of).orElse(List.of()),
                          WireFormat.JSON.createObjectNode()))
                  .toList()));
    }
  }

  static PlanWork deed(Deed deed, NodeId member) {
    return new PlanWork(
        member,
        Optional.of(deed),
        Optional.empty(),
        When.ALWAYS,
        List.of(),
        WireFormat.JSON.createObjectNode());
  }
}
