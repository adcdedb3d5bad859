package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Case 49 of docs/conformance/autopilot.md: an update configuration, an update server and real
 * agents; nobody applies a plan.
 */
final class K0sUpdateConfigIT {

  private static final String CLUSTER = "prod";
  private static final String PLAN = "autopilot";
  private static final Duration SOON = Slack.on(Duration.ofMinutes(1));

  private final SharedMuster shared = new SharedMuster();
  private Optional<K0sFleet> fleet = Optional.empty();
  private Optional<K0sChannel> channel = Optional.empty();

  @BeforeEach
  void start() throws Exception {
    shared.start(TestedEngine.EMBEDDED, CLUSTER, Map.of("MUSTER_AUTOPILOT_LOOKEVERY", "1s"));
    // What runs is known from visits; a cluster in which nothing happens is visited once a minute.
    shared
        .get()
        .api()
        .patch(
            ApiPath.of("clusters", CLUSTER),
            Json.object().set("settings", Json.object().put("idleInterval", "PT2S")));
    fleet = Optional.of(K0sFleet.start(shared, CLUSTER, 1, 2));
    channel = Optional.of(K0sChannel.start());
  }

  @AfterEach
  void stop() throws Exception {
    channel.ifPresent(K0sChannel::close);
    if (fleet.isPresent()) {
      fleet.get().close();
    }
    shared.stop();
  }

  /** ap-updater-periodic; in Autopilot the second version is never executed. */
  @Test
  void case49APeriodicConfigurationBringsEachVersionThatItsChannelOffers() throws Exception {
    String first = offerNext();
    apply(
        """
        type: periodic
            periodic:
              days: [Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday]
              startTime: 00:00
              length: 24h\
        """);
    JsonNode brought = awaitBrought(first);
    assertThat(Json.text(brought, "createdBy")).isEqualTo("tester");

    String second = offerNext();
    JsonNode again = awaitBrought(second);
    assertThat(Json.text(again, "run"))
        .as("a run of its own")
        .isNotEqualTo(Json.text(brought, "run"));
    awaitWhy("brought the cluster to %s already".formatted(second));
    assertThat(channel().asked()).allMatch(uri -> uri.equals("/stable/index.yaml"));
  }

  /** ap-updater. */
  @Test
  void case49ACronConfigurationBringsTheVersionOnceThoughItLooksEverySecond() throws Exception {
    String version = offerNext();
    apply("cron: '* * * * * *'");
    JsonNode brought = awaitBrought(version);

    String told =
        "currentVersion=%s&lastUpdateStatus=Completed".formatted(version.replace("+", "%2B"));
    Awaitility.await("a look that knows of it")
        .atMost(SOON)
        .until(() -> channel().asked().getLast().endsWith(told));
    int before = channel().asked().size();
    Awaitility.await("more looks").atMost(SOON).until(() -> channel().asked().size() > before + 3);
    assertThat(fleet().shown(PLAN).path("run")).isEqualTo(brought.path("run"));
    assertThat(channel().asked()).allMatch(uri -> uri.startsWith("/stable?clusterID=muster%3A"));
  }

  private String offerNext() {
    String version = fleet().nextVersion();
    channel().offers(version, fleet().files().programs(version));
    return version;
  }

  private void apply(String strategy) {
    shared
        .get()
        .api()
        .post(
            configs(),
            "application/yaml",
            """
            apiVersion: autopilot.k0sproject.io/v1beta2
            kind: UpdateConfig
            metadata: {name: always}
            spec:
              channel: stable
              updateServer: %s
              upgradeStrategy:
                %s
            """
                .formatted(channel().url(), strategy));
  }

  /** The plan that brought a version to every node. */
  private JsonNode awaitBrought(String version) throws Exception {
    Awaitility.await("plan to " + version)
        .atMost(SOON)
        .until(() -> plans().stream().anyMatch(plan -> plan.toString().contains(version)));
    fleet().awaitState(PLAN, "Completed");
    assertThat(fleet().running().values()).containsOnly(version);
    return fleet().shown(PLAN);
  }

  private List<JsonNode> plans() {
    return Json.items(
        shared.get().api().get(ApiPath.of("clusters", CLUSTER, "autopilot", "plans")).json(),
        "items");
  }

  private void awaitWhy(String why) {
    Awaitility.await(why)
        .atMost(SOON)
        .untilAsserted(() ->
            assertThat(
                    shared
                        .get()
                        .api()
                        .get(
                            ApiPath.of(
                                "clusters", CLUSTER, "autopilot", "update-configs", "always"))
                        .json()
                        .toString())
                .contains(why));
  }

  private static ApiPath configs() {
    return ApiPath.of("clusters", CLUSTER, "autopilot", "update-configs");
  }

  private K0sFleet fleet() {
    return fleet.orElseThrow();
  }

  private K0sChannel channel() {
    return channel.orElseThrow();
  }
}
