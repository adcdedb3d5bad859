package dev.muster.records.tokens;

import dev.muster.domain.identity.Role;
import dev.muster.domain.run.Answerer;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.Texts;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * What the API leaves for an answer that goes through Temporal: that it knows who gave it. Nothing
 * of it is in the message, where anybody could read or write it. Times are the database's, so that
 * the clocks of processes do not matter.
 */
public final class Vouchers {

  /** Seconds after which an answer that did not arrive is not vouched for any more. */
  private static final int SECONDS = 120;

  private final Sql sql;

  public Vouchers(Sql sql) {
    this.sql = sql;
  }

  /**
   * An answer.
   *
   * @param subject the run or the action that it is about
   * @param verb such as {@code APPROVE}
   */
  public record Answer(UUID subject, String verb, String by) {}

  /** Leaves one; those that are too old go. */
  public void leave(UUID subject, String verb, Answerer who) {
    sql.statement(
            "delete from vouchers where made_at < now() - interval '%d seconds'".formatted(SECONDS))
        .update();
    sql.statement(
            """
            insert into vouchers (id, name, groups, roles, subject, verb, made_at)
            values (:id, :name, :groups, :roles, :subject, :verb, clock_timestamp())
            """)
        .param("id", UUID.randomUUID())
        .param("name", Texts.clean(who.name()))
        .param("groups", ArrayValue.texts(who.groups(), group -> group))
        .param("roles", ArrayValue.texts(who.roles(), Role::word))
        .param("subject", subject)
        .param("verb", verb)
        .update();
  }

  /**
   * Takes the newest one that is for this answer, to be used for one thing only; for the same thing
   * again it still counts, because what failed half-way is done again.
   *
   * @param use what it is used for, such as a stage
   */
  public Optional<Answerer> take(Answer answer, String use) {
    return sql.statement(
            """
            update vouchers set used_for = :use
            where id = (
              select id from vouchers
              where subject = :subject and verb = :verb and name = :by
                and (used_for is null or used_for = :use)
                and made_at > clock_timestamp() - interval '%d seconds'
              order by made_at desc, id limit 1 for update)
            returning name, groups, roles
            """
                .formatted(SECONDS))
        .param("use", use)
        .param("subject", answer.subject())
        .param("verb", answer.verb())
        .param("by", Texts.clean(answer.by()))
        .query(Row.mapper(Vouchers::read))
        .optional();
  }

  private static Answerer read(Row row) throws SQLException {
    Set<Role> roles = EnumSet.noneOf(Role.class);
    row.texts("roles").forEach(word -> Role.named(word).ifPresent(roles::add));
    return new Answerer(row.text("name"), Set.copyOf(row.texts("groups")), roles);
  }
}
