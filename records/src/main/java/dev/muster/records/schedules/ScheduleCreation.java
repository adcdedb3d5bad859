package dev.muster.records.schedules;

/** What became of a request to make a schedule. */
public sealed interface ScheduleCreation {

  /** It was made. */
  record Created(ScheduleRecord schedule) implements ScheduleCreation {}

  /** There is one of this name already; it stays as it is. */
  record Existing(ScheduleRecord schedule) implements ScheduleCreation {}

  /** There is no such cluster. */
  record NoCluster() implements ScheduleCreation {}

  /** The cluster has as many as it may. */
  record TooMany(int most) implements ScheduleCreation {}
}
