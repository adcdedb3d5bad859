package dev.muster.domain.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.rollout.Share;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class InventoryTest {

  private static final DiscoveryRules RULES =
      new DiscoveryRules(
          Duration.ofMinutes(1),
          Optional.empty(),
          Share.percent(50),
          Optional.empty(),
          Stream.of("rack", "tier", "colour").map(VariableName::new).toList());

  private static final String WHOLE_INI =
      """
      # nodes of the example
      mail.example.com

      [web]
      Web-[01:03].example.com:2222 rack=r1 ansible_password='s3 #cret'
      [db]
      db-[a:b] ansible_host=10.0.0.7 muster_role=db # of both
      db-b ansible_host=10.0.0.8 tier="gold"
      [site:children]
      web
      db
      [site:vars]
      tier = silver
      colour=red
      [web:vars]
      colour=blue
      [all:vars]
      colour=none
      rack=none
      """;

  private static final String WEB =
      "web-0%d.example.com http://Web-0%d.example.com:8234 Optional.empty {colour=blue,"
          + " group/site=true, group/web=true, rack=r1, tier=silver}";

  private static final String WHOLE_YAML =
      """
      all:
        vars: {colour: none, rack: none}
        hosts: mail.example.com
        children:
          site:
            vars: {tier: silver, colour: red}
            children:
              web:
                vars: {colour: blue}
                hosts:
                  Web-[01:03].example.com:2222:
                    rack: r1
                    ansible_password: !vault |
                      3231
              db:
                hosts:
                  db-[a:b]: {ansible_host: 10.0.0.7, muster_role: db}
          more:
            hosts:
              db-b: {ansible_host: 10.0.0.8, tier: gold}
      """;

  @Test
  void groupsAreLabelsAndVariablesOnlyThoseThatAreNamed() {
    assertThat(lines("/etc/ansible/hosts", WHOLE_INI))
        .containsExactly(
            "db-a http://10.0.0.7:8234 Optional[db] {colour=red, group/db=true, group/site=true,"
                + " rack=none, tier=silver}",
            "db-b http://10.0.0.8:8234 Optional[db] {colour=red, group/db=true, group/site=true,"
                + " rack=none, tier=gold}",
            "mail.example.com http://mail.example.com:8234 Optional.empty {colour=none, rack=none}",
            WEB.formatted(1, 1),
            WEB.formatted(2, 2),
            WEB.formatted(3, 3));
  }

  @Test
  void anInventoryInYamlSaysTheSame() {
    List<String> yaml = lines("/etc/ansible/hosts.yml", WHOLE_YAML);

    assertThat(yaml).hasSize(6);
    assertThat(yaml.getFirst())
        .isEqualTo(
            "db-a http://10.0.0.7:8234 Optional[db] {colour=red, group/db=true, group/site=true,"
                + " rack=none, tier=silver}");
    assertThat(yaml.get(1)).contains("http://10.0.0.8:8234", "group/more=true", "tier=gold");
    assertThat(yaml.getLast()).contains("web-03", "colour=blue", "rack=r1");
    assertThat(yaml.toString()).doesNotContain("3231");
  }

  @Test
  void aGroupThatIsNamedBeforeItIsDeclaredIsKnownInTheEnd() {
    assertThat(lines("/h", "[up:children]\ndown\n[down:vars]\nrack=r9\n[down]\nh1\n"))
        .containsExactly(
            "h1 http://h1:8234 Optional.empty {group/down=true, group/up=true, rack=r9}");
  }

  @ParameterizedTest
  @CsvSource({
    "www[01:03], www01 www02 www03",
    "www[1:5:2].x, www1.x www3.x www5.x",
    "db-[a:c], db-a db-b db-c",
    "r[1:2]n[a:b], r1na r1nb r2na r2nb",
    "x[:2], x0 x1 x2",
    "plain, plain"
  })
  void rangesAreThoseOfAnsible(String pattern, String hosts) {
    assertThat(HostRange.expand(pattern, 100)).containsExactly(hosts.split(" "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "h[1:3",
        "h[3:1]",
        "h[01:100]",
        "h[1]",
        "h[1:2:0]",
        "h[1:]",
        "h[a:9]",
        "h[1:999999999]",
        "h[1:1000]x[1:1000]",
        "h one",
        "h a='b",
        "[web:wrong]\nh",
        "[we b]\nh",
        "[web:children]\nnowhere",
        "[web:vars]\na=b",
        "[a:children]\nb\n[b:children]\na\n[a]\nh",
        "[web]\nh\n[web:vars]\nnothing",
        "-bad-"
      })
  void whatAnsibleRefusesIsRefused(String text) {
    DiscoverySource source = new DiscoverySource(DiscoverySource.Kind.INVENTORY, "/hosts");
    assertThat(SourceReader.read(source, RULES, text)).isInstanceOf(SourceReading.Unusable.class);
  }

  @Test
  void noMessageRepeatsALineWherePasswordsMayBe() {
    DiscoverySource source = new DiscoverySource(DiscoverySource.Kind.INVENTORY, "/hosts");

    assertThat(SourceReader.read(source, RULES, "h1 ansible_password='s3cret").toString())
        .contains("line 1")
        .doesNotContain("s3cret");
  }

  private static List<String> lines(String location, String text) {
    DiscoverySource source = new DiscoverySource(DiscoverySource.Kind.INVENTORY, location);
    return switch (SourceReader.read(source, RULES, text)) {
      case SourceReading.Named(List<WantedNode> nodes, var notes) ->
          nodes.stream()
              .map(node ->
                  "%s %s %s %s"
                      .formatted(node.id(), node.agent().value(), node.role(), node.labels()))
              .toList();
      case SourceReading.Unusable(String why) -> List.of(why);
    };
  }
}
