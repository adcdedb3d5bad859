package dev.muster.agent.store;

import dev.muster.agent.execution.Outcome;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.SubmissionAnswer;
import dev.muster.domain.protocol.SubmissionAnswer.Verdict;
import dev.muster.domain.protocol.WireFormat;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Every change of an action, as statements of the writer's transaction. */
final class StoreWrites {

  private final ChangeNumbers changes;
  private final int queueLimit;

  StoreWrites(ChangeNumbers changes, int queueLimit) {
    this.changes = changes;
    this.queueLimit = queueLimit;
  }

  /** All of one submission, in its order. */
  List<SubmissionAnswer> submit(Connection connection, List<Offer> offers, Instant now)
      throws SQLException {
    List<SubmissionAnswer> answers = new ArrayList<>();
    for (Offer offer : offers) {
      answers.add(submit(connection, offer, now));
    }
    int unfinished =
        (int)
            SqliteStatements.number(
                connection, "select count(*) from action where finished_ms is null");
    boolean grew = answers.stream().anyMatch(answer -> answer.result() == Verdict.ACCEPTED);
    if (grew && unfinished > queueLimit) {
      throw new QueueFullException(queueLimit);
    }
    return answers;
  }

  private SubmissionAnswer submit(Connection connection, Offer offer, Instant now)
      throws SQLException {
    Optional<UUID> id = Optional.of(offer.id());
    Optional<StoredAction> there = find(connection, offer.id());
    if (there.isPresent()) {
      StoredAction action = there.get();
      boolean same =
          action.work().kind().equals(offer.work().kind())
              && action.work().args().equals(offer.work().args());
      return same
          ? new SubmissionAnswer(id, Verdict.DUPLICATE, Optional.empty(), Optional.empty())
          : new SubmissionAnswer(
              id,
              Verdict.CONFLICT,
              Optional.of(
                  action.work().kind().equals(offer.work().kind())
                      ? "the agent has this id with other arguments"
                      : "the agent has this id with kind '%s'".formatted(action.work().kind())),
              Optional.of(action.report()));
    }
    if (offer.refusal().isPresent()) {
      return new SubmissionAnswer(id, Verdict.REFUSED, offer.refusal(), Optional.empty());
    }
    insert(connection, offer, now);
    return new SubmissionAnswer(id, Verdict.ACCEPTED, Optional.empty(), Optional.empty());
  }

  private void insert(Connection connection, Offer offer, Instant now) throws SQLException {
    SqliteStatements.update(
        connection,
        """
        insert into action (id, kind, args, metadata, created_ms, received_ms, timeout_ms, origin,
          state, changed, sensitive)
        values (?, ?, ?, ?, ?, ?, ?, ?, 'NEW', ?, ?)
        """,
        offer.id().toString(),
        offer.work().kind(),
        WireFormat.JSON.writeValueAsString(offer.work().args()),
        WireFormat.JSON.writeValueAsString(offer.work().metadata()),
        offer.created().orElse(now).toEpochMilli(),
        now.toEpochMilli(),
        offer.work().timeoutMs(),
        offer.work().origin(),
        changes.take(),
        WireFormat.JSON.writeValueAsString(offer.sensitive()));
    long sequence = SqliteStatements.number(connection, "select last_insert_rowid()");
    step(connection, sequence, ActionState.NEW, now, Optional.empty());
  }

  /** The oldest that has not begun becomes RUNNING; empty if there is none. */
  Optional<StoredAction> startNext(Connection connection, Instant now) throws SQLException {
    Optional<Long> next =
        SqliteStatements.first(
            connection,
            row -> row.getLong(1),
            """
            select sequence from action
            where finished_ms is null and state = 'NEW' order by sequence limit 1
            """);
    if (next.isEmpty()) {
      return Optional.empty();
    }
    SqliteStatements.update(
        connection,
        """
        update action set state = 'RUNNING', started_ms = ?, started_since_boot = ?, changed = ?
        where sequence = ?
        """,
        now.toEpochMilli(),
        SinceBoot.now().map(SinceBoot::toString),
        changes.take(),
        next.get());
    step(connection, next.get(), ActionState.RUNNING, now, Optional.empty());
    return SqliteStatements.first(
        connection, Rows::action, "select * from action where sequence = ?", next.get());
  }

  void progress(Connection connection, StoredAction action, String payload) throws SQLException {
    SqliteStatements.update(
        connection,
        "update action set payload = ?, changed = ? where sequence = ? and finished_ms is null",
        payload,
        changes.take(),
        action.sequence());
  }

  /** RUNNING or SUSPENDED, and why; no change if it is finished. */
  void move(Connection connection, StoredAction action, ActionState state, Instant now, String why)
      throws SQLException {
    boolean moved =
        SqliteStatements.update(
                connection,
                "update action set state = ?, changed = ? where sequence = ? and finished_ms is"
                    + " null",
                state.name(),
                changes.take(),
                action.sequence())
            == 1;
    if (moved) {
      step(connection, action.sequence(), state, now, Optional.of(why));
    }
  }

  void requestCancel(Connection connection, StoredAction action) throws SQLException {
    SqliteStatements.update(
        connection,
        "update action set cancel_requested = 1, changed = ? where sequence = ? and finished_ms is"
            + " null",
        changes.take(),
        action.sequence());
  }

  /** Before it began. Returns how it stands after that, whether or not it could be cancelled. */
  Optional<StoredAction> cancelNew(Connection connection, UUID id, Instant now)
      throws SQLException {
    Optional<StoredAction> action = find(connection, id);
    if (action.isPresent() && action.get().state() == ActionState.NEW) {
      finish(connection, action.get(), Outcome.cancelled(), now);
    }
    return find(connection, id);
  }

  void finish(Connection connection, StoredAction action, Outcome outcome, Instant now)
      throws SQLException {
    int moved =
        SqliteStatements.update(
            connection,
            """
            update action set state = ?, finished_ms = ?, changed = ?, exit_code = ?, error = ?,
              payload = coalesce(?, payload), log_bytes = ?
            where sequence = ? and finished_ms is null
            """,
            outcome.state().name(),
            now.toEpochMilli(),
            changes.take(),
            outcome.exitCode(),
            outcome.error().map(WireFormat.JSON::writeValueAsString),
            outcome.payload().map(WireFormat.JSON::writeValueAsString),
            outcome.logBytes(),
            action.sequence());
    if (moved == 1) {
      Optional<String> why = outcome.error().map(error -> error.message());
      step(connection, action.sequence(), outcome.state(), now, why);
    }
  }

  /** Something changed that is no action's: the node's status. */
  void touch() {
    changes.take();
  }

  static void saveMeta(Connection connection, String name, long value) throws SQLException {
    SqliteStatements.update(
        connection, "update meta set value = ? where name = ?", Long.toString(value), name);
  }

  static Optional<StoredAction> find(Connection connection, UUID id) throws SQLException {
    return SqliteStatements.first(
        connection, Rows::action, "select * from action where id = ?", id.toString());
  }

  private static void step(
      Connection connection, long sequence, ActionState state, Instant now, Optional<String> why)
      throws SQLException {
    SqliteStatements.update(
        connection,
        "insert into step (action, at_ms, state, why) values (?, ?, ?, ?)",
        sequence,
        now.toEpochMilli(),
        state.name(),
        why);
  }
}
