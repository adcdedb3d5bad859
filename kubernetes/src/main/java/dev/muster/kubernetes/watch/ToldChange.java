package dev.muster.kubernetes.watch;

import dev.muster.domain.protocol.WireFormat;
import dev.muster.records.autopilot.ObjectChange;
import dev.muster.records.autopilot.StoredObject;

/**
 * A change, and its object as it goes over the wire: written once for all who watch.
 *
 * @param json the whole object in one line
 */
public record ToldChange(ObjectChange.Type type, StoredObject object, String json) {

  /** One that was read. */
  public static ToldChange of(ObjectChange change) {
    return of(change.type(), change.object());
  }

  public static ToldChange of(ObjectChange.Type type, StoredObject object) {
    return new ToldChange(type, object, WireFormat.JSON.writeValueAsString(object.json()));
  }

  public long version() {
    return object.version();
  }

  /** As something else than it was, to somebody who sees only some of the objects. */
  public ToldChange as(ObjectChange.Type other) {
    return new ToldChange(other, object, json);
  }
}
