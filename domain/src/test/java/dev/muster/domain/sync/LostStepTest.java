package dev.muster.domain.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.sync.LostStep.Named;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LostStepTest {

  private static final Map<String, String> STEP =
      Map.of(
          "cluster", "prod",
          "run", "3f2a91c4-0000-4000-8000-000000000001",
          "stage", "canary",
          "step", "restart",
          "attempt", "2");

  @Test
  void readsTheStepThatMetadataNames() {
    Named named = Named.of(STEP).orElseThrow();
    assertThat(named.stage() + " " + named.step() + " " + named.attempt())
        .isEqualTo("canary restart 2");
  }

  @ParameterizedTest
  @CsvSource({"run,", "run,x", "attempt,", "attempt,two", "stage,", "step,"})
  void metadataThatNamesNoStepIsLeftAlone(String key, String value) {
    Map<String, String> metadata = new HashMap<>(STEP);
    metadata.remove(key);
    if (value != null) {
      metadata.put(key, value);
    }
    assertThat(Named.of(metadata)).isEmpty();
  }
}
