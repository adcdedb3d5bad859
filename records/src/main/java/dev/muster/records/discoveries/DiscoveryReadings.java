package dev.muster.records.discoveries;

import dev.muster.domain.action.Actor;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.discovery.DiscoveryDecision;
import dev.muster.domain.discovery.DiscoveryName;
import dev.muster.domain.discovery.DiscoveryNext;
import dev.muster.domain.discovery.KnownNode;
import dev.muster.domain.discovery.SourceReading;
import dev.muster.domain.discovery.WantedNode;
import dev.muster.records.audit.Audit;
import dev.muster.records.audit.NewAuditEntry;
import dev.muster.records.discoveries.DiscoveryStanding.HeldBack;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.Texts;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Records what came of reading sources. A reading that brings nothing new writes next to nothing.
 */
public final class DiscoveryReadings {

  private static final int SHOWN = 20;

  private final Sql sql;
  private final Audit audit;
  private final Discoveries discoveries;

  public DiscoveryReadings(Sql sql, Audit audit) {
    this.sql = sql;
    this.audit = audit;
    this.discoveries = new Discoveries(sql);
  }

  /**
   * What became of a reading.
   *
   * @param touched nodes that were written, for whoever asks for a cycle over them
   */
  public record Taken(List<NodeId> touched) {

    static final Taken NOTHING = new Taken(List.of());
  }

  /**
   * Takes a reading, or holds it, or notes why it cannot be used: all of it in one transaction,
   * beside which no cycle of the cluster writes.
   *
   * @param before the discovery that was read; if somebody changed it meanwhile, nothing is written
   */
  public Taken take(DiscoveryRecord before, SourceReading reading, Instant now) {
    return switch (reading) {
      case SourceReading.Unusable(String why) -> {
        failed(before, why, now);
        yield Taken.NOTHING;
      }
      case SourceReading.Named named -> {
        boolean isNew = brings(before, named, decide(before, named, now), now);
        yield isNew ? write(before, named, now) : Taken.NOTHING;
      }
    };
  }

  private DiscoveryNext decide(DiscoveryRecord of, SourceReading.Named reading, Instant now) {
    return DiscoveryDecision.of(
        new DiscoveryDecision.Source(of.key().name(), of.rules(), of.standing().confirmed()),
        reading.nodes(),
        nodes(of.key().cluster()),
        now);
  }

  private static boolean brings(
      DiscoveryRecord known, SourceReading.Named reading, DiscoveryNext next, Instant now) {
    DiscoveryStanding standing = known.standing();
    return switch (next) {
      case DiscoveryNext.Held held ->
          !standing.isFresh(now)
              || standing.trouble().isPresent()
              || standing.held().filter(one -> one.key().equals(held.key())).isEmpty();
      case DiscoveryNext.Take take ->
          take.writes()
              || !standing.isFresh(now)
              || standing.goodAt().isEmpty()
              || standing.trouble().isPresent()
              || standing.held().isPresent()
              || standing.nodes() != reading.nodes().size()
              || !standing.notes().equals(notes(reading, take));
    };
  }

  private Taken write(DiscoveryRecord before, SourceReading.Named reading, Instant now) {
    return sql.transaction(() -> {
      if (!Discoveries.lock(sql, before.key().cluster())) {
        return Taken.NOTHING;
      }
      Optional<DiscoveryRecord> current =
          discoveries.find(before.key()).filter(one -> one.changed().equals(before.changed()));
      if (current.isEmpty()) {
        return Taken.NOTHING;
      }
      return switch (decide(current.get(), reading, now)) {
        case DiscoveryNext.Held held -> {
          hold(current.get(), held, now);
          yield Taken.NOTHING;
        }
        case DiscoveryNext.Take take -> {
          good(current.get(), reading, take, now);
          yield new Taken(write(current.get(), take, now));
        }
      };
    });
  }

  private List<NodeId> write(DiscoveryRecord of, DiscoveryNext.Take take, Instant now) {
    if (!take.writes()) {
      return List.of();
    }
    DiscoveredNodes nodes = new DiscoveredNodes(sql, of.key(), now);
    nodes.add(take.added());
    nodes.change(take.changed());
    nodes.bringBack(take.back());
    nodes.vanish(take.vanished());
    List<NodeId> removed = nodes.remove(take.removed());
    Map<String, String> detail = new LinkedHashMap<>();
    detail.put("discovery", of.key().name().value());
    said(detail, "added", ids(take.added()));
    said(detail, "changed", ids(take.changed()));
    said(detail, "back", ids(take.back()));
    said(detail, "vanished", take.vanished());
    said(detail, "removed", removed);
    if (detail.size() > 1) {
      note(of, "discovery.take", detail, now);
    }
    return Stream.of(ids(take.added()), ids(take.changed()), ids(take.back()), take.vanished())
        .flatMap(List::stream)
        .toList();
  }

  private static List<NodeId> ids(List<WantedNode> nodes) {
    return nodes.stream().map(WantedNode::id).toList();
  }

  private static void said(Map<String, String> detail, String what, List<NodeId> nodes) {
    if (!nodes.isEmpty()) {
      String some = String.join(", ", nodes.stream().limit(SHOWN).map(NodeId::value).toList());
      detail.put(what, "%d: %s%s".formatted(nodes.size(), some, nodes.size() > SHOWN ? ", …" : ""));
    }
  }

  private void note(DiscoveryRecord of, String what, Map<String, String> detail, Instant now) {
    audit.insert(
        new NewAuditEntry(
            now,
            Actor.discovery(of.key().name().value()).toString(),
            what,
            Optional.of(of.key().cluster()),
            Optional.empty(),
            Optional.empty(),
            detail));
  }

  private static List<String> notes(SourceReading.Named reading, DiscoveryNext.Take take) {
    List<String> notes = new ArrayList<>(reading.notes());
    notes.addAll(take.notes());
    return notes;
  }

  private void good(
      DiscoveryRecord of, SourceReading.Named reading, DiscoveryNext.Take take, Instant now) {
    sql.statement(
            """
            update discoveries
            set read_at = :at, good_at = :at, nodes = :nodes, notes = :notes::jsonb, error = null,
              error_since = null, held = null, confirmed = null
            where cluster = :cluster and name = :name
            """)
        .param("at", Sql.at(now))
        .param("nodes", reading.nodes().size())
        .param("notes", Texts.json(notes(reading, take)))
        .param("cluster", of.key().cluster().value())
        .param("name", of.key().name().value())
        .update();
  }

  private void hold(DiscoveryRecord of, DiscoveryNext.Held held, Instant now) {
    Optional<HeldBack> known =
        of.standing().held().filter(before -> before.key().equals(held.key()));
    HeldBack back =
        new HeldBack(
            held.key(),
            held.why(),
            known.map(HeldBack::since).orElse(now),
            held.vanishing().size(),
            held.vanishing().stream().limit(SHOWN).toList());
    sql.statement(
            """
            update discoveries
            set read_at = :at, error = null, error_since = null, held = :held::jsonb,
              confirmed = null
            where cluster = :cluster and name = :name
            """)
        .param("at", Sql.at(now))
        .param("held", Texts.json(back))
        .param("cluster", of.key().cluster().value())
        .param("name", of.key().name().value())
        .update();
    if (known.isEmpty()) {
      Map<String, String> detail = new LinkedHashMap<>();
      detail.put("discovery", of.key().name().value());
      said(detail, "vanishing", held.vanishing());
      detail.put("why", held.why());
      note(of, "discovery.hold", detail, now);
    }
  }

  /** A reason that stays the same is written once a minute. */
  private void failed(DiscoveryRecord before, String why, Instant now) {
    DiscoveryStanding standing = before.standing();
    boolean isKnown = standing.trouble().filter(one -> one.why().equals(why)).isPresent();
    if (isKnown && standing.isFresh(now)) {
      return;
    }
    sql.statement(
            """
            update discoveries
            set read_at = :at, error = :why, error_since = coalesce(error_since, :at)
            where cluster = :cluster and name = :name and changed_at = :changed
            """)
        .param("at", Sql.at(now))
        .param("why", Texts.clean(why))
        .param("cluster", before.key().cluster().value())
        .param("name", before.key().name().value())
        .param("changed", Sql.at(before.changed().at()))
        .update();
  }

  private List<KnownNode> nodes(ClusterName cluster) {
    return sql.statement(
            """
            select id, agent_address, role, labels, discovery, vanished_at
            from nodes where cluster = :cluster order by id
            """)
        .param("cluster", cluster.value())
        .query(Row.mapper(DiscoveryReadings::node))
        .list();
  }

  private static KnownNode node(Row row) throws SQLException {
    return new KnownNode(
        new NodeId(row.text("id")),
        row.text("agent_address"),
        row.optionalText("role"),
        row.textMap("labels"),
        row.optionalText("discovery").map(DiscoveryName::new),
        row.optionalInstant("vanished_at"));
  }
}
