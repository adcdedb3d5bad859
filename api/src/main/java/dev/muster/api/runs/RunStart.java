package dev.muster.api.runs;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.api.requests.Caller;
import dev.muster.api.security.ProvenIdentity;
import dev.muster.domain.action.Actor;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.playbook.RunPlan;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.request.WhoAndWhy;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.SameRunDecision;
import dev.muster.records.Records;
import dev.muster.records.audit.NewAuditEntry;
import dev.muster.records.playbooks.PlaybookVersion;
import dev.muster.records.runs.NewRun;
import dev.muster.records.runs.RunCreation;
import dev.muster.records.runs.RunDetail;
import dev.muster.records.runs.RunOrigin;
import dev.muster.records.runs.RunRecord;
import dev.muster.workflows.contract.RunInput;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;
import tools.jackson.databind.JsonNode;

/** Starts runs: planned, recorded, handed to the engine, in this order. */
final class RunStart {
  private static final Logger LOG = LoggerFactory.getLogger(RunStart.class);
  static final int MAX_TICKET = 200;

  private final Records records;
  private final RunPlanning planning;
  private final RunLookup lookup;
  private final RunHandOver engine;
  private final Clock clock;

  RunStart(
      Records records, RunPlanning planning, RunLookup lookup, RunHandOver engine, Clock clock) {
    this.records = records;
    this.planning = planning;
    this.lookup = lookup;
    this.engine = engine;
    this.clock = clock;
  }

  /** What became of a request, with the run as it was recorded. */
  sealed interface Result {

    /** It is recorded, and its workflow started. */
    record Started(RunJson run) implements Result {}

    /** It is recorded; the repair loop starts its workflow when the engine is back. */
    record WaitsForEngine(RunJson run, String why) implements Result {}

    /** It was recorded before. */
    record Existing(RunJson run) implements Result {}
  }

  /**
   * @param plan of a run that was not there before
   */
  private record Kept(RunRecord run, RunJson shown, Optional<RunPlan> plan) {}

  /**
   * Everything up to the answer is one transaction on one connection, which waits for its turn: so
   * a request is refused before anything is recorded, or its answer is ready when it is. The engine
   * is called afterwards, without a connection.
   */
  Result start(ClusterName cluster, RunRequests.Start request, Caller caller) {
    requireShort("reason", request.reason(), WhoAndWhy.LONGEST_WHY);
    requireShort("ticket", request.ticket(), MAX_TICKET);
    RunId id = request.id().orElseGet(() -> new RunId(UUID.randomUUID()));
    planning.prepare();
    Kept kept = inOneTransaction(id, () -> keep(id, cluster, request, caller));
    return kept.plan()
        .map(plan -> handOver(kept, plan))
        .orElseGet(() -> new Result.Existing(kept.shown()));
  }

  /** Who has no id of their own could not ask again safely, so a lost answer names it. */
  private Kept inOneTransaction(RunId id, Supplier<Kept> work) {
    AtomicBoolean done = new AtomicBoolean();
    try {
      return records.transaction(() -> {
        Kept kept = work.get();
        done.set(true);
        return kept;
      });
    } catch (DataAccessException | TransactionException lost) {
      if (!done.get()) {
        throw lost;
      }
      LOG.warn("Whether run {} was recorded is not known", id, lost);
      throw new ProblemException(
          ProblemType.DATABASE_UNAVAILABLE,
          "PostgreSQL did not say whether the run was recorded; ask again with \"id\": \"%s\", which starts nothing twice"
              .formatted(id));
    }
  }

  private Kept keep(RunId id, ClusterName cluster, RunRequests.Start request, Caller caller) {
    Optional<RunRecord> repeated = request.id().flatMap(records.runs()::find);
    if (repeated.isPresent()) {
      requireSame(cluster, request, repeated.get());
      return existing(repeated.get());
    }
    RunPlanning.Made made = planning.plan(cluster, request.plan());
    planning.requireUnchanged(request.planHash(), made);
    NewRun run = run(id, cluster, request, made, caller);
    return switch (records.runs().create(run, audit(run))) {
      case RunCreation.Created(RunDetail created) ->
          new Kept(created.run(), RunLookup.shown(created), Optional.of(made.plan()));
      case RunCreation.Existing(RunRecord before) -> existing(before);
      case RunCreation.Conflict conflict -> throw conflict(conflict.run(), conflict.difference());
      case RunCreation.NoCluster none ->
          throw ProblemException.notFound("there is no cluster %s".formatted(cluster));
    };
  }

  private void requireSame(ClusterName cluster, RunRequests.Start request, RunRecord run) {
    JsonNode declared =
        records
            .runs()
            .definitionOf(run.id())
            .orElseGet(WireFormat.JSON::createObjectNode)
            .path("params");
    SameRunDecision.Wanted wanted =
        new SameRunDecision.Wanted(
            cluster,
            request.playbook(),
            request.version(),
            new SameRunDecision.Params.Sent(request.params().orElse(Map.of()), declared),
            request.reason(),
            request.ticket());
    SameRunDecision.difference(run.started(), wanted)
        .ifPresent(what -> {
          throw conflict(run, what);
        });
  }

  /** What it is, is told to those alone who may see it. */
  private static ProblemException conflict(RunRecord run, String difference) {
    boolean seen =
        ProvenIdentity.current()
            .filter(who -> who.identity().may(Permission.READ, run.cluster()))
            .isPresent();
    return ProblemException.conflict(
        seen
            ? "run %s exists with other content: %s; leave the id out, or send what it has"
                .formatted(run.id(), difference)
            : "the id %s is taken; leave it out, or make another".formatted(run.id()));
  }

  private Kept existing(RunRecord run) {
    return new Kept(run, lookup.require(run.id()), Optional.empty());
  }

  private Result handOver(Kept kept, RunPlan plan) {
    RunRecord run = kept.run();
    return engine
        .start(run, plan)
        .<Result>map(why -> new Result.WaitsForEngine(kept.shown(), why))
        .orElseGet(() -> new Result.Started(kept.shown()));
  }

  /** The input of the run's workflow; whoever starts it gives the same. */
  static RunInput input(RunRecord run) {
    return RunInput.start(
        run.id(),
        run.cluster(),
        run.planned().playbook() + " v" + run.planned().version(),
        run.origin().requester());
  }

  private NewRun run(
      RunId id,
      ClusterName cluster,
      RunRequests.Start request,
      RunPlanning.Made made,
      Caller caller) {
    PlaybookVersion version = made.playbook().version();
    return new NewRun(
        id,
        cluster,
        version.name(),
        version.version(),
        made.playbook().definition(),
        made.plan(),
        new RunOrigin(caller.name(), request.reason().orElse(""), request.ticket().orElse("")),
        clock.instant());
  }

  private static NewAuditEntry audit(NewRun run) {
    Map<String, String> detail = new TreeMap<>();
    detail.put("playbook", run.playbook() + " v" + run.version());
    detail.put("planHash", run.plan().hash());
    if (!run.origin().reason().isEmpty()) {
      detail.put("why", run.origin().reason());
    }
    if (!run.origin().ticket().isEmpty()) {
      detail.put("ticket", run.origin().ticket());
    }
    Instant at = run.at();
    return new NewAuditEntry(
        at,
        Actor.user(run.origin().requester()).toString(),
        "run.start",
        Optional.of(run.cluster()),
        Optional.of(run.id()),
        Optional.empty(),
        detail);
  }

  private static void requireShort(String field, Optional<String> text, int limit) {
    if (text.isPresent() && text.get().length() > limit) {
      throw ProblemException.badRequest(
          "%s: %d characters (expected: at most %d)".formatted(field, text.get().length(), limit));
    }
  }
}
