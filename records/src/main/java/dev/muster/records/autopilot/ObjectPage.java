package dev.muster.records.autopilot;

import java.util.List;

/**
 * All objects of a kind in a cluster, by name.
 *
 * @param version of the cluster when they were read, from which a watch goes on
 */
public record ObjectPage(List<StoredObject> objects, long version) {
  public ObjectPage {
    objects = List.copyOf(objects);
  }
}
