package dev.muster.records.audit;

import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The chain over the audit: a change or a loss of an entry, or of a seal, is found by {@link
 * #verify}. Entries are sealed after they are committed, so that no writer waits for another.
 */
public final class Seals {

  /** In one transaction. */
  private static final int BATCH = 1_000;

  /** What committed late is looked for so many entries back. */
  private static final int LATE = 10_000;

  private final Sql sql;

  public Seals(Sql sql) {
    this.sql = sql;
  }

  /**
   * Seals what was committed since, at most a thousand entries; how many. Does nothing while
   * another process does it.
   */
  public int seal() {
    return isAnythingNew() ? sql.transaction(this::sealNow) : 0;
  }

  private boolean isAnythingNew() {
    return sql.statement(
            """
            select coalesce((select max(seq) from audit), 0)
              > coalesce((select max(seq) from audit_seals), 0)
            """)
        .query(Boolean.class)
        .single();
  }

  private int sealNow() {
    boolean alone =
        sql.statement("select pg_try_advisory_xact_lock(hashtextextended('muster/audit-seals', 0))")
            .query(Boolean.class)
            .single();
    if (!alone) {
      return 0;
    }
    Optional<AuditSeal> last = last();
    List<AuditEntry> entries = unsealed();
    List<AuditSeal> seals = new ArrayList<>();
    AuditSeal before = last.orElse(AuditSeal.NONE);
    for (AuditEntry entry : entries) {
      before = before.next(entry.seq(), AuditSeal.hashOf(entry));
      seals.add(before);
    }
    insert(seals, entries);
    return seals.size();
  }

  /**
   * In the order of their numbers; one with a number before the last that was sealed comes late.
   */
  private List<AuditEntry> unsealed() {
    return sql.statement(
            """
            select seq, at, actor, what, cluster, run, action, detail from audit a
            where a.seq > (select coalesce(max(seq), 0) - :late from audit_seals)
              and not exists (select 1 from audit_seals s where s.seq = a.seq)
            order by a.seq limit :batch
            """)
        .param("late", LATE)
        .param("batch", BATCH)
        .query(Row.mapper(Audit::read))
        .list();
  }

  private void insert(List<AuditSeal> seals, List<AuditEntry> entries) {
    sql.statement(
            """
            insert into audit_seals (place, seq, entry, seal)
            select place, seq, decode(entry, 'hex'), decode(seal, 'hex')
            from unnest(:places, :seqs, :entries, :seals) as s (place, seq, entry, seal)
            """)
        .param("places", ArrayValue.longs(seals, AuditSeal::place))
        .param("seqs", ArrayValue.longs(entries, AuditEntry::seq))
        .param("entries", ArrayValue.texts(entries, AuditSeal::hashOf))
        .param("seals", ArrayValue.texts(seals, AuditSeal::hash))
        .update();
  }

  /** The newest seal; to be kept elsewhere by whoever wants to be sure. */
  public Optional<AuditSeal> last() {
    return sql.statement(
            "select place, encode(seal, 'hex') as seal from audit_seals order by place desc limit"
                + " 1")
        .query(Row.mapper(row -> new AuditSeal(row.number("place"), row.text("seal"))))
        .optional();
  }

  /** Links of the chain in its order; the marker is the last place of the page before. */
  public Page<SealedEntry> list(PageRequest page) {
    long after = page.marker().map(Audit::number).orElse(0L);
    return Page.of(after(after, page.fetch()), page, link -> link.seal().place());
  }

  /**
   * Goes through the whole chain.
   *
   * @param kept a seal that was noted before; the chain must still go through it
   */
  public SealCheck verify(Optional<AuditSeal> kept) {
    SealCheck.Tally tally = new SealCheck.Tally(kept);
    long after = 0;
    AuditSeal before = AuditSeal.NONE;
    List<SealedEntry> links = after(after, BATCH);
    while (!links.isEmpty()) {
      for (SealedEntry link : links) {
        before = check(tally, before, link);
      }
      after = links.getLast().seal().place();
      links = after(after, BATCH);
    }
    tooOldToBeSealed().forEach(tally::forgotten);
    return tally.over(unsealedCount());
  }

  private static AuditSeal check(SealCheck.Tally tally, AuditSeal before, SealedEntry link) {
    AuditSeal expected = before.next(link.seq(), link.hash());
    AuditSeal found = link.seal();
    tally.seal(expected, found, link.seq());
    link.entry()
        .ifPresentOrElse(
            entry -> tally.entry(found, entry, link.hash()),
            () -> tally.missing(found, link.seq(), link.removed()));
    return found;
  }

  private List<SealedEntry> after(long place, int most) {
    return sql.statement(
            """
            select s.place, s.seq as sealed_seq, encode(s.entry, 'hex') as entry,
              encode(s.seal, 'hex') as seal, s.removed_at is not null as removed,
              a.seq, a.at, a.actor, a.what, a.cluster, a.run, a.action, a.detail
            from audit_seals s left join audit a on a.seq = s.seq
            where s.place > :after order by s.place limit :batch
            """)
        .param("after", place)
        .param("batch", most)
        .query(Row.mapper(Seals::link))
        .list();
  }

  private static SealedEntry link(Row row) throws SQLException {
    Optional<AuditEntry> entry =
        row.optionalNumber("seq").isPresent() ? Optional.of(Audit.read(row)) : Optional.empty();
    return new SealedEntry(
        new AuditSeal(row.number("place"), row.text("seal")),
        row.number("sealed_seq"),
        row.text("entry"),
        row.flag("removed"),
        entry);
  }

  /** {@link #unsealed} does not look for them any more. */
  private List<Long> tooOldToBeSealed() {
    return sql.statement(
            """
            select a.seq from audit a
            where a.seq <= (select max(seq) - :late from audit_seals)
              and not exists (select 1 from audit_seals s where s.seq = a.seq)
            order by a.seq limit :batch
            """)
        .param("late", LATE)
        .param("batch", BATCH)
        .query(Row.mapper(row -> row.number("seq")))
        .list();
  }

  private long unsealedCount() {
    return sql.statement(
            """
            select count(*) from audit a
            where not exists (select 1 from audit_seals s where s.seq = a.seq)
            """)
        .query(Long.class)
        .single();
  }
}
