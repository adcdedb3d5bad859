package dev.muster.records.core;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Signal;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.ActionReport.Failure;
import dev.muster.domain.rollout.Attempt.Cause;
import dev.muster.records.actions.ActionReads;
import dev.muster.records.actions.Push;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.Texts;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;
import tools.jackson.databind.JsonNode;

/**
 * The actions that Muster executes, as the process sees them that executes them. Whatever it writes
 * of a turn counts only while it has the action in hand.
 */
public final class CoreActions {

  private final Sql sql;
  private final UUID owner;

  /**
   * @param owner what the process is called that executes
   */
  public CoreActions(Sql sql, UUID owner) {
    this.sql = sql;
    this.owner = owner;
  }

  /** An action of which something is new for its cluster's cycles. */
  public record Place(ActionId action, ClusterName cluster, Optional<NodeId> node) {}

  /** An action that is to stop, to pause or to go on. */
  public record Signalled(ActionId action, Signal signal) {}

  /**
   * Lets go what is in nobody's hand any more, because a process or the database went away: it is
   * done again, which its history says.
   *
   * @param inHand what this process has in hand
   */
  public List<Place> adopt(Collection<ActionId> inHand, Instant now) {
    return places(
        sql.statement(
                """
                update core_actions c
                set owner = null, due_at = least(coalesce(c.due_at, :now), :now), news = true,
                  told = told || ('turn ' || c.turns || ' was begun, and its end is not known: the'
                    || ' worker or its database went away; it is done again under the same id')
                from actions a
                where a.id = c.action and c.owner is not null
                  and (c.owner <> :owner or c.action <> all(:inHand))
                returning c.action, c.cluster, a.node
                """)
            .param("now", Sql.at(now))
            .param("inHand", ArrayValue.uuids(inHand, ActionId::value))
            .param("owner", owner));
  }

  /** Forgets what is over for other reasons, such as a node that was removed. */
  public List<ActionId> forgetEnded() {
    return sql.statement(
            """
            delete from core_actions c
            where not exists (
              select 1 from actions a where a.id = c.action and a.finished_at is null)
            returning action
            """)
        .query(Row.mapper(row -> new ActionId(row.uuid("action"))))
        .list();
  }

  /**
   * What there is to do.
   *
   * @param any whether there is any action, be it that it only waits
   * @param due whether something is due, or to be heeded
   */
  public record Work(boolean any, boolean due) {}

  /** All that is asked while nothing is due. */
  public Work work(Instant now) {
    return sql.statement(
            """
            select exists (select 1 from core_actions) as some,
              exists (select 1 from core_actions where due_at <= :now and owner is null)
                or exists (select 1 from core_actions where signal is not null) as due
            """)
        .param("now", Sql.at(now))
        .query(Row.mapper(row -> new Work(row.flag("some"), row.flag("due"))))
        .single();
  }

  /** Takes what is due in hand. */
  public List<CoreTurn> take(Instant now, int limit) {
    return sql.transaction(() -> {
      List<Taken> taken =
          sql.statement(
                  """
                  with due as (
                    select action from core_actions
                    where due_at <= :now and owner is null and signal is null
                    order by due_at limit :limit for update skip locked
                  )
                  update core_actions c set owner = :owner, turns = turns + 1
                  from due where c.action = due.action
                  returning c.action, c.cluster, c.begun_at, c.expires_at, c.suspended_at,
                    c.suspended_ms, c.turns, c.retries, c.payload
                  """)
              .param("now", Sql.at(now))
              .param("limit", limit)
              .param("owner", owner)
              .query(Row.mapper(row -> taken(row, now)))
              .list();
      return taken.isEmpty() ? List.of() : turns(taken);
    });
  }

  /** Before what belongs to the action itself was read. */
  private record Taken(
      ActionId action,
      ClusterName cluster,
      Instant begun,
      Optional<Instant> expires,
      Duration suspended,
      int number,
      int retries,
      Optional<JsonNode> payload) {}

  private List<CoreTurn> turns(List<Taken> taken) {
    Map<ActionId, Push> pushes =
        new ActionReads(sql).pushesOf(taken.stream().map(Taken::action).toList());
    List<CoreTurn> turns = new ArrayList<>();
    for (Taken one : taken) {
      Optional.ofNullable(pushes.get(one.action()))
          .ifPresent(push ->
              turns.add(
                  new CoreTurn(
                      one.cluster(),
                      push,
                      one.begun(),
                      one.expires(),
                      one.suspended(),
                      one.number(),
                      one.retries(),
                      one.payload())));
    }
    return turns;
  }

  /** The turn is over, and another one follows. */
  public Optional<Place> later(
      ActionId action, Instant at, Optional<JsonNode> payload, Optional<String> told) {
    return places(
            sql.statement(
                    """
                    update core_actions c
                    set owner = null, due_at = least(:at, c.expires_at),
                      payload = coalesce(:payload::jsonb, c.payload),
                      told = case when :told::text is null then c.told
                        else c.told || :told::text end,
                      news = c.news or :told::text is not null
                        or coalesce(:payload::jsonb <> c.payload, :payload::jsonb is not null)
                    from actions a
                    where a.id = c.action and c.action = :action and c.owner = :owner
                    returning c.action, c.cluster, a.node
                    """)
                .param("at", Sql.at(at))
                .param("payload", text(payload))
                .param("told", told.map(Texts::clean).orElse(null))
                .param("action", action.value())
                .param("owner", owner))
        .stream()
        .findFirst();
  }

  /**
   * It ended in this turn; or it is PENDING_SCHEDULE, and not to begin anew before {@code at}.
   *
   * @param error why, if it failed
   */
  public Optional<Place> end(
      ActionId action,
      ActionState state,
      Optional<JsonNode> payload,
      Optional<Failure> error,
      Cause cause,
      Instant at) {
    return places(
            sql.statement(
                    """
                    update core_actions c
                    set owner = null, due_at = null, signal = null, state = :state,
                      payload = coalesce(:payload::jsonb, c.payload), error = :error::jsonb,
                      cause = :cause, finished_at = :at, news = true
                    from actions a
                    where a.id = c.action and c.action = :action and c.owner = :owner
                    returning c.action, c.cluster, a.node
                    """)
                .param("state", state.name())
                .param("payload", text(payload))
                .param("error", error.map(Texts::json).orElse(null))
                .param("cause", cause == Cause.NONE ? null : cause.name())
                .param("at", Sql.at(at))
                .param("action", action.value())
                .param("owner", owner))
        .stream()
        .findFirst();
  }

  /** What somebody wants of actions, and was not heeded yet. */
  public List<Signalled> signalled() {
    return sql.statement("select action, signal from core_actions where signal is not null")
        .query(
            Row.mapper(row ->
                new Signalled(
                    new ActionId(row.uuid("action")), Signal.valueOf(row.text("signal")))))
        .list();
  }

  /** Heeds a signal between two turns; a process that has the action in hand does it later. */
  public Optional<Place> heed(Signalled wanted, Instant now) {
    String set =
        switch (wanted.signal()) {
          case CANCEL -> "state = 'CANCELLED', due_at = null, finished_at = :now, news = true";
          case SUSPEND ->
              """
              state = 'SUSPENDED', due_at = expires_at, news = true,
              suspended_at = coalesce(c.suspended_at, :now)
              """;
          case RESUME ->
              """
              state = 'RUNNING', due_at = :now, news = true, suspended_at = null,
              suspended_ms = c.suspended_ms
                + coalesce(extract(epoch from :now - c.suspended_at) * 1000, 0)::bigint
              """;
        };
    return places(
            sql.statement(
                    """
                    update core_actions c set signal = null, %s
                    from actions a
                    where a.id = c.action and c.action = :action and c.signal = :signal
                      and c.owner is null and c.finished_at is null
                    returning c.action, c.cluster, a.node
                    """
                        .formatted(set))
                .param("now", Sql.at(now))
                .param("action", wanted.action().value())
                .param("signal", wanted.signal().name()))
        .stream()
        .findFirst();
  }

  private static List<Place> places(StatementSpec statement) {
    return statement
        .query(
            Row.mapper(row ->
                new Place(
                    new ActionId(row.uuid("action")),
                    new ClusterName(row.text("cluster")),
                    row.optionalText("node").map(NodeId::new))))
        .list();
  }

  private static @Nullable String text(Optional<JsonNode> json) {
    return json.map(Texts::json).orElse(null);
  }

  private static Taken taken(Row row, Instant now) throws SQLException {
    Duration before = Duration.ofMillis(row.number("suspended_ms"));
    Optional<Instant> since = row.optionalInstant("suspended_at");
    return new Taken(
        new ActionId(row.uuid("action")),
        new ClusterName(row.text("cluster")),
        row.instant("begun_at"),
        row.optionalInstant("expires_at"),
        since.map(from -> before.plus(Duration.between(from, now))).orElse(before),
        row.integer("turns"),
        row.integer("retries"),
        row.optionalJson("payload"));
  }
}
