package dev.muster.domain.member;

import dev.muster.domain.cluster.NodeId;
import java.util.Optional;

/** What an action on a cluster changes of its members, for who writes it down. */
public sealed interface MemberChange {

  /** A member is new, or is other than it was. */
  record Put(MemberRecord member) implements MemberChange {}

  /** Its agent listens there: the cluster gets a node of its name, or that node moves. */
  record Reach(NodeId member, String address) implements MemberChange {}

  /** It is a member no more. */
  record Drop(NodeId member, WithNode node) implements MemberChange {}

  /** The cluster is to have other sizes, or another profile. */
  record Resize(ClusterShape shape) implements MemberChange {}

  /** What becomes of the node of a member that goes. */
  enum WithNode {
    /** It stays in the cluster. */
    STAYS,
    /** It goes too. */
    GOES
  }

  /**
   * What a cluster is to look like.
   *
   * @param nextIndex of the next member; those before were given away
   * @param profile that new members are made from
   */
  record ClusterShape(Sizes sizes, int nextIndex, Optional<ProfileKey> profile) {

    /** Of a cluster that never had members. */
    public static final ClusterShape NONE = new ClusterShape(Sizes.UNBOUNDED, 1, Optional.empty());
  }
}
