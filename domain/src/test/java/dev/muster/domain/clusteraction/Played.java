package dev.muster.domain.clusteraction;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.clusteraction.ClusterActionNext.Await;
import dev.muster.domain.clusteraction.ClusterActionNext.Changing;
import dev.muster.domain.clusteraction.ClusterActionNext.Derive;
import dev.muster.domain.clusteraction.ClusterActionNext.DerivedAction;
import dev.muster.domain.clusteraction.ClusterActionNext.End;
import dev.muster.domain.clusteraction.ClusterActionView.Clocks;
import dev.muster.domain.clusteraction.ClusterActionView.EndedChild;
import dev.muster.domain.clusteraction.ClusterActionView.Moment;
import dev.muster.domain.member.Member;
import dev.muster.domain.member.MemberChange;
import dev.muster.domain.member.MemberChange.ClusterShape;
import dev.muster.domain.member.MemberChange.WithNode;
import dev.muster.domain.member.MemberRecord;
import dev.muster.domain.member.MemberState;
import dev.muster.domain.member.Membership;
import dev.muster.domain.member.Membership.Known;
import dev.muster.domain.member.Membership.KnownNode;
import dev.muster.domain.member.Profile;
import dev.muster.domain.member.ProfileKey;
import dev.muster.domain.member.Sizes;
import dev.muster.domain.policy.Binding;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.request.StrictJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A cluster in memory whose actions on members are decided and carried out, one at a time. */
final class Played {

  static final Instant T0 = Instant.parse("2026-03-02T08:00:00Z");

  final Map<NodeId, MemberRecord> members = new TreeMap<>();
  final Map<NodeId, KnownNode> nodes = new TreeMap<>();
  final Map<ProfileKey, Known> profiles = new LinkedHashMap<>();
  final List<DerivedAction> derived = new ArrayList<>();
  List<Binding> policies = List.of();
  ClusterShape shape = ClusterShape.NONE;
  ObjectNode data = WireFormat.JSON.createObjectNode();
  Optional<String> cancelledBy = Optional.empty();
  ActionState state = ActionState.RUNNING;
  Instant now = T0;
  Set<NodeId> busy = Set.of();
  private int actions;
  private int phase;
  private final Map<ActionId, Integer> phaseOf = new LinkedHashMap<>();

  /** What a provider answers to a derived action. */
  record Answer(ActionState state, boolean touched, String payload, Optional<String> why) {

    static Answer done() {
      return new Answer(ActionState.DONE, true, "{\"status\": \"ACTIVE\"}", Optional.empty());
    }

    /** This one, if nothing was done; otherwise the provider lost it. */
    Answer when(boolean nothing) {
      return nothing ? this : new Answer(ActionState.LOST, true, "{}", Optional.of("silent"));
    }

    static Answer failed(String why) {
      return new Answer(ActionState.FAILED, true, "{}", Optional.of(why));
    }
  }

  Played() {
    node("p1", Map.of("provider", "yes"));
    profile(1);
  }

  Played node(String name, Map<String, String> labels) {
    nodes.put(
        new NodeId(name),
        new KnownNode(labels, NodeStatus.UP, "http://127.0.0.1:" + (9000 + nodes.size())));
    return this;
  }

  Played profile(int version) {
    profiles.put(
        new ProfileKey("small", version),
        new Known(
            StrictJson.MAPPER.readValue(
                "{\"name\": \"small\", \"providers\": {\"labels\": {\"provider\": \"yes\"}}, \"spec\": {\"disk\": %d}}"
                    .formatted(version),
                Profile.class),
            T0.plusSeconds(version)));
    return this;
  }

  /** With members that are well, named {@code prod-1} and so on. */
  static Played with(int members, int least, Optional<Integer> most) {
    Played played = new Played();
    played.shape =
        new ClusterShape(
            new Sizes(least, most, members), members + 1, Optional.of(new ProfileKey("small", 1)));
    for (int i = 1; i <= members; i++) {
      played.member("prod-" + i, i, MemberState.ACTIVE);
    }
    return played;
  }

  Played member(String name, int index, MemberState memberState) {
    NodeId id = new NodeId(name);
    members.put(
        id,
        new MemberRecord(
            new Member(
                id,
                index,
                Optional.of(new NodeId("p1")),
                memberState,
                T0.plusSeconds(index),
                T0,
                false,
                WireFormat.JSON.createObjectNode(),
                Optional.of(NodeStatus.UP)),
            Optional.of(new ProfileKey("small", 1)),
            Optional.of(WireFormat.JSON.readTree("{\"id\": \"vm-%s\"}".formatted(name))),
            Optional.of("http://127.0.0.1:" + (1000 + index)),
            memberState == MemberState.ERROR ? Optional.of("it broke") : Optional.empty(),
            Optional.empty()));
    node(name, Map.of());
    return this;
  }

  Membership membership() {
    return new Membership(
        new ClusterName("prod"), shape, List.copyOf(members.values()), nodes, profiles);
  }

  /** Plays one action to its end, as providers answer. */
  End play(String kind, String args, Function<DerivedAction, Answer> provider) {
    Step step = start(kind, args);
    while (step.end.isEmpty()) {
      step.answer(provider);
      step.next();
    }
    return step.end.get();
  }

  End play(String kind, String args) {
    return play(kind, args, action -> Answer.done());
  }

  Step start(String kind, String args) {
    return new Step(kind, args);
  }

  /** What derived actions did to members, in their order, a line for each phase. */
  List<String> phases() {
    Map<Integer, List<String>> lines = new TreeMap<>();
    for (DerivedAction action : derived) {
      lines
          .computeIfAbsent(phaseOf.getOrDefault(action.id(), -1), any -> new ArrayList<>())
          .add(action.kind() + " " + action.args().path("member").asString(""));
    }
    return lines.values().stream().map(line -> String.join(", ", line)).toList();
  }

  List<String> names() {
    return members.keySet().stream().map(NodeId::value).toList();
  }

  MemberState state(String name) {
    return Optional.ofNullable(members.get(new NodeId(name))).orElseThrow().state();
  }

  String address(String name) {
    return Optional.ofNullable(nodes.get(new NodeId(name))).orElseThrow().address();
  }

  /** One action on its way. */
  final class Step {

    private final ActionId id = ActionId.derived("played", actions++);
    private final Instant begun = now;
    private final ActionKind kind;
    private final JsonNode args;
    private final Map<ActionId, EndedChild> ended = new LinkedHashMap<>();
    private final Map<ActionId, JsonNode> outputs = new LinkedHashMap<>();
    final List<DerivedAction> open = new ArrayList<>();
    private Optional<PlanCourse> course = Optional.empty();
    Optional<End> end = Optional.empty();
    Optional<Instant> reviewAt = Optional.empty();

    private Step(String kind, String args) {
      this.kind = new ActionKind(kind);
      this.args = WireFormat.JSON.readTree(args);
      data = WireFormat.JSON.createObjectNode();
      carryOut(decide(new Moment.Beginning(this.args, Map.of(), Optional.of(scene()))));
    }

    private MemberScene scene() {
      return new MemberScene(membership(), policies, data, course, outputs, busy);
    }

    private ClusterActionNext decide(Moment moment) {
      ClusterActionView view =
          new ClusterActionView(
              id,
              kind,
              state,
              new Clocks(begun, Optional.empty(), Duration.ZERO),
              cancelledBy,
              Duration.ofMinutes(5),
              moment);
      ClusterActionNext next = ClusterActionDecision.next(view, now);
      if (!ClusterActionDecision.next(view, now).equals(next)) {
        throw new AssertionError("the same view gave two answers");
      }
      return next;
    }

    /** What a cycle that sees everything ended decides; nothing if something is open. */
    void next() {
      if (open.isEmpty() && end.isEmpty()) {
        carryOut(over());
      }
    }

    /** The answer of a cycle whose transaction is lost. */
    ClusterActionNext over() {
      return decide(new Moment.Over(args, List.copyOf(ended.values()), Optional.of(scene())));
    }

    void answer(Function<DerivedAction, Answer> provider) {
      List.copyOf(open).forEach(action -> answer(action, provider.apply(action)));
    }

    void answer(DerivedAction action, Answer answer) {
      open.remove(action);
      outputs.put(action.id(), WireFormat.JSON.readTree(answer.payload()));
      ended.put(
          action.id(),
          new EndedChild(
              action.id(),
              action.node(),
              answer.state(),
              answer.touched(),
              action.bestEffort(),
              answer.why(),
              Optional.empty()));
    }

    private void carryOut(ClusterActionNext next) {
      switch (next) {
        case Changing(var changes, ObjectNode now, var its, var then) -> {
          changes.forEach(this::write);
          data = now;
          // As it is read from the column.
          course =
              its.map(one ->
                      WireFormat.JSON.readValue(
                          WireFormat.JSON.writeValueAsString(one), PlanCourse.class))
                  .or(() -> course);
          carryOut(then);
        }
        case Derive(List<DerivedAction> more) -> {
          phase++;
          more.forEach(action -> phaseOf.put(action.id(), phase));
          derived.addAll(more);
          open.addAll(more);
        }
        case Await await -> reviewAt = await.reviewAt();
        case End over -> end = Optional.of(over);
      }
    }

    private void write(MemberChange change) {
      switch (change) {
        case MemberChange.Put(MemberRecord member) -> members.put(member.node(), member);
        case MemberChange.Reach(NodeId member, String address) ->
            nodes.put(member, new KnownNode(Map.of(), NodeStatus.UNKNOWN, address));
        case MemberChange.Drop(NodeId member, WithNode what) -> {
          members.remove(member);
          if (what == WithNode.GOES) {
            nodes.remove(member);
          }
        }
        case MemberChange.Resize(ClusterShape other) -> shape = other;
      }
    }
  }
}
