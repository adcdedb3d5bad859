package dev.muster.records.autopilot;

import dev.muster.domain.autopilot.AutopilotPlan;
import dev.muster.domain.autopilot.PlanReader;
import dev.muster.domain.autopilot.PlanReading;
import dev.muster.domain.autopilot.PlanStatus;
import dev.muster.domain.autopilot.PlanStatusJson;
import dev.muster.domain.cluster.Dialect;
import dev.muster.domain.playbook.Finding;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunId;
import dev.muster.records.Records;
import dev.muster.records.autopilot.ObjectOutcome.Refused;
import dev.muster.records.autopilot.ObjectOutcome.Written;
import dev.muster.records.autopilot.ObjectStore.Body;
import dev.muster.records.autopilot.PlanStanding.Activity;
import dev.muster.records.autopilot.PlanStarts.Attempt;
import dev.muster.records.autopilot.PlanStarts.Begun;
import dev.muster.records.runs.RunRecord;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes objects and does what follows from them. Who calls it is in a transaction and holds the
 * cluster's lock ({@link ObjectStore#lock}), and has the plans brought up to date before ({@link
 * PlanShowing#look}).
 */
public final class ObjectWrites {

  /** Of metadata, what is made here and never taken from a caller. */
  private static final List<String> OURS =
      List.of(
          "name",
          "namespace",
          "uid",
          "resourceVersion",
          "generation",
          "creationTimestamp",
          "deletionTimestamp",
          "selfLink");

  private final Records records;
  private final AutopilotRecords autopilot;
  private final PlanStarts starts;

  public ObjectWrites(Records records) {
    this.records = records;
    this.autopilot = records.autopilot();
    this.starts = new PlanStarts(records, autopilot);
  }

  /** Makes an object of which there is none of the name. */
  public ObjectOutcome create(ObjectKey key, ObjectNode object, Writer writer) {
    return switch (key.kind()) {
      case PLAN -> admitted(object, plan -> createPlan(key, object, plan, writer));
      case UPDATE_CONFIG -> createConfig(key, object, writer);
      case CONTROL_NODE -> notTheirs();
    };
  }

  private ObjectOutcome createPlan(
      ObjectKey key, ObjectNode object, AutopilotPlan plan, Writer writer) {
    StoredObject added = autopilot.objects().add(key, body(object, Optional.empty()), writer);
    return done(
        isIgnored(key, plan)
            ? new Begun(added, Optional.empty())
            : starts.begin(new Attempt(added, plan, 1, Optional.empty(), writer)));
  }

  private ObjectOutcome createConfig(ObjectKey key, ObjectNode object, Writer writer) {
    List<Finding> findings = UpdateConfigs.findings(object);
    if (!findings.isEmpty()) {
      return new Refused(findings);
    }
    StoredObject added = autopilot.objects().add(key, body(object, Optional.empty()), writer);
    autopilot.looks().plan(added.uid(), UpdateConfigs.first(object, writer.at()));
    return done(new Begun(added, Optional.empty()));
  }

  /** Whether nothing is different in what callers may write. */
  public static boolean isSame(StoredObject before, ObjectNode wanted) {
    return metadata(wanted).equals(before.metadata()) && spec(wanted).equals(before.spec());
  }

  /** Changes an object into a whole one that is wanted. */
  public ObjectOutcome change(StoredObject before, ObjectNode wanted, Writer writer) {
    return switch (before.key().kind()) {
      case PLAN -> admitted(wanted, plan -> changePlan(before, wanted, plan, writer));
      case UPDATE_CONFIG -> changeConfig(before, wanted, writer);
      case CONTROL_NODE -> notTheirs();
    };
  }

  private ObjectOutcome changeConfig(StoredObject before, ObjectNode wanted, Writer writer) {
    List<Finding> findings = UpdateConfigs.findings(wanted);
    if (!findings.isEmpty()) {
      return new Refused(findings);
    }
    StoredObject after = autopilot.objects().change(before, body(wanted, before.status()));
    autopilot.looks().plan(after.uid(), UpdateConfigs.first(wanted, writer.at()));
    return done(new Begun(after, Optional.empty()));
  }

  private ObjectOutcome changePlan(
      StoredObject before, ObjectNode wanted, AutopilotPlan plan, Writer writer) {
    Optional<PlanStanding> standing = autopilot.plans().find(before.uid());
    boolean sameSpec = spec(wanted).equals(before.spec());
    boolean anew = !sameSpec && standing.isPresent() && beginsAnew(before, standing.get(), plan);
    if (!sameSpec && !anew && standing.filter(ObjectWrites::isOpen).isPresent()) {
      return Refused.because(
          "/spec",
          "plan %s is under way as attempt %d%s, and its spec cannot be changed; delete the plan to cancel it, or wait until it has ended"
              .formatted(
                  before.key().name(),
                  standing.get().attempt(),
                  standing.get().run().map(run -> " (run " + run + ")").orElse("")));
    }
    Body body = body(wanted, anew ? Optional.empty() : before.status());
    StoredObject after = autopilot.objects().change(before, body);
    return done(
        anew
            ? starts.begin(
                new Attempt(after, plan, standing.get().attempt() + 1, Optional.empty(), writer))
            : new Begun(after, Optional.empty()));
  }

  /** A finished plan with another id, or one that waits for another plan and has not begun. */
  private static boolean beginsAnew(
      StoredObject before, PlanStanding standing, AutopilotPlan plan) {
    return standing.waiting().isPresent()
        || (!isOpen(standing) && !plan.id().equals(before.spec().path("id").asString("")));
  }

  private static boolean isOpen(PlanStanding standing) {
    return standing.activity() == Activity.OPEN;
  }

  /** Another attempt of a plan that ended otherwise than Completed. */
  public ObjectOutcome retry(StoredObject before, Writer writer) {
    Optional<PlanStanding> standing = autopilot.plans().find(before.uid());
    Optional<PlanStatus> shown = before.status().map(PlanStatusJson::read);
    if (standing.isEmpty() || shown.isEmpty()) {
      return Refused.because(
          "",
          "plan %s is not looked at: the cluster's dialect is strict, in which only a plan of the name %s runs"
              .formatted(before.key().name(), AutopilotPlan.NAME));
    }
    if (isOpen(standing.get())) {
      return Refused.because(
          "",
          "plan %s is %s and not over yet; only a plan that failed is tried again"
              .formatted(before.key().name(), shown.get().state().word()));
    }
    if (shown.get().state() == ProgressState.COMPLETED) {
      return Refused.because(
          "",
          "plan %s is Completed, nothing is left to do; for another update apply it with another spec.id"
              .formatted(before.key().name()));
    }
    return admitted(
        before.json(),
        plan ->
            done(
                starts.begin(
                    new Attempt(before, plan, standing.get().attempt() + 1, shown, writer))));
  }

  /**
   * Removes an object; what it was. The run of a plan that is under way is to be cancelled, which
   * is recorded: who has the engine may do it at once, the worker does it otherwise.
   */
  public StoredObject delete(StoredObject object, Writer writer) {
    openRun(object)
        .ifPresent(run ->
            autopilot
                .cancels()
                .want(
                    new PlanCancels.Wanted(
                        run,
                        object.key().cluster(),
                        writer.requester(),
                        "plan %s was deleted".formatted(object.key().name())),
                    writer.at()));
    StoredObject last = autopilot.objects().remove(object);
    autopilot.objects().trim(object.key().cluster());
    return last;
  }

  /** The run of a plan, if it is not over. */
  public Optional<RunId> openRun(StoredObject object) {
    return object
        .run()
        .filter(run ->
            records.runs().find(run).map(RunRecord::times).stream()
                .anyMatch(times -> times.finishedAt().isEmpty()));
  }

  private boolean isIgnored(ObjectKey key, AutopilotPlan plan) {
    Dialect dialect =
        plan.terms().dialect().orElseGet(() -> starts.settings(key.cluster()).dialect());
    return dialect == Dialect.STRICT && !key.name().equals(AutopilotPlan.NAME);
  }

  private Written done(Begun begun) {
    autopilot.objects().trim(begun.object().key().cluster());
    return new Written(begun.object(), begun.run());
  }

  private static ObjectOutcome admitted(
      ObjectNode object, java.util.function.Function<AutopilotPlan, ObjectOutcome> then) {
    return switch (PlanReader.read(object)) {
      case PlanReading.Refused(List<Finding> findings) -> new Refused(findings);
      case PlanReading.Admitted(AutopilotPlan plan) -> then.apply(plan);
    };
  }

  private static Refused notTheirs() {
    return Refused.because(
        "/kind", "control nodes are made of the cluster's nodes and cannot be written");
  }

  private static Body body(ObjectNode object, Optional<JsonNode> status) {
    return new Body(metadata(object), spec(object), status);
  }

  private static JsonNode metadata(ObjectNode object) {
    ObjectNode kept = WireFormat.JSON.createObjectNode();
    object
        .path("metadata")
        .properties()
        .forEach(field -> {
          if (!OURS.contains(field.getKey()) && !field.getValue().isNull()) {
            kept.set(field.getKey(), field.getValue());
          }
        });
    return kept;
  }

  private static JsonNode spec(ObjectNode object) {
    JsonNode spec = object.path("spec");
    return spec.isMissingNode() ? WireFormat.JSON.nullNode() : spec;
  }
}
