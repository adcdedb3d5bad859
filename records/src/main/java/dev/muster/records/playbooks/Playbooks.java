package dev.muster.records.playbooks;

import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import dev.muster.records.sql.Query;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.Texts;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The playbooks, each in all its versions. */
public final class Playbooks {

  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

  private static final String VERSION = "name, version, hash, description, created_at, created_by";

  private final Sql sql;

  public Playbooks(Sql sql) {
    this.sql = sql;
  }

  /** Stores a version, unless there is one with the same content; key: name and hash. */
  public PlaybookStoring store(NewPlaybook playbook) {
    return sql.transaction(() -> {
      lock(playbook.name());
      Optional<PlaybookRecord> existing = findByHash(playbook.name(), playbook.hash());
      if (existing.isPresent()) {
        return new PlaybookStoring.Existing(existing.get());
      }
      insert(playbook);
      return new PlaybookStoring.Stored(findByHash(playbook.name(), playbook.hash()).orElseThrow());
    });
  }

  /** The newest version. */
  public Optional<PlaybookRecord> find(String name) {
    return full()
        .and("name = :name")
        .with("name", name)
        .then("order by version desc limit 1")
        .list(sql, Playbooks::record)
        .stream()
        .findFirst();
  }

  public Optional<PlaybookRecord> find(String name, int version) {
    return full()
        .and("name = :name")
        .and("version = :version")
        .with("name", name)
        .with("version", version)
        .list(sql, Playbooks::record)
        .stream()
        .findFirst();
  }

  /** The newest version of each, by name; the marker is the last name of the page before. */
  public Page<PlaybookVersion> list(PageRequest page) {
    List<PlaybookVersion> rows =
        new Query("select distinct on (name) " + VERSION + " from playbooks")
            .and("name > :marker", "marker", page.marker())
            .with("limit", page.fetch())
            .then("order by name, version desc limit :limit")
            .list(sql, Playbooks::version);
    return Page.of(rows, page, PlaybookVersion::name);
  }

  /** Newest first; the marker is the last version of the page before. */
  public Page<PlaybookVersion> versions(String name, PageRequest page) {
    List<PlaybookVersion> rows =
        new Query("select " + VERSION + " from playbooks")
            .and("name = :name")
            .with("name", name)
            .and("version < :marker", "marker", page.marker().map(Playbooks::number))
            .with("limit", page.fetch())
            .then("order by version desc limit :limit")
            .list(sql, Playbooks::version);
    return Page.of(rows, page, PlaybookVersion::version);
  }

  /** Two who store versions of one playbook at the same time take turns. */
  private void lock(String name) {
    sql.statement("select pg_advisory_xact_lock(hashtextextended(:key, 0)) is null as locked")
        .param("key", "muster/playbook/" + name)
        .query(Row.mapper(row -> row.flag("locked")))
        .single();
  }

  private void insert(NewPlaybook playbook) {
    sql.statement(
            """
            insert into playbooks
              (name, version, hash, description, source, definition, created_at, created_by)
            select :name, coalesce(max(version), 0) + 1, :hash, :description, :source,
              :definition::jsonb, :at, :by
            from playbooks where name = :name
            """)
        .param("name", playbook.name())
        .param("hash", playbook.hash())
        .param("description", Texts.clean(playbook.description()))
        .param("source", Texts.clean(playbook.source()))
        .param("definition", Texts.json(playbook.definition()))
        .param("at", Sql.at(playbook.at()))
        .param("by", Texts.clean(playbook.by()))
        .update();
  }

  private Optional<PlaybookRecord> findByHash(String name, String hash) {
    return full()
        .and("name = :name")
        .and("hash = :hash")
        .with("name", name)
        .with("hash", hash)
        .list(sql, Playbooks::record)
        .stream()
        .findFirst();
  }

  private static Query full() {
    return new Query("select " + VERSION + ", source, definition from playbooks");
  }

  private static int number(String marker) {
    if (!NUMBER.matcher(marker).matches()) {
      throw PageRequest.badMarker(marker);
    }
    return Integer.parseInt(marker);
  }

  private static PlaybookRecord record(Row row) throws SQLException {
    return new PlaybookRecord(version(row), row.text("source"), row.json("definition"));
  }

  private static PlaybookVersion version(Row row) throws SQLException {
    return new PlaybookVersion(
        row.text("name"),
        row.integer("version"),
        row.text("hash"),
        row.text("description"),
        row.instant("created_at"),
        row.text("created_by"));
  }
}
