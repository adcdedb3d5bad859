package dev.muster.domain.autopilot;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.Dialect;
import dev.muster.domain.rollout.Share;
import dev.muster.domain.run.SettleRule;
import dev.muster.domain.run.Window;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a Plan of v1beta2 cannot say, from annotations beside it: {@code muster.dev/settle} ({@code
 * 30s}: how long a node must be well before the next; or {@code wait=5s,stable=30s,timeout=5m}),
 * {@code muster.dev/windows} ({@code Mon-Thu 22:00+6h Europe/Rome; Sat 08:00+4h}), {@code
 * muster.dev/batches} ({@code 1,10%,50%}; of workers), {@code muster.dev/node-deadline} and {@code
 * muster.dev/deadline} (durations), {@code muster.dev/drain-timeout}, {@code
 * muster.dev/drain-grace}, {@code muster.dev/drain} ({@code skip}), {@code
 * muster.dev/keep-cordoned} ({@code true}), {@code muster.dev/approval} ({@code 1}: people who must
 * agree before each command's first wave; also with {@code from} as in playbooks), {@code
 * muster.dev/max-failures} (a share), {@code muster.dev/after} ({@code CLUSTER/PLAN}: begin when
 * that plan is Completed), {@code muster.dev/dialect}.
 *
 * @param batches of workers, in place of {@code limits.concurrent}; empty for none
 * @param nodeDeadline longest time of a node's chain
 * @param deadline longest time of the plan, from its creation
 */
public record PlanTerms(
    Optional<SettleRule> settle,
    List<Window> windows,
    List<Share> batches,
    Optional<Duration> nodeDeadline,
    Optional<Duration> deadline,
    Draining draining,
    Care care,
    Optional<After> after,
    Optional<Dialect> dialect) {

  /** Nothing beside the plan. */
  public static final PlanTerms NONE =
      new PlanTerms(
          Optional.empty(),
          List.of(),
          List.of(),
          Optional.empty(),
          Optional.empty(),
          Draining.USUAL,
          Care.USUAL,
          Optional.empty(),
          Optional.empty());

  /** Whether a node is drained, and what becomes of its cordon. */
  public enum Cordon {
    /** Uncordoned after the update, unless it was cordoned before. */
    LIFTED,
    /** It stays cordoned after the update. */
    KEPT,
    /** Neither cordoned nor drained. */
    SKIPPED
  }

  /**
   * How nodes that run workloads are drained.
   *
   * @param timeout until the node fails; the agent's own (120 s, as Autopilot) if nothing is said
   * @param grace of pods, in place of their own
   */
  public record Draining(Cordon cordon, Optional<Duration> timeout, Optional<Duration> grace) {

    static final Draining USUAL = new Draining(Cordon.LIFTED, Optional.empty(), Optional.empty());
  }

  /**
   * What people want to be asked, and how much may fail.
   *
   * @param approvals people who must agree before each command; 0 for none
   * @param approvers as {@code from} of a playbook's approval; empty for everybody
   * @param maxFailures nodes of a wave that may fail
   */
  public record Care(int approvals, List<String> approvers, Share maxFailures) {

    static final Care USUAL = new Care(0, List.of(), Share.nodes(0));
  }

  /** The plan that must be Completed first. */
  public record After(ClusterName cluster, String plan) {}
}
