package dev.muster.domain.playbook;

import static dev.muster.domain.playbook.PlaybookTexts.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The cases are those of Kubernetes' own tests of its parser, as far as they apply. */
final class SelectorTest {

  private static final PlanContext.Candidate NODE =
      node("node-1", Map.of("zone", "a", "tier", "", "cores", "16", "example.com/rack", "r1"));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                              | true
          ' '                             | true
          zone                            | true
          !zone                           | false
          ! rack                          | true
          zone=a                          | true
          zone==a                         | true
          zone = b                        | false
          zone!=a                         | false
          zone!=b                         | true
          absent!=b                       | true
          zone in (a,b)                   | true
          zone in ( b , c )               | false
          zone notin (b,c)                | true
          absent notin (b)                | true
          absent in (b)                   | false
          tier=                           | true
          tier in ()                      | true
          zone=a,cores                    | true
          zone=a,!cores                   | false
          cores>8                         | true
          cores<8                         | false
          zone>8                          | false
          absent>8                        | false
          example.com/rack=r1             | true
          role=broker,platform=linux-amd64 | true
          role notin (broker)             | false
          """)
  void matchesAsKubernetesDoes(String selector, boolean matches) {
    assertThat(Selector.parse(selector).matches(NODE)).as(selector).isEqualTo(matches);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ",",
        "a,",
        ",a",
        "=a",
        "!",
        "a in",
        "a in b",
        "a in (b",
        "a in (b,c",
        "a ! b",
        "a b",
        "a=b=c",
        "a>x",
        "a>",
        "a(b)",
        "a in (b) c",
        "-a",
        "a/b/c",
        "A_/x",
        "a=-",
        "a=b c",
        "in (a)",
        "a notin",
        "a==!b"
      })
  void refusesWhatKubernetesRefuses(String selector) {
    assertThatThrownBy(() -> Selector.parse(selector))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at character");
  }

  @Test
  void whatANodeIsRegisteredWithWinsOverALabelOfThatName() {
    PlanContext.Candidate labelled = node("node-1", Map.of("role", "proxy"));
    PlanContext.Candidate unregistered =
        new PlanContext.Candidate(
            new NodeId("node-2"),
            "127.0.0.1",
            Optional.empty(),
            Optional.empty(),
            Map.of("role", "proxy"),
            NodeStatus.UP);

    assertThat(Selector.parse("role=broker").matches(labelled)).isTrue();
    assertThat(Selector.parse("role=proxy").matches(labelled)).isFalse();
    assertThat(Selector.parse("role=proxy").matches(unregistered)).isTrue();
  }

  @Test
  void whatIsPrintedIsReadAsTheSame() {
    Random random = new Random(42);
    String[] parts = {
      "zone", "!a", "b=c", "d!=e", "f in (x,y)", "g notin (x,y,z)", "h>3", "i<4", "j="
    };
    for (int i = 0; i < 500; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(5); n >= 0; n--) {
        text.append(text.isEmpty() ? "" : ",").append(parts[random.nextInt(parts.length)]);
      }
      Selector selector = Selector.parse(text.toString());
      assertThat(Selector.parse(selector.toString())).isEqualTo(selector);
    }
  }

  @Test
  void noTextMakesTheParserFailInAnotherWay() {
    Random random = new Random(43);
    String letters = "ab=!<>(), innot/.-_1";
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(15); n >= 0; n--) {
        text.append(letters.charAt(random.nextInt(letters.length())));
      }
      try {
        Selector selector = Selector.parse(text.toString());
        assertThat(Selector.parse(selector.toString())).isEqualTo(selector);
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageContaining("at character");
      }
    }
  }
}
