package dev.muster.worker.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.secret.SecretSource;
import dev.muster.activities.secret.Secrets;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.discovery.DiscoveryName;
import dev.muster.domain.discovery.DiscoveryRules;
import dev.muster.domain.discovery.DiscoverySource;
import dev.muster.domain.identity.ClusterPattern;
import dev.muster.domain.secret.SecretRules;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.discoveries.DiscoveryKey;
import dev.muster.records.discoveries.DiscoveryStanding;
import dev.muster.records.discoveries.NewDiscovery;
import dev.muster.records.nodes.NodeSelection;
import dev.muster.worker.servers.NamedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DiscoveryLoopTest {

  private static final Duration DEADLINE = Duration.ofSeconds(2);

  private final TestDatabase database = TestDatabase.fresh();
  private final Records records = database.records();
  private final RecordsFixture prod = RecordsFixture.cluster(records, "prod", 0);
  private final List<List<NodeId>> nudged = new CopyOnWriteArrayList<>();
  private final SettableClock clock = new SettableClock(RecordsFixture.T0);
  private final List<AutoCloseable> open = new ArrayList<>();
  private final CountDownLatch letGo = new CountDownLatch(1);

  @TempDir private Path folder = Path.of("");

  @AfterEach
  void close() throws Exception {
    letGo.countDown();
    for (AutoCloseable one : open) {
      one.close();
    }
    database.close();
  }

  @Test
  void aFileIsReadAtOnceAndAgainWhenItHasChangedAndIsStill() throws Exception {
    Path file = Files.writeString(folder.resolve("hosts.yaml"), "- targets: [a, b]\n");
    add("hosts", DiscoverySource.Kind.FILE, file.toString());
    DiscoveryLoop loop = loop(settings(Map.of()));

    look(loop);
    assertThat(present()).containsExactly("a", "b");
    assertThat(nudged).containsExactly(List.of(new NodeId("a"), new NodeId("b")));

    assertThat(loop.look()).as("nothing changed").isEmpty();
    Files.writeString(file, "- targets: [a, b, c-new]\n");
    assertThat(loop.look()).as("it may still be written").isEmpty();
    look(loop);
    assertThat(present()).containsExactly("a", "b", "c-new");
  }

  @Test
  void itIsReadAtItsIntervalAndWhenSomebodyChangesTheDiscovery() throws Exception {
    Path file = Files.writeString(folder.resolve("hosts.yaml"), "- targets: [a]\n");
    DiscoveryKey key = add("hosts", DiscoverySource.Kind.FILE, file.toString());
    DiscoveryLoop loop = loop(settings(Map.of()));
    look(loop);

    clock.advance(Duration.ofSeconds(59));
    assertThat(loop.look()).isEmpty();
    clock.advance(Duration.ofSeconds(1));
    look(loop);
    assertThat(standing(key).readAt()).contains(clock.instant());

    clock.advance(Duration.ofSeconds(1));
    records.discoveries().change(key, one -> one, "ada", clock.instant());
    look(loop);
    assertThat(loop.look()).isEmpty();
  }

  @Test
  void aFileThatIsGoneOrGarbageLeavesTheNodesAsTheyAre() throws Exception {
    Path file = Files.writeString(folder.resolve("hosts.yaml"), "- targets: [a]\n");
    DiscoveryKey key = add("hosts", DiscoverySource.Kind.FILE, file.toString());
    DiscoveryLoop loop = loop(settings(Map.of()));
    look(loop);

    Files.delete(file);
    clock.advance(Duration.ofMinutes(1));
    look(loop);
    assertThat(trouble(key)).contains("there is no file");

    Files.writeString(file, "%$#@!: [");
    clock.advance(Duration.ofMinutes(1));
    look(loop);
    assertThat(trouble(key)).contains("not YAML or JSON");
    assertThat(present()).containsExactly("a");

    Files.writeString(file, "[]");
    clock.advance(Duration.ofMinutes(1));
    look(loop);
    assertThat(standing(key).trouble()).isEmpty();
    assertThat(standing(key).held().orElseThrow().why()).contains("names no node any more");
    assertThat(present()).containsExactly("a");
  }

  @Test
  void onlyFilesOfItsFoldersAreReadWhereverLinksLead() throws Exception {
    Path outside = Files.createDirectory(folder.resolve("outside"));
    Path inside = Files.createDirectory(folder.resolve("inside"));
    Path secret = Files.writeString(outside.resolve("secret"), "topsecret\n");
    Path link = Files.createSymbolicLink(inside.resolve("hosts"), secret);
    DiscoveryKey direct = add("direct", DiscoverySource.Kind.INVENTORY, secret.toString());
    DiscoveryKey linked = add("linked", DiscoverySource.Kind.INVENTORY, link.toString());
    DiscoverySettings settings =
        new DiscoverySettings(List.of(inside.toString()), DEADLINE, Map.of());

    look(loop(settings));

    assertThat(trouble(direct)).contains("muster.discovery.folders").doesNotContain("topsecret");
    assertThat(trouble(linked)).contains("muster.discovery.folders");
    assertThat(present()).isEmpty();
  }

  @Test
  void aServerIsAskedAsPrometheusAsksWithItsTokenAndNoOtherServerGetsThat() throws Exception {
    List<String> asked = new CopyOnWriteArrayList<>();
    NodeServer server =
        server(exchange -> {
          asked.add(
              "%s %s %s"
                  .formatted(
                      exchange.getRequestURI(),
                      exchange.getRequestHeaders().getFirst("Authorization"),
                      exchange
                          .getRequestHeaders()
                          .getFirst("X-Prometheus-Refresh-Interval-Seconds")));
          NodeServer.answer(
              exchange, 200, "application/json; charset=utf-8", "[{\"targets\": [\"a:1\"]}]");
        });
    add("own", DiscoverySource.Kind.HTTP, server.url() + "/sd/nodes");
    add("other", DiscoverySource.Kind.HTTP, server.url() + "/else");
    NamedServer own = new NamedServer(server.url() + "/sd", "cmdb", "");

    look(loop(settings(Map.of("cmdb", own))));

    assertThat(asked)
        .containsExactlyInAnyOrder("/sd/nodes Bearer s3cret-value 60", "/else null 60");
    assertThat(present()).containsExactly("a");
  }

  @Test
  void aServerThatAnswersWronglyIsToldAndNothingIsChanged() throws Exception {
    String[] then = {"500 application/json []"};
    NodeServer server =
        server(exchange -> {
          String[] parts = then[0].split(" ", 3);
          NodeServer.answer(exchange, Integer.parseInt(parts[0]), parts[1], parts[2]);
        });
    then[0] = "200 application/json [{\"targets\": [\"a\"]}]";
    DiscoveryKey key = add("cmdb", DiscoverySource.Kind.HTTP, server.url() + "/");
    DiscoveryLoop loop = loop(settings(Map.of()));
    look(loop);

    Map<String, String> wrong =
        Map.of(
            "500 application/json []", "status 500",
            "302 application/json []", "status 302",
            "200 text/html []", "Content-Type",
            "200 application/json {}", "no list",
            "200 application/json [", "no JSON");
    wrong.forEach((answer, why) -> {
      then[0] = answer;
      clock.advance(Duration.ofMinutes(1));
      look(loop);
      assertThat(trouble(key)).as(answer).contains(why);
    });
    assertThat(present()).containsExactly("a");
  }

  @Test
  void aServerThatStallsHoldsUpNoOtherSource() throws Exception {
    NodeServer server =
        server(exchange -> {
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write('[');
          exchange.getResponseBody().flush();
          await();
        });
    DiscoveryKey slow = add("slow", DiscoverySource.Kind.HTTP, server.url() + "/");
    Path file = Files.writeString(folder.resolve("hosts.yaml"), "- targets: [a]\n");
    add("hosts", DiscoverySource.Kind.FILE, file.toString());
    DiscoveryLoop loop = loop(settings(Map.of()));

    look(loop);

    assertThat(present()).containsExactly("a");
    assertThat(trouble(slow)).contains("did not answer within 2 s");
  }

  private void await() {
    try {
      letGo.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private DiscoverySettings settings(Map<String, NamedServer> servers) {
    return new DiscoverySettings(List.of(folder.toString()), DEADLINE, servers);
  }

  private DiscoveryLoop loop(DiscoverySettings settings) {
    ClusterPattern all = ClusterPattern.ALL;
    Secrets secrets =
        new Secrets(
            new SecretRules(Map.of("cmdb", new SecretRules.Allowed(List.of(all), List.of(all)))),
            Map.of("cmdb", () -> new SecretSource.Reading.Found("s3cret-value")));
    Sources sources = new Sources(settings, secrets);
    open.add(sources);
    return new DiscoveryLoop(records, sources, (cluster, nodes, by) -> nudged.add(nodes), clock);
  }

  private static void look(DiscoveryLoop loop) {
    List<Thread> begun = loop.look();
    assertThat(begun).isNotEmpty();
    for (Thread reading : begun) {
      try {
        reading.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private DiscoveryKey add(String name, DiscoverySource.Kind kind, String location) {
    DiscoveryKey key = new DiscoveryKey(prod.cluster(), new DiscoveryName(name));
    records
        .discoveries()
        .create(
            new NewDiscovery(
                key,
                new DiscoverySource(kind, location),
                DiscoveryRules.DEFAULT,
                clock.instant(),
                "ada"));
    return key;
  }

  private List<String> present() {
    return records.nodeVisits().of(prod.cluster(), NodeSelection.all()).stream()
        .map(node -> node.id().value())
        .toList();
  }

  private DiscoveryStanding standing(DiscoveryKey key) {
    return records.discoveries().find(key).orElseThrow().standing();
  }

  private String trouble(DiscoveryKey key) {
    return standing(key).trouble().map(DiscoveryStanding.Trouble::why).orElse("");
  }

  private NodeServer server(NodeServer.Script script) throws IOException {
    NodeServer server = NodeServer.start(script);
    open.add(server);
    return server;
  }
}
