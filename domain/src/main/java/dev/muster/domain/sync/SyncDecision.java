package dev.muster.domain.sync;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.ActionSnapshot;
import dev.muster.domain.protocol.SameJson;
import dev.muster.domain.sensitive.Masking;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** Compares an agent's snapshot with the records of its node. */
public final class SyncDecision {

  /**
   * What was known of an agent before its snapshot.
   *
   * @param cursor that the snapshot was asked for with; 0 for everything
   * @param epoch of its store when it was last seen
   * @param askedAt when the snapshot was asked for; what was sent later may be missing from it
   * @param reach how far the snapshot goes; empty if it tells all that the agent has
   */
  public record Before(long cursor, Optional<UUID> epoch, Instant askedAt, Optional<Reach> reach) {

    /** Of an agent whose snapshots tell all that it has. */
    public Before(long cursor, Optional<UUID> epoch, Instant askedAt) {
      this(cursor, epoch, askedAt, Optional.empty());
    }
  }

  /**
   * How far the snapshot of an agent goes that does not tell all that it has.
   *
   * @param askedFor actions that it was asked for one by one; of others that are missing nothing is
   *     known
   * @param keptSince the agent surely still knows what it got since then
   */
  public record Reach(Set<ActionId> askedFor, Instant keptSince) {}

  private SyncDecision() {}

  /**
   * Whether the agent's store is another than the one that the cursor came from, so that the
   * snapshot may lack what finished: ask again from 0, and compare that one.
   */
  public static boolean mustAskFromTheBeginning(Before before, ActionSnapshot snapshot) {
    return before.cursor() > 0
        && (storeReplaced(before, snapshot) || snapshot.cursor() < before.cursor());
  }

  /**
   * Whether the agent may have purged what it finished since it was last asked: even an action that
   * was not sent, as the records say, if these were set back.
   */
  public static boolean mayHaveForgotten(Before before, ActionSnapshot snapshot) {
    return before.cursor() > 0
        && snapshot.completeSince() > before.cursor()
        && !storeReplaced(before, snapshot);
  }

  /**
   * What to write. The changes come in the snapshot's order, then what is missing from it, in the
   * order of the records. Comparing the same snapshot again after the changes were written gives
   * none, but for a {@link Change.Stray} that the agent still works on.
   *
   * @param recorded every unfinished action of the node that its agent may have, and every action
   *     whose id the snapshot has, whatever its state; every unfinished one if {@link
   *     #mayHaveForgotten}
   */
  public static List<Change> reconcile(
      List<RecordedAction> recorded, ActionSnapshot snapshot, Before before) {
    Map<ActionId, RecordedAction> missing = new LinkedHashMap<>();
    recorded.forEach(action -> missing.put(action.id(), action));
    Map<ActionId, RecordedAction> known = Map.copyOf(missing);
    Map<ActionId, ActionReport> reports = new LinkedHashMap<>();
    for (ActionReport report : snapshot.actions()) {
      reports.putIfAbsent(new ActionId(report.id()), report);
    }
    List<Change> changes = new ArrayList<>();
    reports.forEach((id, report) -> {
      missing.remove(id);
      RecordedAction ours = known.get(id);
      if (ours == null) {
        changes.add(new Change.Found(id, report));
      } else {
        compare(ours, report).ifPresent(changes::add);
      }
    });
    for (RecordedAction action : missing.values()) {
      absent(action, snapshot, before).ifPresent(changes::add);
    }
    return List.copyOf(changes);
  }

  /** How long each action was executed that an agent reports as failed. */
  public static Map<ActionId, Duration> timesOfFailed(Collection<ActionSnapshot> snapshots) {
    Map<ActionId, Duration> failed = new LinkedHashMap<>();
    for (ActionSnapshot snapshot : snapshots) {
      for (ActionReport report : snapshot.actions()) {
        if (report.state() == ActionState.FAILED) {
          report.duration().ifPresent(took -> failed.put(new ActionId(report.id()), took));
        }
      }
    }
    return failed;
  }

  /**
   * Which of them failed because their time was over. The protocol has no word for it, but both
   * times are of the same clock: what failed no earlier than its timeout was stopped by it.
   *
   * @param timeouts of those that have one
   */
  public static Set<ActionId> timedOut(
      Map<ActionId, Duration> failed, Map<ActionId, Duration> timeouts) {
    Set<ActionId> timedOut = new LinkedHashSet<>();
    failed.forEach((id, took) -> {
      Duration timeout = timeouts.get(id);
      if (timeout != null && took.compareTo(timeout) >= 0) {
        timedOut.add(id);
      }
    });
    return timedOut;
  }

  private static Optional<Change> compare(RecordedAction ours, ActionReport report) {
    ActionId id = ours.id();
    boolean same =
        ours.kind().value().equals(report.kind()) && Masking.fits(report.args(), ours.args());
    if (ours.state() == ActionState.LOST) {
      return Optional.of(
          same
              ? new Change.Revived(id, report)
              : new Change.AgentWins(id, ActionState.LOST, report));
    }
    if (ours.state().isFinal()) {
      return report.state().isFinal()
          ? Optional.empty()
          : Optional.of(new Change.Stray(id, ours.state(), report));
    }
    if (!same || neverSent(ours.state())) {
      return Optional.of(new Change.AgentWins(id, ours.state(), report));
    }
    return moved(ours, report)
        ? Optional.of(new Change.Changed(id, ours.state(), report))
        : Optional.empty();
  }

  /** Somebody gave the agent an action that here still waits for a person or another action. */
  private static boolean neverSent(ActionState state) {
    return state == ActionState.PENDING_APPROVE
        || state == ActionState.WAITING
        || state == ActionState.WAITING_LIFECYCLE_COMPLETION;
  }

  /**
   * A step backwards, such as NEW after RUNNING, is not in the table and not recorded: an agent
   * whose store was set back will execute the action again and report that.
   */
  private static boolean moved(RecordedAction ours, ActionReport report) {
    if (ours.state() == report.state()) {
      return ours.state() == ActionState.RUNNING && !samePayload(ours.payload(), report.payload());
    }
    return ours.state().mayBecome(report.state());
  }

  private static boolean samePayload(Optional<JsonNode> ours, Optional<JsonNode> theirs) {
    return ours.isPresent() == theirs.isPresent()
        && (ours.isEmpty() || SameJson.same(ours.get(), theirs.get()));
  }

  private static Optional<Change> absent(
      RecordedAction action, ActionSnapshot snapshot, Before before) {
    if (before.reach().filter(reach -> !reach.askedFor().contains(action.id())).isPresent()) {
      return Optional.empty();
    }
    boolean sentLater =
        action.sentAt().isPresent() && !action.sentAt().get().isBefore(before.askedAt());
    boolean agentHadIt = action.state().isOnAgent();
    boolean mayHaveIt =
        action.state() == ActionState.PENDING_SCHEDULE && action.sentAt().isPresent();
    if (sentLater || !(agentHadIt || mayHaveIt)) {
      return unsent(action, snapshot, before);
    }
    if (storeReplaced(before, snapshot)) {
      return lost(action, "the agent's store was replaced");
    }
    if (snapshot.completeSince() > before.cursor()) {
      return lost(action, "the agent has purged what finished since it was last asked");
    }
    Instant sentAt = action.sentAt().orElse(before.askedAt());
    if (before.reach().filter(reach -> sentAt.isBefore(reach.keptSince())).isPresent()) {
      return lost(
          action,
          "the agent does not know it, but may have executed and forgotten it since it was sent");
    }
    return agentHadIt
        ? lost(action, "the agent no longer knows it")
        : Optional.of(new Change.SendAgain(action.id()));
  }

  /**
   * The records say that it was not sent. After they were set back, for instance to a backup, that
   * may not be so; the agent would tell, unless it has purged it. It must not be executed twice.
   */
  private static Optional<Change> unsent(
      RecordedAction action, ActionSnapshot snapshot, Before before) {
    boolean mayBeForgotten =
        action.state() == ActionState.PENDING_SCHEDULE
            && action.sentAt().isEmpty()
            && mayHaveForgotten(before, snapshot);
    return mayBeForgotten
        ? lost(
            action,
            "the agent has purged what finished since it was last asked, so nobody knows whether it"
                + " executed this")
        : Optional.empty();
  }

  private static Optional<Change> lost(RecordedAction action, String why) {
    return Optional.of(new Change.Lost(action.id(), action.state(), why));
  }

  private static boolean storeReplaced(Before before, ActionSnapshot snapshot) {
    return before.epoch().isPresent() && !before.epoch().get().equals(snapshot.info().epoch());
  }
}
