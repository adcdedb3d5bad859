package dev.muster.domain.cluster;

import java.util.Optional;

/** What becomes of an agent that wants to join. Nothing that exists is taken over. */
public final class JoinDecision {

  private JoinDecision() {}

  /** What there is of the node that it says it looks after. */
  public sealed interface Present {

    /** No such node. */
    record Nobody() implements Present {}

    /** A node that did not join. */
    record Added() implements Present {}

    /** A node that joined, or was given a token. */
    record Known(Admission admission, Proof proof) implements Present {}
  }

  /** Whether the agent has the token of the node that is there. */
  public enum Proof {
    /** It is the same agent, whose answer was lost perhaps. */
    SAME,
    /** It is another one. */
    OTHER
  }

  /** What becomes of it. */
  public sealed interface Outcome {

    /** It is new. */
    record Register() implements Outcome {}

    /** It has joined before. */
    record Repeated(Admission admission) implements Outcome {}

    /** It cannot join so; a sentence that says what to do. */
    record Refused(String why) implements Outcome {}
  }

  /**
   * Decides.
   *
   * @param atAddress another node of the cluster with the address that the agent gave
   */
  public static Outcome judge(
      ClusterName cluster, NodeId node, Present present, Optional<NodeId> atAddress) {
    if (atAddress.isPresent()) {
      return new Outcome.Refused(
          "node %s of cluster %s has this address already; give the agent another --address, or remove that node (muster node remove %s %s)"
              .formatted(atAddress.get(), cluster, cluster, atAddress.get()));
    }
    return switch (present) {
      case Present.Nobody() -> new Outcome.Register();
      case Present.Added() ->
          new Outcome.Refused(
              "cluster %s has a node %s that did not join; give the agent another --node, remove that node (muster node remove %s %s), or give it the agent's token (muster node token set)"
                  .formatted(cluster, node, cluster, node));
      case Present.Known(Admission admission, Proof proof) ->
          known(cluster, node, admission, proof);
    };
  }

  private static Outcome known(ClusterName cluster, NodeId node, Admission admission, Proof proof) {
    if (admission == Admission.REVOKED) {
      return new Outcome.Refused(
          "node %s of cluster %s was revoked; whoever wants it back removes it first (muster node remove %s %s)"
              .formatted(node, cluster, cluster, node));
    }
    return switch (proof) {
      case SAME -> new Outcome.Repeated(admission);
      case OTHER ->
          new Outcome.Refused(
              "another agent has joined cluster %s as node %s; give this one another --node, or, if it takes that one's place, remove the node first (muster node remove %s %s)"
                  .formatted(cluster, node, cluster, node));
    };
  }
}
