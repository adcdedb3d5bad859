package dev.muster.records.members;

import dev.muster.domain.member.Profile;
import dev.muster.domain.member.ProfileKey;
import dev.muster.domain.protocol.SameJson;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import dev.muster.records.sql.Query;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.Texts;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The profiles, each in all its versions. */
public final class Profiles {

  private static final String COLUMNS = "name, version, document, created_at, created_by";

  private final Sql sql;

  public Profiles(Sql sql) {
    this.sql = sql;
  }

  /** Stores a version, unless the newest one says the same. */
  public ProfileStoring store(Profile profile, Instant at, String by) {
    return sql.transaction(() -> {
      lock(profile.name());
      Optional<ProfileRecord> newest = find(profile.name());
      if (newest.filter(known -> isSame(known.profile(), profile)).isPresent()) {
        return new ProfileStoring.Existing(newest.get());
      }
      sql.statement(
              """
              insert into profiles (name, version, document, created_at, created_by)
              select :name, coalesce(max(version), 0) + 1, :document::jsonb, :at, :by
              from profiles where name = :name
              """)
          .param("name", profile.name())
          .param("document", Texts.json(profile))
          .param("at", Sql.at(at))
          .param("by", Texts.clean(by))
          .update();
      return new ProfileStoring.Stored(find(profile.name()).orElseThrow());
    });
  }

  private static boolean isSame(Profile one, Profile other) {
    return SameJson.same(
        WireFormat.JSON.valueToTree(one), WireFormat.JSON.readTree(Texts.json(other)));
  }

  /** The newest version. */
  public Optional<ProfileRecord> find(String name) {
    return new Query("select " + COLUMNS + " from profiles")
            .and("name = :name")
            .with("name", name)
            .then("order by version desc limit 1")
            .list(sql, Profiles::record)
            .stream()
            .findFirst();
  }

  /** The newest version of each, by name; the marker is the last name of the page before. */
  public Page<ProfileRecord> list(PageRequest page) {
    List<ProfileRecord> rows =
        new Query("select distinct on (name) " + COLUMNS + " from profiles")
            .and("name > :marker", "marker", page.marker())
            .with("limit", page.fetch())
            .then("order by name, version desc limit :limit")
            .list(sql, Profiles::record);
    return Page.of(rows, page, one -> one.key().name());
  }

  /** Removes a profile that no cluster and no member needs, with all its versions. */
  public ProfileRemoval remove(String name) {
    return sql.transaction(() -> {
      lock(name);
      // Who is about to use a version locks its row; so both cannot succeed.
      boolean known =
          !sql.statement("select version from profiles where name = :name for update")
              .param("name", name)
              .query(Integer.class)
              .list()
              .isEmpty();
      if (!known) {
        return new ProfileRemoval.NotFound();
      }
      ProfileRemoval.Refused use = inUse(name);
      if (use.clusters() + use.members() > 0) {
        return use;
      }
      sql.statement("delete from profiles where name = :name").param("name", name).update();
      return new ProfileRemoval.Removed();
    });
  }

  private ProfileRemoval.Refused inUse(String name) {
    return sql.statement(
            """
            select (select count(*) from clusters where profile = :name) as clusters,
              (select count(*) from members where profile = :name) as members
            """)
        .param("name", name)
        .query(
            Row.mapper(
                row -> new ProfileRemoval.Refused(row.integer("clusters"), row.integer("members"))))
        .single();
  }

  /** Two who store versions of one profile at the same time take turns. */
  private void lock(String name) {
    sql.statement("select pg_advisory_xact_lock(hashtextextended(:key, 0)) is null as locked")
        .param("key", "muster/profile/" + name)
        .query(Row.mapper(row -> row.flag("locked")))
        .single();
  }

  private static ProfileRecord record(Row row) throws SQLException {
    return new ProfileRecord(
        new ProfileKey(row.text("name"), row.integer("version")),
        row.json("document", Profile.class),
        row.instant("created_at"),
        row.text("created_by"));
  }
}
