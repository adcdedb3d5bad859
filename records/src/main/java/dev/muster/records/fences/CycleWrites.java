package dev.muster.records.fences;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.run.RunId;
import dev.muster.records.actions.ActionWrites;
import dev.muster.records.changes.Changes;
import dev.muster.records.changes.Noted;
import dev.muster.records.core.CoreWrites;
import dev.muster.records.members.MemberWrites;
import dev.muster.records.nodes.NodeWrites;
import dev.muster.records.runs.StageNodeWrites;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * What a cycle may write, as long as it holds its cluster. Everything else that is done on the same
 * thread meanwhile, such as recording new actions, is part of the same transaction.
 */
public final class CycleWrites {

  private final ClusterName cluster;
  private final Sql sql;
  private final NodeWrites nodes;
  private final ActionWrites actions;
  private final StageNodeWrites stageNodes;
  private final CoreWrites core;
  private final Noted noted;
  private final Place place;

  /**
   * Where a transaction stands among those of its cluster's cycles.
   *
   * @param after what the cluster's cycles wrote last; empty if that was said by nobody
   * @param own what this one is called
   */
  record Place(Optional<UUID> after, UUID own) {}

  CycleWrites(ClusterName cluster, Sql sql, Changes changes, Place place) {
    this.cluster = cluster;
    this.sql = sql;
    this.noted = new Noted();
    this.nodes = new NodeWrites(sql, changes, cluster, noted);
    this.actions = new ActionWrites(sql, changes, cluster, noted);
    this.stageNodes = new StageNodeWrites(sql, changes);
    this.core = new CoreWrites(sql, changes, cluster);
    this.place = place;
  }

  public NodeWrites nodes() {
    return nodes;
  }

  public ActionWrites actions() {
    return actions;
  }

  public StageNodeWrites stageNodes() {
    return stageNodes;
  }

  public CoreWrites core() {
    return core;
  }

  public MemberWrites members() {
    return new MemberWrites(sql, cluster, noted);
  }

  /** What this transaction has written. */
  public Noted noted() {
    return noted;
  }

  /** The transaction of a cycle, of whichever process, that came before this one. */
  public Optional<UUID> after() {
    return place.after();
  }

  /** What this transaction is called, should it be committed. */
  public UUID own() {
    return place.own();
  }

  /**
   * What somebody who is not a cycle wrote of what cycles read.
   *
   * @param everything whether it may be anything of the cluster
   * @param runs of which actions, stages or nodes are others now
   */
  public record Others(boolean everything, Set<RunId> runs) {}

  /**
   * What others wrote since this was asked last; to be asked before anything is read of it, because
   * what comes later is noted for the next one.
   */
  public Others othersWrote() {
    List<Optional<UUID>> noted =
        sql.statement("delete from cluster_changes where cluster = :cluster returning run")
            .param("cluster", cluster.value())
            .query(Row.mapper(row -> row.optionalUuid("run")))
            .list();
    Set<RunId> runs = new HashSet<>();
    noted.forEach(run -> run.map(RunId::new).ifPresent(runs::add));
    return new Others(noted.stream().anyMatch(Optional::isEmpty), runs);
  }
}
