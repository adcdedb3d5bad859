package dev.muster.bench.measure;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Writes history into a database whose cluster has done a run already: copies of that run and of
 * its actions, half of them on a cluster that is gone, a few that failed.
 */
final class HistoryFill {

  /** So many statements write all of it; each is a transaction. */
  private static final int PARTS = 20;

  private static final String RUNS =
      """
      insert into runs (id, cluster, playbook, playbook_version, definition, params, plan_hash, state,
        state_reason, requester, reason, epoch, created_at, started_at, finished_at)
      select md5('run ' || i)::uuid, case when i %% 2 = 0 then t.cluster else 'gone' end, t.playbook,
        t.playbook_version, t.definition, t.params, t.plan_hash,
        case when i %% 50 = 0 then 'ApplyFailed' else t.state end, t.state_reason, t.requester,
        t.reason, t.epoch, d.at, d.at, d.at + interval '2 minutes'
      from (select * from runs where reason = 'benchmark' order by created_at desc limit 1) t
      cross join generate_series(%1$d, %2$d) as i
      cross join lateral (
        select t.created_at - (%3$d - i) * interval '5 minutes' - interval '1 hour' as at) d
      """;

  private static final String STAGES =
      """
      with t as (
        select s.* from run_stages s join runs r on r.id = s.run
        where r.reason = 'benchmark' order by r.created_at desc limit 1)
      insert into run_stages (run, stage, name, plan, state, opened_at, finished_at)
      select r.id, 0, t.name, t.plan, r.state, r.started_at, r.finished_at
      from t cross join generate_series(%1$d, %2$d) as i join runs r on r.id = md5('run ' || i)::uuid
      """;

  private static final String NODES =
      """
      with n as (select array_agg(id order by id) as ids, count(*)::int as count from nodes)
      insert into stage_nodes (run, stage, node, position, batch, state, started_at, finished_at)
      select distinct on (r.id, node) r.id, 0, n.ids[1 + (i * 7 + j / 2) %% n.count] as node, j / 2, 0,
        'SUCCEEDED', r.started_at, r.finished_at
      from n cross join generate_series(%1$d, %2$d) as i join runs r on r.id = md5('run ' || i)::uuid
      cross join generate_series(0, %4$d - 1, 2) as j
      """;

  private static final String ACTIONS =
      """
      with t as (
        select a.* from actions a join runs r on r.id = a.run
        where r.reason = 'benchmark' order by r.created_at desc limit 1),
      n as (select array_agg(id order by id) as ids, count(*)::int as count from nodes)
      insert into actions (id, cluster, node, kind, args, metadata, state, origin, requester, run,
        stage, step, step_index, created_at, sent_at, pushed_at, received_at, started_at,
        finished_at, payload, timeout_ms)
      select md5('action ' || i || ' ' || j)::uuid, r.cluster,
        n.ids[1 + (i * 7 + j / 2) %% n.count], t.kind, t.args, t.metadata,
        case when i %% 50 = 0 and j = 0 then 'FAILED' else 'DONE' end, t.origin, t.requester, r.id, 0,
        'step-' || j %% 2, j %% 2, d.at, d.at, d.at, d.at, d.at, d.at + interval '2 seconds',
        t.payload, t.timeout_ms
      from t cross join n cross join generate_series(%1$d, %2$d) as i
      join runs r on r.id = md5('run ' || i)::uuid
      cross join generate_series(0, %4$d - 1) as j
      cross join lateral (select r.created_at + j * interval '3 seconds' as at) d
      """;

  private static final String TRANSITIONS =
      """
      insert into action_transitions (action, at, from_state, to_state, by_type, by_name, why)
      select md5('action ' || i || ' ' || j)::uuid, r.created_at + (j * 3 + k * 2) * interval '1 second',
        case k when 0 then null else 'PENDING_SCHEDULE' end,
        case k when 0 then 'PENDING_SCHEDULE' else 'DONE' end,
        case k when 0 then 'PLAYBOOK' else 'AGENT' end, 'history',
        case k when 0 then 'step 1 of 2' else 'reported by the agent' end
      from generate_series(%1$d, %2$d) as i join runs r on r.id = md5('run ' || i)::uuid
      cross join generate_series(0, %4$d - 1) as j cross join generate_series(0, 1) as k
      """;

  private static final String AUDIT =
      """
      insert into audit (at, actor, what, cluster, run, detail)
      select r.created_at, 'user:history', 'run.start', r.cluster, r.id, '{"reason": "benchmark"}'
      from generate_series(%1$d, %2$d) as i join runs r on r.id = md5('run ' || i)::uuid
      """;

  private final String url;

  HistoryFill(String url) {
    this.url = url;
  }

  /** Writes it and lets PostgreSQL look at it; returns the bytes of the whole database. */
  long fill(int actions, int runs) {
    int each = Math.max(1, actions / runs);
    try (Connection connection = DriverManager.getConnection(url, "muster", "");
        Statement statement = connection.createStatement()) {
      for (int part = 0; part < PARTS; part++) {
        int from = (int) ((long) runs * part / PARTS) + 1;
        int to = (int) ((long) runs * (part + 1) / PARTS);
        for (String text : new String[] {RUNS, STAGES, NODES, ACTIONS, TRANSITIONS, AUDIT}) {
          statement.execute(text.formatted(from, to, runs, each));
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException("the history cannot be written: " + e.getMessage(), e);
    }
    return settle();
  }

  /** What autovacuum does in its time; returns the bytes of the whole database. */
  long settle() {
    try (Connection connection = DriverManager.getConnection(url, "muster", "");
        Statement statement = connection.createStatement()) {
      statement.execute("vacuum (analyze)");
      try (ResultSet size = statement.executeQuery("select pg_database_size(current_database())")) {
        size.next();
        return size.getLong(1);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("the database cannot be vacuumed: " + e.getMessage(), e);
    }
  }
}
