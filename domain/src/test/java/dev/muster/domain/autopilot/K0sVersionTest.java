package dev.muster.domain.autopilot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class K0sVersionTest {

  /** In order. */
  private static final List<String> VERSIONS =
      List.of(
          "v1.9.0+k0s.0",
          "v1.29.10+k0s.0",
          "v1.30.0-alpha.1+k0s.0",
          "v1.30.0-alpha.1.1+k0s.0",
          "v1.30.0-alpha.2+k0s.0",
          "v1.30.0-alpha.10+k0s.0",
          "v1.30.0-alpha.beta+k0s.0",
          "v1.30.0-rc.1+k0s.0",
          "v1.30.0-rc.1+k0s.1",
          "v1.30.0",
          "v1.30.0+k0s.0",
          "v1.30.0+k0s.1",
          "v1.30.0+k0s.2",
          "v1.30.0+k0s.10",
          "v1.30.1+k0s.0",
          "v1.30.10+k0s.0",
          "v2.0.0+k0s.0");

  @Test
  void theyAreInTheOrderOfSemverAndThenOfK0sBuilds() {
    List<K0sVersion> versions = new ArrayList<>(VERSIONS.stream().map(K0sVersion::parse).toList());
    Collections.shuffle(versions, new Random(13));
    Collections.sort(versions);
    assertThat(versions).extracting(K0sVersion::toString).containsExactlyElementsOf(VERSIONS);
  }

  @Test
  void noneIsNewerThanItself() {
    VERSIONS.forEach(
        text -> assertThat(K0sVersion.parse(text).isNewerThan(K0sVersion.parse(text))).isFalse());
  }

  @Test
  void aMissingLetterIsAdded() {
    assertThat(K0sVersion.parse("1.27.8+k0s.0")).hasToString("v1.27.8+k0s.0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "latest", "v1.30", "v1.30.0.1", "v1.30.0 beta", "V1.30.0", "v1.x.0"})
  void whatIsNoVersionIsRefused(String text) {
    assertThat(K0sVersion.find(text)).isEmpty();
    assertThatThrownBy(() -> K0sVersion.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected: a version of k0s");
  }
}
