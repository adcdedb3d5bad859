package dev.muster.bench.measure;

import dev.muster.bench.fleet.FleetServer;
import dev.muster.bench.process.Api;
import dev.muster.bench.process.FleetProcess;
import dev.muster.bench.process.Muster;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A simulated fleet that is registered as a cluster, every node up. */
final class Fleet {

  private static final Duration UP_WITHIN = Duration.ofMinutes(2);
  private static final Duration UP_WITHIN_EACH = Duration.ofMillis(10);
  private static final int CALLERS = 8;
  private static final int MOST_IN_USUAL_HEAP = 10_000;

  /** Megabytes. */
  private static final int USUAL_HEAP = 416;

  private static final int KILOBYTES_EACH = 12;

  /** Megabytes; the rest of 3 GB is PostgreSQL's and what a JVM has beside its heap. */
  private static final int MOST_HEAP = 1_600;

  private static final int BATCH = 1_000;

  private static final String INSERT =
      """
      insert into nodes (cluster, id, agent_address, added_at, added_by)
      values (?, ?, ?, now(), 'bench')
      """;

  private Fleet() {}

  /** Registers {@code nodes} simulated nodes as {@code cluster} and waits until all are up. */
  static void register(Api api, FleetProcess fleet, String cluster, int nodes, JsonNode settings) {
    register(api, fleet, cluster, new Part(0, nodes), settings);
  }

  /**
   * Nodes of a fleet from {@code first} on.
   *
   * @param role of each; empty for none
   */
  record Part(int first, int nodes, Optional<String> role) {

    Part(int first, int nodes) {
      this(first, nodes, Optional.empty());
    }
  }

  /** What the launcher gives is for some ten thousand nodes; docs/performance.md says it, too. */
  static Optional<Integer> heap(int nodes) {
    return nodes <= MOST_IN_USUAL_HEAP
        ? Optional.empty()
        : Optional.of(Math.min(MOST_HEAP, USUAL_HEAP + nodes * KILOBYTES_EACH / 1_000));
  }

  /** Registers a part of the fleet, a large one by SQL, and waits until all its nodes are up. */
  static void register(
      Api api, FleetProcess fleet, Muster muster, String cluster, Part part, JsonNode settings) {
    if (part.nodes() <= MOST_IN_USUAL_HEAP) {
      register(api, fleet, cluster, part, settings);
    } else {
      insert(api, fleet, muster.databaseUrl(), cluster, part, settings);
    }
  }

  /** Registers a part of the fleet as {@code cluster} and waits until all its nodes are up. */
  static void register(Api api, FleetProcess fleet, String cluster, Part part, JsonNode settings) {
    create(api, cluster, settings);
    List<Callable<JsonNode>> registrations = new ArrayList<>();
    for (int index = part.first(); index < part.first() + part.nodes(); index++) {
      JsonNode node = node(fleet, index, part);
      registrations.add(() -> api.post(ApiPath.of("clusters", cluster, "nodes"), node));
    }
    try (ExecutorService callers = Executors.newFixedThreadPool(CALLERS)) {
      for (Future<JsonNode> registered : callers.invokeAll(registrations)) {
        registered.get();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", interrupted);
    } catch (ExecutionException failed) {
      throw new IllegalStateException("a node was not registered", failed.getCause());
    }
    awaitUp(api, cluster, part);
  }

  /**
   * Registers a part of the fleet by SQL: tens of thousands of requests would take longer than what
   * is measured.
   */
  private static void insert(
      Api api, FleetProcess fleet, String database, String cluster, Part part, JsonNode settings) {
    create(api, cluster, settings);
    try (Connection connection = DriverManager.getConnection(database, "muster", "");
        PreparedStatement insert = connection.prepareStatement(INSERT)) {
      connection.setAutoCommit(false);
      for (int index = part.first(); index < part.first() + part.nodes(); index++) {
        insert.setString(1, cluster);
        insert.setString(2, FleetServer.nodeId(index));
        insert.setString(3, agent(fleet, index));
        insert.addBatch();
        if (index % BATCH == 0) {
          insert.executeBatch();
        }
      }
      insert.executeBatch();
      connection.commit();
    } catch (SQLException failed) {
      throw new IllegalStateException("the nodes were not inserted", failed);
    }
    awaitUp(api, cluster, part);
  }

  private static void create(Api api, String cluster, JsonNode settings) {
    ObjectNode body = Json.object().put("name", cluster);
    body.set("settings", settings);
    api.post(ApiPath.of("clusters"), body);
  }

  private static void awaitUp(Api api, String cluster, Part part) {
    api.post(ApiPath.of("clusters", cluster, "nudge"), Json.object());
    api.await(
        ApiPath.of("clusters", cluster),
        UP_WITHIN.plus(UP_WITHIN_EACH.multipliedBy(part.nodes())),
        seen -> Json.number(seen, "nodesUp") == part.nodes());
  }

  private static JsonNode node(FleetProcess fleet, int index, Part part) {
    ObjectNode node =
        Json.object().put("id", FleetServer.nodeId(index)).put("agent", agent(fleet, index));
    part.role().ifPresent(role -> node.put("role", role));
    return node;
  }

  private static String agent(FleetProcess fleet, int index) {
    return "http://" + FleetServer.address(index) + ":" + fleet.port();
  }
}
