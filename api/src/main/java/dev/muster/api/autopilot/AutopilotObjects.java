package dev.muster.api.autopilot;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.requests.Caller;
import dev.muster.api.runs.RunHandOver;
import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.playbook.Finding;
import dev.muster.domain.run.RunId;
import dev.muster.records.Records;
import dev.muster.records.autopilot.AutopilotRecords;
import dev.muster.records.autopilot.ControlNodes;
import dev.muster.records.autopilot.ObjectChanges;
import dev.muster.records.autopilot.ObjectKey;
import dev.muster.records.autopilot.ObjectOutcome;
import dev.muster.records.autopilot.ObjectPage;
import dev.muster.records.autopilot.ObjectWrites;
import dev.muster.records.autopilot.PlanShowing;
import dev.muster.records.autopilot.StartedRun;
import dev.muster.records.autopilot.StoredObject;
import dev.muster.records.autopilot.Writer;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * Plans, update configurations and control nodes of clusters, for every door that leads to them.
 * Whatever is read is brought up to date first: the status of a plan follows its run.
 */
public final class AutopilotObjects {

  private final Records records;
  private final AutopilotRecords autopilot;
  private final ObjectSignals signals;
  private final RunHandOver engine;
  private final Clock clock;

  public AutopilotObjects(Records records, ObjectSignals signals, RunHandOver engine, Clock clock) {
    this.records = records;
    this.autopilot = records.autopilot();
    this.signals = signals;
    this.engine = engine;
    this.clock = clock;
  }

  /**
   * The object as it is now; empty if there is none.
   *
   * @throws ProblemException (404) if there is no such cluster
   */
  public Optional<StoredObject> find(ObjectKey key) {
    look(key.cluster(), key.kind());
    return autopilot.objects().find(key);
  }

  /** All of a kind, by name, with the cluster's version. */
  public ObjectPage list(ClusterName cluster, ObjectKind kind) {
    look(cluster, kind);
    return autopilot.objects().list(cluster, kind).orElseThrow(() -> noSuch(cluster));
  }

  /** What changed since a version, for one kind. Brings up to date first. */
  public ObjectChanges since(ClusterName cluster, ObjectKind kind, long version) {
    look(cluster, kind);
    return autopilot.objects().since(cluster, kind, version).orElseThrow(() -> noSuch(cluster));
  }

  private void look(ClusterName cluster, ObjectKind kind) {
    requireCluster(cluster);
    switch (kind) {
      case PLAN -> new PlanShowing(records).look(cluster);
      case CONTROL_NODE -> new ControlNodes(records).look(cluster, clock.instant());
      case UPDATE_CONFIG -> {}
    }
  }

  /**
   * Nothing if there is such a cluster.
   *
   * @throws ProblemException (404) if there is none
   */
  public void requireCluster(ClusterName cluster) {
    if (autopilot.objects().version(cluster).isEmpty()) {
      throw noSuch(cluster);
    }
  }

  private static ProblemException noSuch(ClusterName cluster) {
    return ProblemException.notFound(
        "there is no cluster %s; GET /v1/clusters lists them".formatted(cluster));
  }

  /**
   * Calls {@code touched} whenever something of the cluster's objects may have changed (a write, a
   * run that moved), from another thread, often; until the result is closed.
   */
  public ObjectSignals.Subscription listen(ClusterName cluster, Runnable touched) {
    return signals.watch(cluster, touched);
  }

  /**
   * Makes an object. A plan is translated, its targets frozen, and its run started.
   *
   * @param object whole, as it was sent: metadata.labels, .annotations, .managedFields and spec are
   *     taken; status is ignored
   */
  public ObjectWrite create(
      ObjectKey key, ObjectNode object, Seriousness seriousness, Caller caller) {
    return write(
        key,
        seriousness,
        before -> {
          if (before.isPresent()) {
            return Made.of(new ObjectWrite.Exists(before.get()));
          }
          List<Finding> hidden = OtherClusters.hidden(key, object);
          if (!hidden.isEmpty()) {
            return Made.of(new ObjectWrite.Refused(hidden));
          }
          return kept("create", writes().create(key, object, writer(caller)), caller);
        });
  }

  /**
   * Changes an object, in one transaction under its lock.
   *
   * @param change from the whole object as it is to the whole object as it is wanted; its
   *     exceptions reach the caller, and nothing is written then
   */
  public ObjectWrite change(
      ObjectKey key,
      Precondition precondition,
      Function<ObjectNode, ObjectNode> change,
      Seriousness seriousness,
      Caller caller) {
    return write(
        key,
        seriousness,
        before -> expected(before, precondition, is -> changed(is, change, caller)));
  }

  private Made changed(
      StoredObject before, Function<ObjectNode, ObjectNode> change, Caller caller) {
    ObjectNode wanted = change.apply(before.json());
    if (ObjectWrites.isSame(before, wanted)) {
      return Made.of(new ObjectWrite.Unchanged(before));
    }
    List<Finding> hidden = OtherClusters.hidden(before.key(), wanted);
    if (!hidden.isEmpty()) {
      return Made.of(new ObjectWrite.Refused(hidden));
    }
    return kept("change", writes().change(before, wanted, writer(caller)), caller);
  }

  /** Tries a plan again that ended otherwise than Completed. */
  public ObjectWrite retry(ObjectKey key, Caller caller) {
    return write(
        key,
        Seriousness.DONE,
        before ->
            expected(
                before,
                Precondition.NONE,
                is -> kept("retry", writes().retry(is, writer(caller)), caller)));
  }

  /** Deletes an object. A plan that runs is cancelled: what runs on nodes ends, nothing starts. */
  public ObjectWrite delete(
      ObjectKey key, Precondition precondition, Seriousness seriousness, Caller caller) {
    return write(
        key, seriousness, before -> expected(before, precondition, is -> deleted(is, caller)));
  }

  private Made deleted(StoredObject object, Caller caller) {
    Optional<RunId> run = writes().openRun(object);
    StoredObject last = writes().delete(object, writer(caller));
    records.audit().insert(ObjectAudit.entry("delete", last, writer(caller), run));
    return new Made(
        new ObjectWrite.Done(last),
        () ->
            run.flatMap(records.runs()::find)
                .ifPresent(open ->
                    engine.cancel(
                        open, caller.name(), "plan %s was deleted".formatted(last.key().name()))));
  }

  /**
   * What a transaction made.
   *
   * @param then to be done once it is committed
   */
  private record Made(ObjectWrite write, Runnable then) {

    static Made of(ObjectWrite write) {
      return new Made(write, () -> {});
    }
  }

  /** Undoes what was only tried. */
  private static final class Tried extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Made made;

    Tried(Made made) {
      super("only tried", null, false, false);
      this.made = made;
    }
  }

  private ObjectWrite write(
      ObjectKey key, Seriousness seriousness, Function<Optional<StoredObject>, Made> work) {
    Supplier<Made> locked =
        () -> {
          if (!autopilot.objects().lock(key.cluster())) {
            throw noSuch(key.cluster());
          }
          new PlanShowing(records).look(key.cluster());
          return work.apply(autopilot.objects().find(key));
        };
    if (seriousness == Seriousness.TRIED) {
      try {
        return records
            .<Made>transaction(() -> {
              throw new Tried(locked.get());
            })
            .write();
      } catch (Tried tried) {
        return tried.made.write();
      }
    }
    Made made = records.transaction(locked);
    made.then().run();
    return made.write();
  }

  private static Made expected(
      Optional<StoredObject> before, Precondition precondition, Function<StoredObject, Made> then) {
    if (before.isEmpty()) {
      return Made.of(new ObjectWrite.Missing());
    }
    StoredObject object = before.get();
    if (precondition.uid().filter(uid -> !uid.equals(object.uid())).isPresent()) {
      return Made.of(
          new ObjectWrite.Conflict(
              object, "its uid is %s: it was deleted and made anew".formatted(object.uid())));
    }
    if (precondition.version().filter(version -> version != object.version()).isPresent()) {
      return Made.of(
          new ObjectWrite.Conflict(
              object,
              "it has been changed since, to version %d; read it again and repeat the change"
                  .formatted(object.version())));
    }
    return then.apply(object);
  }

  private Made kept(String verb, ObjectOutcome outcome, Caller caller) {
    return switch (outcome) {
      case ObjectOutcome.Refused(List<Finding> findings) ->
          Made.of(new ObjectWrite.Refused(findings));
      case ObjectOutcome.Written(StoredObject object, Optional<StartedRun> run) -> {
        records
            .audit()
            .insert(
                ObjectAudit.entry(
                    verb, object, writer(caller), run.map(started -> started.run().id())));
        yield new Made(
            new ObjectWrite.Done(object),
            () -> run.ifPresent(started -> engine.start(started.run(), started.plan())));
      }
    };
  }

  private ObjectWrites writes() {
    return new ObjectWrites(records);
  }

  private Writer writer(Caller caller) {
    return Writer.person(caller.name(), clock.instant());
  }
}
