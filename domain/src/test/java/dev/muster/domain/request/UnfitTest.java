package dev.muster.domain.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.muster.domain.action.ActionKind;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.cluster.Platform;
import dev.muster.domain.playbook.Finding;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** What is told somebody whose JSON does not fit. */
final class UnfitTest {

  /** One field of each sort. */
  private record Order(
      UUID id,
      Duration patience,
      Instant at,
      boolean urgent,
      int count,
      List<String> names,
      Map<String, Integer> sizes,
      NodeStatus status,
      NodeId node,
      JsonNode any) {}

  private static final String FITS =
      """
      {"id":"0192f0c1-7b1e-7c3a-9d55-2f6f3f1f4e11","patience":"P1DT2H3M4.5S",\
      "at":"2026-11-20T10:15:30Z","urgent":true,"count":1,"names":["a"],"sizes":{"a":1},\
      "status":"UP","node":"n1","any":{"a":null}}\
      """;

  @Test
  void whatFitsIsReadAsItIsWritten() {
    Order order = read(FITS);
    assertThat(order.patience()).isEqualTo(Duration.parse("P1DT2H3M4.5S"));
    assertThat(order.names()).containsExactly("a");
    assertThat(order.sizes()).isEqualTo(Map.of("a", 1));
    assertThat(order.any().get("a").isNull()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "id":"0192f0c1-7b1e-7c3a-9d55-2f6f3f1f4e11" | "id":"x"          | /order/id: 'x' does not fit (expected: a UUID, such as 0192f0c1-7b1e-7c3a-9d55-2f6f3f1f4e11)
          "patience":"P1DT2H3M4.5S"  | "patience":"P"     | /order/patience: 'P' does not fit (expected: a duration, such as PT30S)
          "patience":"P1DT2H3M4.5S"  | "patience":4       | /order/patience: does not fit (expected: a duration, such as PT30S)
          "at":"2026-11-20T10:15:30Z" | "at":"noon"       | /order/at: 'noon' does not fit (expected: a time, such as 2026-11-20T10:15:30Z)
          "urgent":true              | "urgent":"true"    | /order/urgent: does not fit (expected: true or false)
          "count":1                  | "count":1.5        | /order/count: '1.5' does not fit (expected: a whole number)
          "count":1                  | "count":"1"        | /order/count: does not fit (expected: a whole number)
          "count":1                  | "count":9999999999 | /order/count: too large or too small (expected: a whole number)
          "names":["a"]              | "names":["a",null] | /order/names/1: null (expected: a text)
          "names":["a"]              | "names":["a",1]    | /order/names/1: '1' does not fit (expected: a text)
          "names":["a"]              | "names":"a"        | /order/names: does not fit (expected: an array)
          "names":["a"]              | "names":null       | /order/names: missing or null; it is required
          "sizes":{"a":1}            | "sizes":{"b":null} | /order/sizes/b: null (expected: a whole number)
          "sizes":{"a":1}            | "sizes":[]         | /order/sizes: does not fit (expected: an object)
          "node":"n1"                | "node":"N 1"       | /order/node: node: 'N 1' (expected: 1 to 253 lower-case letters, digits, '-' or '.', as in RFC 1123)
          "count":1                  | "count":1,"x":1    | /order/x: unknown field (expected: any, at, count, id, names, node, patience, sizes, status, urgent)
          """)
  void whatDoesNotFitIsNamedWithItsPlaceAndWhatWasExpected(
      String fits, String instead, String expected) {
    assertThat(told(FITS.replace(fits, instead))).isEqualTo(expected);
  }

  @Test
  void aWordThatIsNoStateIsAnsweredWithThoseThatAre() {
    assertThat(told(FITS.replace("\"UP\"", "\"DOWN\"")))
        .isEqualTo(
            "/order/status: 'DOWN' does not fit (expected: one of UNKNOWN, UP, UNHEALTHY,"
                + " NODE_DOWN, UNREACHABLE, VANISHED)");
  }

  @Test
  void aFindingAboutTheWholeIsAboutTheBody() {
    assertThat(Unfit.line(new Finding("", "empty"))).isEqualTo("body: empty");
    assertThat(Unfit.firstLine(new IllegalStateException("one\ntwo"))).isEqualTo("one");
    assertThat(Unfit.firstLine(new IllegalStateException(""))).isEqualTo("unreadable");
  }

  @Test
  void aTypeIsNamedInWordsOfJson() {
    assertThat(
            List.of(
                TypeWords.of(Boolean.class),
                TypeWords.of(Integer.class),
                TypeWords.of(long.class),
                TypeWords.of(Long.class),
                TypeWords.of(double.class),
                TypeWords.of(Double.class),
                TypeWords.of(String[].class),
                TypeWords.of(Platform.class),
                TypeWords.of(NodeId.class),
                TypeWords.of(ActionKind.class),
                TypeWords.of(String.class)))
        .containsExactly(
            "true or false",
            "a whole number",
            "a whole number",
            "a whole number",
            "a number",
            "a number",
            "an array",
            "an object",
            "a node id",
            "an action kind",
            "a text");
  }

  private static Order read(String json) {
    return StrictJson.MAPPER.readValue(json, Order.class);
  }

  private static String told(String json) {
    return Unfit.line(
        Unfit.finding("/order", catchThrowableOfType(JacksonException.class, () -> read(json))));
  }
}
