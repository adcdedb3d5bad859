package dev.muster.records.runs;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.Sight;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.SameRunDecision;
import dev.muster.records.audit.Audit;
import dev.muster.records.audit.NewAuditEntry;
import dev.muster.records.changes.Changes;
import dev.muster.records.sql.IdMatch;
import dev.muster.records.sql.ListOrder;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import dev.muster.records.sql.Query;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The runs: recording new ones, and finding them. */
public final class Runs {

  private static final IdMatch.Things THINGS =
      new IdMatch.Things("runs", RunRows.SAID, Optional.empty());

  private final Sql sql;
  private final Changes changes;
  private final Audit audit;
  private final StagePlans plans;
  private final RunInserts inserts;
  private final RunLists lists;

  Runs(Sql sql, Changes changes, Audit audit, StagePlans plans) {
    this.sql = sql;
    this.changes = changes;
    this.audit = audit;
    this.plans = plans;
    this.inserts = new RunInserts(sql);
    this.lists = new RunLists(sql);
  }

  /**
   * Records a run with its stages, their nodes and the audit's entry, in one transaction; key: the
   * id. Of what exists already cluster, playbook, version and parameters are compared.
   */
  public RunCreation create(NewRun run, NewAuditEntry entry) {
    return sql.transaction(() -> {
      Optional<RunRecord> made = inserts.insert(run);
      if (made.isEmpty()) {
        return find(run.id())
            .map(stored -> before(stored, run))
            .orElseGet(RunCreation.NoCluster::new);
      }
      plans.recorded(run.id(), run.plan().stages());
      audit.insert(entry);
      changes.notifyRun(run.id());
      return new RunCreation.Created(RunDetail.ofNew(made.get(), run.plan()));
    });
  }

  private static RunCreation before(RunRecord stored, NewRun run) {
    return difference(stored, run)
        .<RunCreation>map(what -> new RunCreation.Conflict(stored, what))
        .orElseGet(() -> new RunCreation.Existing(stored));
  }

  public Optional<RunRecord> find(RunId id) {
    return new Query(RunRows.SELECT)
        .and("id = :id").with("id", id.value()).list(sql, RunRows::run).stream().findFirst();
  }

  /** The full copy of the playbook's definition that the run was started with. */
  public Optional<JsonNode> definitionOf(RunId id) {
    return sql.statement("select definition from runs where id = :id")
        .param("id", id.value())
        .query(Row.mapper(row -> row.json("definition")))
        .optional();
  }

  /** What a whole id, or its first characters, stand for. */
  public IdMatch match(String idOrPrefix) {
    return match(idOrPrefix, Sight.ALL);
  }

  /** The same among those of the clusters that somebody may read. */
  public IdMatch match(String idOrPrefix, Sight sight) {
    return IdMatch.find(sql, THINGS, idOrPrefix, sight);
  }

  public Optional<ClusterName> clusterOf(RunId id) {
    return sql.statement("select cluster from runs where id = :id")
        .param("id", id.value())
        .query(Row.mapper(row -> new ClusterName(row.text("cluster"))))
        .optional();
  }

  /** Newest first; the marker is the last id of the page before. */
  public Page<RunRecord> list(RunFilter filter, PageRequest page) {
    return list(filter, ListOrder.NEWEST, page);
  }

  /**
   * In an order of {@link RunLists#KEYS}.
   *
   * @throws IllegalArgumentException if the marker is not of this list, or too many fit to be
   *     sorted
   */
  public Page<RunRecord> list(RunFilter filter, ListOrder order, PageRequest page) {
    return lists.page(filter, order, page);
  }

  /** Every run that is not over, oldest first. */
  public List<OpenRun> open() {
    return openRuns("");
  }

  /**
   * Open runs that were recorded a second ago or earlier and that no workflow has taken up yet, at
   * most a hundred: those that were recorded while no engine could be told.
   */
  public List<OpenRun> notTakenUp() {
    return openRuns("and epoch = 0 and created_at < now() - interval '1 second'");
  }

  private List<OpenRun> openRuns(String which) {
    return sql.statement(
            """
            select id, cluster, playbook, playbook_version, requester from runs
            where finished_at is null %s order by created_at, id %s
            """
                .formatted(which, which.isEmpty() ? "" : "limit 100"))
        .query(
            Row.mapper(row ->
                new OpenRun(
                    new RunId(row.uuid("id")),
                    new ClusterName(row.text("cluster")),
                    row.text("playbook"),
                    row.integer("playbook_version"),
                    row.text("requester"))))
        .list();
  }

  private static Optional<String> difference(RunRecord stored, NewRun wanted) {
    return SameRunDecision.difference(
        stored.started(),
        new SameRunDecision.Wanted(
            wanted.cluster(),
            wanted.playbook(),
            Optional.of(wanted.version()),
            new SameRunDecision.Params.Planned(wanted.plan().params()),
            Optional.empty(),
            Optional.empty()));
  }
}
