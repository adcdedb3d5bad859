package dev.muster.domain.policy;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.member.Member;
import dev.muster.domain.member.MemberState;
import dev.muster.domain.member.Sizes;
import dev.muster.domain.policy.PolicyChain.Decided;
import dev.muster.domain.protocol.WireFormat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A cluster with members and policies, and an action that they are asked about. */
final class PolicyScene {

  static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");
  static final ActionId ACTION = ActionId.parse("5d20c1b7-0c5f-4b5e-9a4e-000000000012");

  private final List<Member> members = new ArrayList<>();
  private final Map<NodeId, Map<String, String>> providers = new TreeMap<>();
  private final List<Binding> bindings = new ArrayList<>();
  private Sizes sizes = new Sizes(0, Optional.empty(), 0);
  private boolean succeeded = true;

  /** A document in JSON, where apostrophes stand for quotes. */
  static ObjectNode json(String text) {
    return (ObjectNode) WireFormat.JSON.readTree(text.replace('\'', '"'));
  }

  PolicyScene sizes(int least, int most) {
    sizes = new Sizes(least, Optional.of(most), members.size());
    return this;
  }

  PolicyScene failed() {
    succeeded = false;
    return this;
  }

  PolicyScene provider(String node, String... labels) {
    Map<String, String> all = new TreeMap<>();
    for (int i = 0; i < labels.length; i += 2) {
      all.put(labels[i], labels[i + 1]);
    }
    providers.put(new NodeId(node), all);
    return this;
  }

  PolicyScene members(int count) {
    for (int i = 0; i < count; i++) {
      member("", MemberState.ACTIVE, NodeStatus.UP);
    }
    return this;
  }

  /** The next member: {@code web-1}, {@code web-2} and so on, each a minute younger. */
  PolicyScene member(String provider, MemberState state, NodeStatus health) {
    int index = members.size() + 1;
    members.add(
        new Member(
            new NodeId("web-" + index),
            index,
            Optional.of(provider).filter(name -> !name.isEmpty()).map(NodeId::new),
            state,
            NOW.minusSeconds(3_600 - 60L * index),
            NOW.minusSeconds(3_600),
            false,
            WireFormat.JSON.createObjectNode(),
            Optional.of(health)));
    return this;
  }

  PolicyScene policy(String name, String type, String spec) {
    Policy policy = PolicyTypes.of(type).orElseThrow();
    return bound(name, policy, json(spec), policy.priority(), Optional.empty());
  }

  PolicyScene bound(
      String name, Policy type, JsonNode spec, int priority, Optional<Instant> lastOp) {
    bindings.add(new Binding(name, type, spec, priority, true, lastOp));
    return this;
  }

  PolicyScene disabled(String name, String type, String spec) {
    Policy policy = PolicyTypes.of(type).orElseThrow();
    bindings.add(new Binding(name, policy, json(spec), policy.priority(), false, Optional.empty()));
    return this;
  }

  List<Binding> bindings() {
    return bindings;
  }

  Decided before(String kind, String inputs) {
    return before(kind, inputs, WireFormat.JSON.createObjectNode());
  }

  Decided before(String kind, String inputs, ObjectNode data) {
    return PolicyChain.ask(bindings, occasion(Policy.Side.BEFORE, kind, json(inputs)), data);
  }

  Decided after(String kind, ObjectNode data) {
    return PolicyChain.ask(bindings, occasion(Policy.Side.AFTER, kind, json("{}")), data);
  }

  Occasion occasion(Policy.Side side, String kind, JsonNode inputs) {
    return new Occasion(
        side, ACTION, new ActionKind(kind), inputs, sizes, members, providers, NOW, succeeded);
  }
}
