package dev.muster.api.autopilot;

import dev.muster.api.requests.Caller;
import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.records.autopilot.ObjectChanges;
import dev.muster.records.autopilot.ObjectKey;
import dev.muster.records.autopilot.ObjectPage;
import dev.muster.records.autopilot.StoredObject;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/**
 * Plans, update configurations and control nodes of clusters, for every door that leads to them.
 * Whatever is read is brought up to date first: the status of a plan follows its run.
 */
public final class AutopilotObjects {

  /**
   * The object as it is now; empty if there is none.
   *
   * @throws dev.muster.api.problems.ProblemException (404) if there is no such cluster
   */
  public Optional<StoredObject> find(ObjectKey key) {
    throw new UnsupportedOperationException();
  }

  /** All of a kind, by name, with the cluster's version. */
  public ObjectPage list(ClusterName cluster, ObjectKind kind) {
    throw new UnsupportedOperationException();
  }

  /** What changed since a version, for one kind. Brings up to date first. */
  public ObjectChanges since(ClusterName cluster, ObjectKind kind, long version) {
    throw new UnsupportedOperationException();
  }

  /**
   * Calls {@code touched} whenever something of the cluster's objects may have changed (a write, a
   * run that moved), from another thread, often; until the result is closed.
   */
  public AutoCloseable listen(ClusterName cluster, Runnable touched) {
    throw new UnsupportedOperationException();
  }

  /**
   * Makes an object. A plan is translated, its targets frozen, and its run started.
   *
   * @param object whole, as it was sent: metadata.labels, .annotations, .managedFields and spec are
   *     taken; status is ignored
   */
  public ObjectWrite create(
      ObjectKey key, ObjectNode object, Seriousness seriousness, Caller caller) {
    throw new UnsupportedOperationException();
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
    throw new UnsupportedOperationException();
  }

  /** Deletes an object. A plan that runs is cancelled: what runs on nodes ends, nothing starts. */
  public ObjectWrite delete(
      ObjectKey key, Precondition precondition, Seriousness seriousness, Caller caller) {
    throw new UnsupportedOperationException();
  }
}
