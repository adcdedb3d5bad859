package dev.muster.records.autopilot;

import dev.muster.domain.action.Actor;
import dev.muster.domain.autopilot.AutopilotPlan;
import dev.muster.domain.autopilot.ChannelIndex;
import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.autopilot.RunningVersions;
import dev.muster.domain.autopilot.StandingPlan;
import dev.muster.domain.autopilot.UpdateConfig;
import dev.muster.domain.autopilot.UpdateConfigReader;
import dev.muster.domain.autopilot.UpdateConfigReading;
import dev.muster.domain.autopilot.UpdateDecision;
import dev.muster.domain.autopilot.UpdateFacts;
import dev.muster.domain.autopilot.UpdateNext;
import dev.muster.domain.autopilot.UpdateWindow;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.playbook.Finding;
import dev.muster.records.Records;
import dev.muster.records.audit.NewAuditEntry;
import dev.muster.records.nodes.NodeFilter;
import dev.muster.records.nodes.NodeRecord;
import dev.muster.records.sql.PageRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Looks of update configurations, for a loop of the worker: {@link #take} one, ask its server, and
 * {@link #keep} what came of it. Between the two nothing is locked; who takes one is alone with it
 * for a while, so that one that dies with it costs a delay.
 */
public final class UpdateTurns {

  private static final PageRequest SOME = new PageRequest(PageRequest.MAX_LIMIT, Optional.empty());

  private final Records records;
  private final AutopilotRecords autopilot;
  private final PlanShowing showing;
  private final ObjectWrites writes;

  public UpdateTurns(Records records) {
    this.records = records;
    this.autopilot = records.autopilot();
    this.showing = new PlanShowing(records);
    this.writes = new ObjectWrites(records);
  }

  /** The words of {@link UpdateLooks.Last#result}. */
  public enum Result {
    /** A plan was made. */
    STARTED,
    /** There is nothing to do. */
    NOTHING,
    /** The server did not answer, or with what is no offer. */
    AWAY,
    /** A plan was made and not admitted. */
    REFUSED
  }

  /**
   * A look that is to be done.
   *
   * @param object the configuration as it was then; if it changes meanwhile, the look is void
   */
  public record Look(StoredObject object, UpdateConfig config, UpdateFacts facts) {}

  /** Configurations that are to look now, the longest due first. */
  public List<ObjectKey> due(Instant now) {
    return autopilot.looks().due(now);
  }

  /**
   * Takes a look; empty if it is not due any more, somebody else has it, or its window is not open,
   * in which case it is due when that opens.
   *
   * @param longest until somebody else may take it
   */
  public Optional<Look> take(ObjectKey key, Instant now, Duration longest) {
    return records
        .transaction(() -> taken(key, now, longest))
        .map(taken ->
            new Look(
                taken.object(),
                taken.config(),
                new UpdateFacts(
                    taken.object().uid(),
                    records.nodes().planContext(key.cluster()).nodes(),
                    running(key.cluster()),
                    standing(key.cluster()).map(plan -> StandingPlan.of(plan.json())))));
  }

  private record Taken(StoredObject object, UpdateConfig config) {}

  private Optional<Taken> taken(ObjectKey key, Instant now, Duration longest) {
    Optional<StoredObject> object = autopilot.objects().find(key);
    boolean due =
        object
            .flatMap(found -> autopilot.looks().locked(found.uid()))
            .flatMap(UpdateLooks.Standing::next)
            .filter(next -> !next.isAfter(now))
            .isPresent();
    if (!due) {
      return Optional.empty();
    }
    StoredObject found = object.orElseThrow();
    Optional<UpdateConfig> config = config(found);
    boolean open = config.filter(one -> UpdateWindow.isOpen(one.strategy(), now)).isPresent();
    Optional<Instant> next =
        open
            ? Optional.of(now.plus(longest))
            : config.flatMap(one -> UpdateWindow.first(one.strategy(), now));
    autopilot.looks().plan(found.uid(), next);
    return open ? config.map(one -> new Taken(found, one)) : Optional.empty();
  }

  /** Empty if it was admitted by an older Muster, and is not by this one. */
  private static Optional<UpdateConfig> config(StoredObject object) {
    return UpdateConfigReader.read(object.json()) instanceof UpdateConfigReading.Taken taken
        ? Optional.of(taken.config())
        : Optional.empty();
  }

  private Optional<StoredObject> standing(ClusterName cluster) {
    showing.look(cluster);
    return autopilot.objects().find(planOf(cluster));
  }

  private static ObjectKey planOf(ClusterName cluster) {
    return new ObjectKey(cluster, ObjectKind.PLAN, AutopilotPlan.NAME);
  }

  /** Where no node is a controller, some nodes stand for all. */
  private RunningVersions running(ClusterName cluster) {
    List<NodeRecord> controllers = records.nodes().controllers(cluster);
    List<NodeRecord> nodes =
        controllers.isEmpty()
            ? records.nodes().list(cluster, NodeFilter.ALL, SOME).items()
            : controllers;
    return RunningVersions.of(
        nodes.stream()
            .map(node ->
                new RunningVersions.Node(node.registered().role(), node.facts().attributes()))
            .toList());
  }

  /**
   * Keeps what a look found, and does what follows from it; the run that began by it, to be handed
   * to the engine.
   *
   * @param every between two looks within a window
   */
  public Optional<StartedRun> keep(Look look, ChannelIndex index, Instant now, Duration every) {
    showing.look(look.object().key().cluster());
    return records.transaction(() -> {
      ObjectKey key = look.object().key();
      boolean same =
          autopilot.objects().lock(key.cluster())
              && autopilot
                  .objects()
                  .find(key)
                  .filter(object -> object.version() == look.object().version())
                  .isPresent();
      if (!same) {
        return Optional.empty();
      }
      Done done = done(look, index, now);
      Optional<Instant> next = UpdateWindow.next(look.config().strategy(), now, every);
      autopilot
          .looks()
          .keep(
              look.object().uid(),
              new UpdateLooks.Standing(
                  next,
                  Optional.of(new UpdateLooks.Last(now, done.result().name(), done.why())),
                  done.plan()));
      return done.run();
    });
  }

  private record Done(Result result, String why, Optional<String> plan, Optional<StartedRun> run) {

    static Done without(Result result, String why) {
      return new Done(result, why, Optional.empty(), Optional.empty());
    }
  }

  private Done done(Look look, ChannelIndex index, Instant now) {
    return switch (index) {
      case ChannelIndex.Unusable(String why) -> Done.without(Result.AWAY, why);
      case ChannelIndex.Offer offer -> {
        ClusterName cluster = look.object().key().cluster();
        Optional<StoredObject> standing = autopilot.objects().find(planOf(cluster));
        UpdateNext next =
            UpdateDecision.decide(
                look.config(),
                offer,
                running(cluster),
                standing.map(plan -> StandingPlan.of(plan.json())),
                now);
        yield switch (next) {
          case UpdateNext.Wait(String why) -> Done.without(Result.NOTHING, why);
          case UpdateNext.Start start -> started(look, start, standing, now);
        };
      }
    };
  }

  private Done started(
      Look look, UpdateNext.Start start, Optional<StoredObject> standing, Instant now) {
    ObjectKey config = look.object().key();
    Writer writer =
        new Writer(
            autopilot.looks().author(look.object().uid()), Actor.updateConfig(config.name()), now);
    ObjectOutcome outcome =
        standing
            .map(plan -> writes.change(plan, start.over(plan.json()), writer))
            .orElseGet(() -> writes.create(planOf(config.cluster()), start.plan(), writer));
    return switch (outcome) {
      case ObjectOutcome.Refused(List<Finding> findings) ->
          Done.without(Result.REFUSED, findings.getFirst().message());
      case ObjectOutcome.Written written -> {
        records.audit().insert(entry(writer, written, start.why()));
        yield new Done(
            Result.STARTED, start.why(), Optional.of(written.object().key().name()), written.run());
      }
    };
  }

  private static NewAuditEntry entry(Writer writer, ObjectOutcome.Written written, String why) {
    StoredObject plan = written.object();
    return new NewAuditEntry(
        writer.at(),
        writer.actor().toString(),
        "k0s.plan.apply",
        Optional.of(plan.key().cluster()),
        written.run().map(started -> started.run().id()),
        Optional.empty(),
        Map.of(
            "plan", plan.key().name(),
            "id", plan.spec().path("id").asString(""),
            "by", writer.requester(),
            "why", why));
  }
}
