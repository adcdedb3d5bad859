package dev.muster.records.schedules;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.timetable.ScheduleName;

/** Which schedule. */
public record ScheduleKey(ClusterName cluster, ScheduleName name) {

  @Override
  public String toString() {
    return "%s of cluster %s".formatted(name, cluster);
  }
}
