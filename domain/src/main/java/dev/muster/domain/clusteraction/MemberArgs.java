package dev.muster.domain.clusteraction;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.member.Adjustment;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Arguments of actions that change the members of a cluster. */
sealed interface MemberArgs {

  /** Whether it waits until nothing else runs on the cluster, and lets nothing in. */
  Optional<Boolean> exclusive();

  /**
   * What a new cluster is to look like.
   *
   * @param desired how many members; as many as it must have unless said otherwise
   */
  record OfCreate(
      String profile,
      Optional<Integer> minSize,
      Optional<Integer> maxSize,
      Optional<Integer> desired,
      Optional<Boolean> exclusive)
      implements MemberArgs {}

  /** Nothing else. */
  record OfNothing(Optional<Boolean> exclusive) implements MemberArgs {}

  /**
   * What is to be other.
   *
   * @param profileOnly whether members stay as they are, and only new ones get the profile
   */
  record OfUpdate(
      Optional<String> profile,
      Optional<Boolean> profileOnly,
      Optional<Integer> minSize,
      Optional<Integer> maxSize,
      Optional<Boolean> exclusive)
      implements MemberArgs {}

  /**
   * How many members there are to be.
   *
   * @param strict whether a size out of bounds is refused; otherwise the nearest one is taken
   */
  record OfResize(
      Optional<Adjustment.Type> adjustmentType,
      Optional<Double> number,
      Optional<Integer> minStep,
      Optional<Integer> minSize,
      Optional<Integer> maxSize,
      Optional<Boolean> strict,
      Optional<Boolean> exclusive)
      implements MemberArgs {}

  /**
   * How many members come or go.
   *
   * @param candidates which go, instead of a number
   */
  record OfScale(
      Optional<Integer> count, Optional<List<NodeId>> candidates, Optional<Boolean> exclusive)
      implements MemberArgs {}

  /**
   * Some nodes.
   *
   * @param destroy whether their providers remove them
   */
  record OfNodes(List<NodeId> nodes, Optional<Boolean> destroy, Optional<Boolean> exclusive)
      implements MemberArgs {}

  /**
   * Members that go, and what takes their places.
   *
   * @param nodes by member, the node that is there and takes its place
   * @param members in whose places new ones are made
   */
  record OfReplace(
      Optional<Map<String, NodeId>> nodes,
      Optional<List<NodeId>> members,
      Optional<Boolean> destroy,
      Optional<Boolean> exclusive)
      implements MemberArgs {}

  /**
   * How members are brought back.
   *
   * @param check whether providers look first, and only who is not active is brought back
   */
  record OfRecover(
      Optional<Operation> operation, Optional<Boolean> check, Optional<Boolean> exclusive)
      implements MemberArgs {}

  /**
   * One member, or a node that is to be one.
   *
   * @param profile of an update
   * @param destroy of a removal: whether its provider removes it
   * @param operation of a recovery
   * @param check of a recovery: whether its provider looks first
   */
  record OfOne(
      NodeId node,
      Optional<String> profile,
      Optional<Boolean> destroy,
      Optional<Operation> operation,
      Optional<Boolean> check,
      Optional<Boolean> exclusive)
      implements MemberArgs {}

  /** What a provider does to bring a member back (OpenStack Senlin). */
  enum Operation {
    REBOOT,
    REBUILD,
    RECREATE
  }
}
