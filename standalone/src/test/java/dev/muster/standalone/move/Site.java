package dev.muster.standalone.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.AgentMain;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.standalone.acceptance.JavaProcess;
import dev.muster.standalone.database.EmbeddedDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/**
 * A database, agents, and a journal in which every action writes a line: what stays when engines
 * and processes of Muster come and go.
 */
final class Site implements AutoCloseable {

  static final String CLUSTER = "prod";

  /** Six actions of half a second, one after the other. */
  static final String QUICK = "quick";

  /** Six actions of three seconds: it outlasts the start of another Muster on a busy machine. */
  static final String SLOW = "slow";

  private static final int NODES = 3;
  private static final List<String> STEPS = List.of("one", "two");
  private static final Pattern ADDRESS = Pattern.compile("http://\\S+");

  private final Path folder;
  private final Path journal;
  private final EmbeddedDatabase database;
  private final Deque<Runnable> parts = new ArrayDeque<>();

  Site(Path folder) throws IOException {
    this.folder = folder;
    this.journal = Files.createFile(folder.resolve("journal"));
    this.database = EmbeddedDatabase.started(folder.resolve("database"));
  }

  /** Starts a Muster on this database; its data folder is called {@code name}. */
  Up up(String name, List<String> options, Map<String, String> environment) throws IOException {
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of("--database", database.url(), "--database-user", database.user()));
    Up up = new Up(folder.resolve(name), all, environment);
    parts.push(up::close);
    return up;
  }

  Up up(String name, List<String> options) throws IOException {
    return up(name, options, Map.of());
  }

  /** Registers the cluster and starts its agents; each playbook writes two lines for each node. */
  void furnish(Up up) {
    up.api().post(ApiPath.of("clusters"), Json.object().put("name", CLUSTER));
    for (int node = 1; node <= NODES; node++) {
      String id = "n" + node;
      up.api()
          .post(
              ApiPath.of("clusters", CLUSTER, "nodes"),
              Json.object().put("id", id).put("agent", agent(id)));
    }
    up.api().post(ApiPath.of("playbooks"), "application/yaml", playbook(QUICK, "0.5"));
    up.api().post(ApiPath.of("playbooks"), "application/yaml", playbook(SLOW, "3"));
  }

  private String agent(String id) {
    JavaProcess agent =
        JavaProcess.start(
            AgentMain.class,
            folder.resolve(id + ".err"),
            List.of(
                "--node",
                id,
                "--listen",
                "127.0.0.1:0",
                "--data",
                folder.resolve(id).toString(),
                "--allow",
                "*"));
    parts.push(agent::close);
    Matcher address = ADDRESS.matcher(agent.firstLine());
    assertThat(address.find()).isTrue();
    return address.group();
  }

  private String playbook(String name, String seconds) {
    StringBuilder steps = new StringBuilder();
    for (String step : STEPS) {
      steps.append(
          """
              - name: %1$s
                action: exec.command
                args: {argv: [/bin/sh, -c, 'sleep %3$s; echo ${run.id} ${node.id} %1$s >> %2$s']}
          """
              .formatted(step, journal, seconds));
    }
    return """
    apiVersion: muster/v1
    kind: Playbook
    metadata: {name: %s}
    stages:
      - name: all
        targets: {select: ""}
        concurrency: 1
        steps:
    %s\
    """
        .formatted(name, steps);
  }

  /** Lines of the journal, the run's id left out. */
  List<String> done(String run) {
    try (var lines = Files.lines(journal)) {
      return lines
          .filter(line -> line.startsWith(run))
          .map(line -> line.substring(run.length() + 1))
          .toList();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Every action of a run, as the journal has it. */
  static List<String> allActions() {
    return IntStream.rangeClosed(1, NODES)
        .boxed()
        .flatMap(node -> STEPS.stream().map(step -> "n" + node + " " + step))
        .toList();
  }

  void awaitActions(String run, int atLeast) {
    Awaitility.await("%d actions of run %s".formatted(atLeast, run))
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> done(run).size() >= atLeast);
  }

  /** The newest epoch of the cluster. */
  long epoch() {
    try (Connection connection =
            DriverManager.getConnection(database.url(), database.user(), database.password());
        ResultSet row =
            connection.createStatement().executeQuery("select max(epoch) from clusters")) {
      row.next();
      return row.getLong(1);
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }

  void awaitNewerEpoch(long than) {
    Awaitility.await("the other engine's orchestration")
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> epoch() > than);
  }

  /** Fails if somebody takes a new epoch within {@code period}. */
  void requireEpochStaysPut(Duration period) {
    long epoch = epoch();
    Awaitility.await("no new epoch")
        .during(period)
        .atMost(period.plusSeconds(10))
        .pollInterval(Duration.ofMillis(250))
        .failFast("somebody took a new epoch", () -> epoch() != epoch)
        .until(() -> epoch() == epoch);
  }

  /** Waits until nobody has taken a new epoch for {@code period}. */
  void awaitEpochStaysPut(Duration period) {
    AtomicLong last = new AtomicLong(epoch());
    AtomicReference<Instant> since = new AtomicReference<>(Instant.now());
    Awaitility.await("no new epoch for " + period)
        .atMost(period.plusSeconds(30))
        .pollInterval(Duration.ofMillis(250))
        .until(() -> {
          long now = epoch();
          if (last.getAndSet(now) != now) {
            since.set(Instant.now());
          }
          return !Instant.now().isBefore(since.get().plus(period));
        });
  }

  @Override
  public void close() {
    while (!parts.isEmpty()) {
      parts.pop().run();
    }
    database.close();
  }
}
