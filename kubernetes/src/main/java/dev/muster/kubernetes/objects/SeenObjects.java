package dev.muster.kubernetes.objects;

import dev.muster.kubernetes.watch.ToldChange;
import dev.muster.records.autopilot.ObjectChange;
import dev.muster.records.autopilot.StoredObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one who watches some of the objects has seen of each: an object that comes to be one of them
 * is added, and one that is not any more is deleted. For one thread.
 */
final class SeenObjects {

  private final ObjectSelection selection;

  /** As it was last, if it was one of them; no entry if it is not known whether it was. */
  private final Map<String, Optional<StoredObject>> last = new HashMap<>();

  SeenObjects(ObjectSelection selection) {
    this.selection = selection;
  }

  /**
   * What is there when the watch begins.
   *
   * @return those that are meant
   */
  List<StoredObject> begin(List<StoredObject> all) {
    all.forEach(this::know);
    return all.stream().filter(selection::has).toList();
  }

  /** That an object changed since, and nobody knows what it was. */
  void forget(StoredObject object) {
    last.remove(object.key().name());
  }

  /** What is to be told of a change; nothing if it is none for whom it is about. */
  Optional<ToldChange> next(ToldChange change) {
    String name = change.object().key().name();
    if (!selection.hasName(name)) {
      return Optional.empty();
    }
    if (!selection.asksForLabels()) {
      return Optional.of(change);
    }
    boolean is = selection.has(change.object());
    boolean known = last.containsKey(name);
    Optional<StoredObject> before = last.getOrDefault(name, Optional.empty());
    if (change.type() == ObjectChange.Type.DELETED) {
      last.remove(name);
      return Optional.of(change).filter(told -> before.isPresent() || (!known && is));
    }
    know(change.object());
    if (is) {
      boolean added = change.type() == ObjectChange.Type.ADDED || (known && before.isEmpty());
      return Optional.of(change.as(added ? ObjectChange.Type.ADDED : ObjectChange.Type.MODIFIED));
    }
    return change.type() == ObjectChange.Type.MODIFIED && (before.isPresent() || !known)
        ? Optional.of(gone(change, before))
        : Optional.empty();
  }

  /** It is told as it was when it was one of them, under the version in which it is not. */
  private static ToldChange gone(ToldChange change, Optional<StoredObject> before) {
    return before
        .map(was ->
            ToldChange.of(
                ObjectChange.Type.DELETED,
                new StoredObject(
                    was.key(),
                    was.uid(),
                    change.version(),
                    was.generation(),
                    was.createdAt(),
                    was.metadata(),
                    was.spec(),
                    was.status(),
                    was.run())))
        .orElseGet(() -> change.as(ObjectChange.Type.DELETED));
  }

  private void know(StoredObject object) {
    if (selection.asksForLabels()) {
      last.put(object.key().name(), Optional.of(object).filter(selection::has));
    }
  }
}
