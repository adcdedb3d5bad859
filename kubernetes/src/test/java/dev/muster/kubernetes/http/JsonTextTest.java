package dev.muster.kubernetes.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.domain.protocol.WireFormat;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;

final class JsonTextTest {

  private static JsonText read(String text) {
    return JsonText.read(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void ofTwoFieldsOfOneNameTheLastCountsAndItIsTold() {
    JsonText text =
        read("{\"spec\": {\"id\": \"a\", \"l\": [{\"x\": 1, \"x\": 2}], \"id\": \"b\"}}");
    assertThat(text.duplicates()).containsExactly("spec.l[0].x", "spec.id");
    assertThat(text.root())
        .isEqualTo(WireFormat.JSON.readTree("{\"spec\": {\"id\": \"b\", \"l\": [{\"x\": 2}]}}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "{bad", "[1,", "{} {}", "{\"a\": 1,}"})
  void whatIsNoJsonIsRefused(String text) {
    assertThatThrownBy(() -> read(text)).isInstanceOf(JacksonException.class);
  }

  @Test
  void whatIsTooDeepIsRefused() {
    assertThatThrownBy(() -> read("[".repeat(300) + "]".repeat(300)))
        .isInstanceOf(JacksonException.class)
        .hasMessageContaining("depth");
  }
}
