package dev.muster.domain.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.rollout.Share;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SourceReaderTest {

  private static final DiscoverySource FILE =
      new DiscoverySource(DiscoverySource.Kind.FILE, "/etc/hosts.yaml");
  private static final DiscoverySource HTTP =
      new DiscoverySource(DiscoverySource.Kind.HTTP, "https://cmdb.example/sd");

  private static final String PROMETHEUS =
      """
      [
        {"targets": ["10.0.10.2:9100", "10.0.10.3:9100"],
         "labels": {"__meta_datacenter": "london", "zone": "a", "city": "New York"}},
        {"targets": ["db-1"], "labels": {"muster_role": "db"}}
      ]
      """;

  @Test
  void whatPrometheusReadsIsReadWithoutItsOwnLabels() {
    SourceReading.Named named = named(HTTP, PROMETHEUS, DiscoveryRules.DEFAULT);

    assertThat(named.nodes())
        .extracting(node ->
            "%s %s %s %s".formatted(node.id(), node.agent().value(), node.role(), node.labels()))
        .containsExactly(
            "10.0.10.2 http://10.0.10.2:9100 Optional.empty {zone=a}",
            "10.0.10.3 http://10.0.10.3:9100 Optional.empty {zone=a}",
            "db-1 http://db-1:8234 Optional[db] {}");
    assertThat(named.notes())
        .containsExactly(
            "node 10.0.10.2: label 'city' does not fit and was left out",
            "node 10.0.10.3: label 'city' does not fit and was left out");
  }

  @Test
  void theSameInYamlIsTheSame() {
    String yaml =
        """
        - targets: ["10.0.10.2:9100", "10.0.10.3:9100"]
          labels: {__meta_datacenter: london, zone: a, city: New York}
        - targets: [db-1]
          labels: {muster_role: db}
        """;

    assertThat(named(FILE, yaml, DiscoveryRules.DEFAULT))
        .isEqualTo(named(HTTP, PROMETHEUS, DiscoveryRules.DEFAULT));
  }

  @Test
  void aPatternSaysWhereAgentsAreWhateverThePortOfTheTargetIs() {
    DiscoveryRules rules =
        new DiscoveryRules(
            Duration.ofMinutes(1),
            Optional.of(new AddressPattern("https://{host}:8240")),
            Share.percent(50),
            Optional.empty(),
            List.of());

    assertThat(named(HTTP, PROMETHEUS, rules).nodes())
        .extracting(node -> node.agent().value())
        .containsExactly("https://10.0.10.2:8240", "https://10.0.10.3:8240", "https://db-1:8240");
  }

  @Test
  void aNodeMayHaveANameAndAnAddressOfItsOwn() {
    String text =
        """
        [{"targets": ["[2001:db8::1]:8234"], "labels": {"muster_node": "six"}},
         {"targets": ["x"], "labels": {"muster_node": "n1", "muster_address": "https://x:1"}}]
        """;

    assertThat(named(FILE, text, DiscoveryRules.DEFAULT).nodes())
        .extracting(node -> node.id() + " " + node.agent().value())
        .containsExactly("n1 https://x:1", "six http://[2001:db8::1]:8234");
  }

  @Test
  void aTargetOfTwoGroupsHasTheLabelsOfBoth() {
    String text =
        """
        [{"targets": ["a"], "labels": {"zone": "x"}}, {"targets": ["a"], "labels": {"rack": "7"}}]
        """;

    assertThat(named(FILE, text, DiscoveryRules.DEFAULT).nodes().getFirst().labels())
        .containsEntry("zone", "x")
        .containsEntry("rack", "7");
  }

  @Test
  void anEmptyListNamesNothingAndIsNoGarbage() {
    assertThat(named(HTTP, "[]", DiscoveryRules.DEFAULT).nodes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "<html>Bad Gateway</html>",
        "{\"targets\": [\"a\"]}",
        "[{\"target\": [\"a\"]}]",
        "[{\"targets\": \"a\"}]",
        "[{\"targets\": [1]}]",
        "[{\"targets\": [\"a b\"]}]",
        "[{\"targets\": [\"a:99999\"]}]",
        "[{\"targets\": [\"a/b\"]}]",
        "[{\"targets\": [\"a\"], \"labels\": [\"zone\"]}]",
        "[{\"targets\": [\"a\"], \"labels\": {\"zone\": {}}}]",
        "[{\"targets\": [\"a\"], \"more\": 1}]",
        "[{\"targets\": [\"a\", \"b\"], \"labels\": {\"muster_node\": \"n\"}}]",
        "[{\"targets\": [\"a:1\", \"a:2\"]}]",
        "[{\"targets\": [\"a\"], \"labels\": {\"z\": \"1\"}}, {\"targets\": [\"a\"], \"labels\":"
            + " {\"z\": \"2\"}}]",
        "[{\"targets\": [\"a\"], \"labels\": {\"muster_address\": \"http://x:1\"}}, {\"targets\":"
            + " [\"b\"], \"labels\": {\"muster_address\": \"http://x:1\"}}]",
        "[{\"targets\": [\"a\"]}",
      })
  void garbageIsToldAndNamesNothing(String text) {
    for (DiscoverySource source : List.of(FILE, HTTP)) {
      assertThat(SourceReader.read(source, DiscoveryRules.DEFAULT, text))
          .isInstanceOf(SourceReading.Unusable.class);
    }
  }

  @Test
  void noTextEndsWithAnythingButAReading() {
    Random random = new Random(20261122);
    List<DiscoverySource> sources =
        List.of(
            FILE,
            HTTP,
            new DiscoverySource(DiscoverySource.Kind.INVENTORY, "/i.ini"),
            new DiscoverySource(DiscoverySource.Kind.INVENTORY, "/i.yml"));
    String alphabet = "[]{}:,\"'# \n=-ab01:childrenvars&*!<|>%\\";
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      int length = random.nextInt(40);
      for (int at = 0; at < length; at++) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      DiscoverySource source = sources.get(i % sources.size());
      assertThat(SourceReader.read(source, DiscoveryRules.DEFAULT, text.toString()))
          .as("%s of '%s'", source.kind(), text)
          .isNotNull();
    }
  }

  @Test
  void aLargeListIsReadAndATooLargeOneIsTold() {
    StringBuilder many = new StringBuilder("[{\"targets\": [\"n-0\"");
    for (int i = 1; i < Gathering.MOST_NODES; i++) {
      many.append(", \"n-").append(i).append('"');
    }
    assertThat(named(HTTP, many + "]}]", DiscoveryRules.DEFAULT).nodes())
        .hasSize(Gathering.MOST_NODES);
    assertThat(SourceReader.read(HTTP, DiscoveryRules.DEFAULT, many + ", \"one-more\"]}]"))
        .isInstanceOf(SourceReading.Unusable.class);
  }

  private static SourceReading.Named named(
      DiscoverySource source, String text, DiscoveryRules rules) {
    return (SourceReading.Named) SourceReader.read(source, rules, text);
  }
}
