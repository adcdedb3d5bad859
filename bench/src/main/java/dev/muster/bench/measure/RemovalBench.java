package dev.muster.bench.measure;

import dev.muster.bench.process.Api;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import tools.jackson.databind.JsonNode;

/**
 * The oldest tenth of the history goes while stages run: how fast it goes, what it costs a stage,
 * and how many dead rows are left when PostgreSQL has vacuumed by itself.
 */
final class RemovalBench {

  /** Of what is left, when vacuum has kept up. */
  private static final double FEW = 0.03;

  private static final Duration VACUUM_WITHIN = Duration.ofMinutes(3);
  private static final Duration AT_MOST = Duration.ofMinutes(15);
  private static final int SHARE = 10;

  private final Api api;
  private final String url;

  RemovalBench(Api api, String url) {
    this.api = api;
    this.url = url;
  }

  /**
   * Runs it.
   *
   * @param runs of the history, five minutes apart
   * @param stage runs a stage and says how many seconds it took
   * @return {@code removal_actions_per_s}, {@code removal_stage_wall_s} while it is under way,
   *     {@code removal_dead_share} of the rows, in the worst table
   */
  Figures run(int runs, DoubleSupplier stage) {
    Duration kept = Duration.ofMinutes(5L * runs * (SHARE - 1) / SHARE);
    api.patch(ApiPath.of("retention"), Json.object().put("runs", kept.toString()));
    api.await(ApiPath.of("retention"), AT_MOST, seen -> removed(seen, "runs") > 0);
    Instant began = Instant.now();
    long before = removed(api.get(ApiPath.of("retention")), "actions");
    List<Double> walls = new ArrayList<>();
    while (removed(api.get(ApiPath.of("retention")), "runs") < runs / SHARE * 95L / 100) {
      if (Duration.between(began, Instant.now()).compareTo(AT_MOST) > 0) {
        throw new IllegalStateException("the removal is not done after " + AT_MOST);
      }
      walls.add(stage.getAsDouble());
    }
    long actions = removed(api.get(ApiPath.of("retention")), "actions") - before;
    double seconds = Duration.between(began, Instant.now()).toMillis() / 1000.0;
    return new Figures()
        .put("removal_actions_per_s", actions / seconds)
        .put("removal_stage_wall_s", walls.isEmpty() ? 0 : Figures.quantile(walls, 0.5))
        .put("removal_dead_share", deadShare());
  }

  private static long removed(JsonNode retention, String what) {
    return retention.path("removal").path("inAll").path(what).asLong(0);
  }

  /** Waits for autovacuum, which looks once a minute. */
  private double deadShare() {
    Instant end = Instant.now().plus(VACUUM_WITHIN);
    double share = dead();
    while (share > FEW && Instant.now().isBefore(end)) {
      Api.pause(Duration.ofSeconds(2));
      share = dead();
    }
    return share;
  }

  private double dead() {
    try (Connection connection = DriverManager.getConnection(url, "muster", "");
        Statement statement = connection.createStatement();
        ResultSet share =
            statement.executeQuery(
                """
                select max(n_dead_tup::float / greatest(n_live_tup, 1)) from pg_stat_user_tables
                where relname in ('runs', 'run_stages', 'stage_nodes', 'actions',
                  'action_transitions')
                """)) {
      share.next();
      return share.getDouble(1);
    } catch (SQLException e) {
      throw new IllegalStateException("the statistics cannot be read: " + e.getMessage(), e);
    }
  }
}
