package dev.muster.domain.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What clusters, nodes and platforms may be called. */
final class LabelTest {

  @Test
  void aNameIsAsLongAsRfc1123Allows() {
    String longest = "a".repeat(63);
    assertThat(new ClusterName(longest)).hasToString(longest);
    assertThatThrownBy(() -> new ClusterName(longest + "a"))
        .hasMessage(
            "cluster: '%s' (expected: 1 to 63 lower-case letters, digits or '-', as in RFC 1123)"
                .formatted(longest + "a"));
    String node = ("a".repeat(62) + ".").repeat(4) + "a";
    assertThat(new NodeId(node)).hasToString(node);
    assertThatThrownBy(() -> new NodeId(node + "a"))
        .hasMessage(
            "node: '%s' (expected: 1 to 253 lower-case letters, digits, '-' or '.', as in RFC 1123)"
                .formatted(node + "a"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-a", "a-", "A", "a_b", "a b", "ä"})
  void whatIsNoNameIsRefused(String text) {
    assertThatThrownBy(() -> new ClusterName(text)).hasMessageStartingWith("cluster: ");
    assertThatThrownBy(() -> new NodeId(text)).hasMessageStartingWith("node: ");
  }

  @Test
  void whatIsANameTheDocumentedExpressionsSayToo() {
    List<String> texts = new ArrayList<>(List.of(""));
    for (int from = 0; from < 8 + 64 + 512; from++) {
      for (String more : List.of("a", "z", "0", "9", "-", ".", "A", "\n")) {
        texts.add(texts.get(from) + more);
      }
    }
    for (String text : texts) {
      assertThat(isTaken(() -> Label.require("it", text)))
          .as("'%s'", text)
          .isEqualTo(text.matches(Label.LABEL));
      assertThat(isTaken(() -> Label.requireSubdomain("it", text)))
          .as("'%s'", text)
          .isEqualTo(text.matches(Label.SUBDOMAIN));
    }
  }

  private static boolean isTaken(Runnable check) {
    try {
      check.run();
      return true;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  @Test
  void onlyNodesHaveDots() {
    assertThat(new NodeId("a.b").value()).isEqualTo("a.b");
    assertThatThrownBy(() -> new ClusterName("a.b")).hasMessageStartingWith("cluster: 'a.b'");
  }

  @Test
  void namesAreInTheOrderOfTheAlphabet() {
    assertThat(new NodeId("a")).isLessThan(new NodeId("b")).isEqualByComparingTo(new NodeId("a"));
    assertThat(new ClusterName("b"))
        .isGreaterThan(new ClusterName("a"))
        .isEqualByComparingTo(new ClusterName("b"));
  }

  @Test
  void aPlatformIsTwoWords() {
    assertThat(new Platform("linux", "amd64")).hasToString("linux-amd64");
    assertThatThrownBy(() -> new Platform("", "amd64")).hasMessageStartingWith("platform os: ''");
    assertThatThrownBy(() -> new Platform("linux", "AMD64"))
        .hasMessageStartingWith("platform arch: 'AMD64'");
  }

  @Test
  void theNextCycleIsOfTheSameEpoch() {
    ClusterName demo = new ClusterName("demo");
    assertThat(new Fence(demo, 7, 3).next()).isEqualTo(new Fence(demo, 7, 4));
  }
}
