package dev.muster.api.autopilot;

import dev.muster.records.autopilot.StoredObject;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import java.util.List;

/** Parts of a list of objects, which a cluster has a few of. */
final class ObjectPaging {

  private ObjectPaging() {}

  /** By name; the marker is the last name of the page before. */
  static Page<StoredObject> page(List<StoredObject> all, PageRequest request) {
    List<StoredObject> rest =
        all.stream()
            .filter(object ->
                request.marker().filter(last -> object.key().name().compareTo(last) <= 0).isEmpty())
            .limit(request.fetch())
            .toList();
    return Page.of(rest, request, object -> object.key().name());
  }
}
