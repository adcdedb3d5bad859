package dev.muster.api.autopilot;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.api.requests.Caller;
import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.playbook.Finding;
import dev.muster.records.autopilot.ObjectKey;
import dev.muster.records.autopilot.StoredObject;
import java.util.List;
import java.util.stream.Collectors;

/** What the REST API makes of requests about objects. */
final class ObjectRequests {

  private final AutopilotObjects objects;

  ObjectRequests(AutopilotObjects objects) {
    this.objects = objects;
  }

  /** What became of a document that was applied. */
  record Applied(StoredObject object, Newness newness) {}

  /** Whether the object was there before. */
  enum Newness {
    MADE,
    KNOWN
  }

  /** Makes the object, or changes it into what the document says. */
  Applied apply(ObjectDocument document, Seriousness seriousness, Caller caller) {
    ObjectWrite made = objects.create(document.key(), document.object(), seriousness, caller);
    if (!(made instanceof ObjectWrite.Exists)) {
      Newness newness = seriousness == Seriousness.DONE ? Newness.MADE : Newness.KNOWN;
      return new Applied(written(document.key(), made), newness);
    }
    ObjectWrite changed =
        objects.change(document.key(), Precondition.NONE, document::over, seriousness, caller);
    return new Applied(written(document.key(), changed), Newness.KNOWN);
  }

  private static StoredObject written(ObjectKey key, ObjectWrite write) {
    return switch (write) {
      case ObjectWrite.Done(StoredObject object) -> object;
      case ObjectWrite.Unchanged(StoredObject object) -> object;
      case ObjectWrite.Exists(StoredObject object) -> object;
      case ObjectWrite.Missing missing ->
          throw ProblemException.conflict(
              "%s was deleted in the same moment; send it again".formatted(key));
      case ObjectWrite.Conflict(StoredObject object, String why) ->
          throw ProblemException.conflict("%s: %s".formatted(key, why));
      case ObjectWrite.Refused(List<Finding> findings) ->
          throw ObjectDocument.refused(key.kind(), findings);
    };
  }

  /** Tries a plan again. */
  StoredObject retry(ObjectKey key, Caller caller) {
    return switch (objects.retry(key, caller)) {
      case ObjectWrite.Missing missing -> throw noSuch(key);
      case ObjectWrite.Refused(List<Finding> findings) ->
          throw new ProblemException(
              ProblemType.NOT_POSSIBLE,
              findings.stream().map(Finding::message).collect(Collectors.joining("; ")));
      case ObjectWrite other -> written(key, other);
    };
  }

  void remove(ObjectKey key, Caller caller) {
    if (objects.delete(key, Precondition.NONE, Seriousness.DONE, caller)
        instanceof ObjectWrite.Missing) {
      throw noSuch(key);
    }
  }

  StoredObject require(ObjectKey key) {
    return objects.find(key).orElseThrow(() -> noSuch(key));
  }

  List<StoredObject> all(ClusterName cluster, ObjectKind kind) {
    return objects.list(cluster, kind).objects();
  }

  private static ProblemException noSuch(ObjectKey key) {
    boolean plan = key.kind() == ObjectKind.PLAN;
    return ProblemException.notFound(
        "cluster %s has no %s %s; GET /v1/clusters/%s/autopilot/%s lists them"
            .formatted(
                key.cluster(),
                plan ? "plan" : "update configuration",
                key.name(),
                key.cluster(),
                plan ? "plans" : "update-configs"));
  }
}
