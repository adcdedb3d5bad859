package dev.muster.domain.clusteraction;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.member.Member;
import dev.muster.domain.member.MemberChange;
import dev.muster.domain.member.MemberChange.ClusterShape;
import dev.muster.domain.member.MemberChange.WithNode;
import dev.muster.domain.member.MemberRecord;
import dev.muster.domain.member.MemberState;
import dev.muster.domain.member.Membership;
import dev.muster.domain.member.Membership.Known;
import dev.muster.domain.member.ProfileKey;
import dev.muster.domain.member.Sizes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The members of a cluster within one decision, and what it changes of them. */
final class Roster {

  private final Membership was;
  private final Map<NodeId, MemberRecord> members = new LinkedHashMap<>();
  private final List<MemberChange> changes = new ArrayList<>();
  private ClusterShape shape;

  Roster(Membership was) {
    this.was = was;
    this.shape = was.shape();
    was.members().stream()
        .sorted(Comparator.comparingInt(one -> one.member().index()))
        .forEach(one -> members.put(one.node(), one));
  }

  /** By their indexes. */
  List<MemberRecord> members() {
    return List.copyOf(members.values());
  }

  List<Member> plain() {
    return members.values().stream().map(MemberRecord::member).toList();
  }

  Optional<MemberRecord> find(NodeId node) {
    return Optional.ofNullable(members.get(node));
  }

  int size() {
    return members.size();
  }

  Sizes sizes() {
    return shape.sizes();
  }

  ClusterShape shape() {
    return shape;
  }

  Membership was() {
    return was;
  }

  Optional<Known> profile(ProfileKey key) {
    return Optional.ofNullable(was.profiles().get(key));
  }

  /** The newest version of a profile. */
  Optional<ProfileKey> newest(String name) {
    return was.profiles().keySet().stream()
        .filter(key -> key.name().equals(name))
        .max(Comparator.comparingInt(ProfileKey::version));
  }

  /** How many members a provider has. */
  long madeBy(NodeId provider) {
    return members.values().stream()
        .filter(one -> one.member().provider().equals(Optional.of(provider)))
        .count();
  }

  List<MemberChange> changes() {
    return List.copyOf(changes);
  }

  void put(MemberRecord member) {
    members.put(member.node(), member);
    changes.add(new MemberChange.Put(member));
  }

  void reach(NodeId member, String address) {
    changes.add(new MemberChange.Reach(member, address));
  }

  void drop(NodeId member, WithNode node) {
    members.remove(member);
    changes.add(new MemberChange.Drop(member, node));
  }

  void resize(ClusterShape other) {
    if (!other.equals(shape)) {
      shape = other;
      changes.add(new MemberChange.Resize(other));
    }
  }

  /** How many are to be there. */
  void desire(int members) {
    Sizes now = shape.sizes();
    resize(
        new ClusterShape(
            new Sizes(now.least(), now.most(), members), shape.nextIndex(), shape.profile()));
  }

  /** The next index, and the name that a member of it has; no node has that name. */
  NodeId nextName() {
    int index = shape.nextIndex();
    while (isTaken(name(index))) {
      index++;
    }
    resize(new ClusterShape(shape.sizes(), index + 1, shape.profile()));
    return name(index);
  }

  /** The index that was given away last. */
  int lastIndex() {
    return shape.nextIndex() - 1;
  }

  private boolean isTaken(NodeId name) {
    return was.nodes().containsKey(name) || members.containsKey(name);
  }

  private NodeId name(int index) {
    return new NodeId("%s-%d".formatted(was.cluster(), index));
  }

  long active() {
    return members.values().stream().filter(one -> one.state() == MemberState.ACTIVE).count();
  }
}
