package dev.muster.api.schedules;

import dev.muster.api.audit.AuditTrail;
import dev.muster.api.audit.AuditTrail.Asked;
import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.api.problems.Refuses;
import dev.muster.api.requests.Caller;
import dev.muster.api.requests.Creation;
import dev.muster.api.requests.ListJson;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.timetable.ScheduleName;
import dev.muster.records.Records;
import dev.muster.records.schedules.NewSchedule;
import dev.muster.records.schedules.ScheduleCreation;
import dev.muster.records.schedules.ScheduleKey;
import dev.muster.records.schedules.ScheduleRecord;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Actions of a cluster that start at times. */
@RestController
@Tag(name = "schedules")
public final class ScheduleController {

  private final Records records;
  private final AuditTrail audit;
  private final WantedSchedules wanted;
  private final Clock clock;

  public ScheduleController(Records records, AuditTrail audit, Clock clock) {
    this.records = records;
    this.audit = audit;
    this.wanted = new WantedSchedules(records);
    this.clock = clock;
  }

  @PostMapping("/v1/clusters/{cluster}/schedules")
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  @Operation(
      summary = "Have an action start at times",
      description =
          "At times of a calendar (`cron`), at an interval (`every`), or once (`at`). Each due time"
              + " has one action at most. Of those that pass while nothing of Muster runs, the first"
              + " is made up for, and the others are counted as `missed`. Repeated for a known one as"
              + " it is: 200.")
  @Refuses(ProblemType.CONFLICT)
  Creation<ScheduleJson> create(
      @PathVariable ClusterName cluster, @RequestBody NewScheduleRequest request, Caller caller) {
    NewSchedule schedule = wanted.of(cluster, request, caller, now());
    ScheduleCreation creation =
        audit.keep(
            asked(caller, "schedule.create", schedule.key()),
            () -> records.schedules().create(schedule),
            result -> result instanceof ScheduleCreation.Created);
    return switch (creation) {
      case ScheduleCreation.Created(ScheduleRecord made) ->
          Creation.made(
              URI.create("/v1/clusters/%s/schedules/%s".formatted(cluster, request.name())),
              ScheduleJson.of(made));
      case ScheduleCreation.Existing(ScheduleRecord known) -> {
        if (!WantedSchedules.same(known, schedule, request)) {
          throw ProblemException.conflict(
              "schedule %s is another one; delete it first, or give another name"
                  .formatted(known.key()));
        }
        yield Creation.known(ScheduleJson.of(known));
      }
      case ScheduleCreation.NoCluster none -> throw noCluster(cluster);
      case ScheduleCreation.TooMany(int most) ->
          throw ProblemException.conflict(
              "cluster %s has %d schedules, which is the most; delete one"
                  .formatted(cluster, most));
    };
  }

  @GetMapping("/v1/clusters/{cluster}/schedules")
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  @Operation(
      summary = "List schedules by name",
      description = "When each is due next, and what became of its last due time.")
  ListJson<ScheduleJson> list(
      @PathVariable ClusterName cluster,
      @RequestParam(defaultValue = "50") int limit,
      @RequestParam Optional<String> marker) {
    if (records.clusters().settingsOf(cluster).isEmpty()) {
      throw noCluster(cluster);
    }
    return ListJson.of(
        limit, marker, page -> records.schedules().list(cluster, page), ScheduleJson::of);
  }

  @GetMapping("/v1/clusters/{cluster}/schedules/{schedule}")
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  @Operation(summary = "Show a schedule")
  ScheduleJson show(@PathVariable ClusterName cluster, @PathVariable ScheduleName schedule) {
    return ScheduleJson.of(known(new ScheduleKey(cluster, schedule)));
  }

  @PostMapping("/v1/clusters/{cluster}/schedules/{schedule}/enable")
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  @Operation(
      summary = "Enable a schedule",
      description = "Due times that passed while it was disabled are over.")
  @Refuses(ProblemType.CONFLICT)
  ScheduleJson enable(
      @PathVariable ClusterName cluster, @PathVariable ScheduleName schedule, Caller caller) {
    ScheduleKey key = new ScheduleKey(cluster, schedule);
    Instant now = now();
    Optional<Instant> next = known(key).terms().timing().next(now);
    if (next.isEmpty()) {
      throw ProblemException.conflict(
          "schedule %s has no due time any more; make another one".formatted(key));
    }
    return changed(key, "schedule.enable", next, caller);
  }

  @PostMapping("/v1/clusters/{cluster}/schedules/{schedule}/disable")
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  @Operation(
      summary = "Disable a schedule",
      description = "Nothing starts until it is enabled; what it started goes on.")
  ScheduleJson disable(
      @PathVariable ClusterName cluster, @PathVariable ScheduleName schedule, Caller caller) {
    ScheduleKey key = new ScheduleKey(cluster, schedule);
    known(key);
    return changed(key, "schedule.disable", Optional.empty(), caller);
  }

  @DeleteMapping("/v1/clusters/{cluster}/schedules/{schedule}")
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  @Operation(summary = "Delete a schedule", description = "The actions that it started stay.")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void remove(
      @PathVariable ClusterName cluster, @PathVariable ScheduleName schedule, Caller caller) {
    ScheduleKey key = new ScheduleKey(cluster, schedule);
    boolean gone =
        audit.keep(
            asked(caller, "schedule.delete", key),
            () -> records.schedules().remove(key),
            removed -> removed);
    if (!gone) {
      throw noSuch(key);
    }
  }

  private ScheduleJson changed(
      ScheduleKey key, String what, Optional<Instant> next, Caller caller) {
    boolean before = known(key).standing().enabled();
    return audit
        .keep(
            asked(caller, what, key),
            () -> records.schedules().change(key, next, now(), caller.name()),
            after -> after.filter(one -> one.standing().enabled() != before).isPresent())
        .map(ScheduleJson::of)
        .orElseThrow(() -> noSuch(key));
  }

  private ScheduleRecord known(ScheduleKey key) {
    return records.schedules().find(key).orElseThrow(() -> noSuch(key));
  }

  /** Due times are whole seconds. */
  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.SECONDS);
  }

  private static Asked asked(Caller caller, String what, ScheduleKey key) {
    return new Asked(caller, what, key.cluster(), Map.of("schedule", key.name().value()));
  }

  private static ProblemException noCluster(ClusterName cluster) {
    return ProblemException.notFound(
        "there is no cluster %s; POST /v1/clusters makes one".formatted(cluster));
  }

  private static ProblemException noSuch(ScheduleKey key) {
    return ProblemException.notFound(
        "cluster %s has no schedule %s; GET /v1/clusters/%s/schedules lists them"
            .formatted(key.cluster(), key.name(), key.cluster()));
  }
}
