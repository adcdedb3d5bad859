package dev.muster.records.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.records.TestDatabase;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class EnginesTest {

  private static final Instant NOW = Instant.parse("2026-11-21T06:00:00Z");

  private final TestDatabase database = TestDatabase.fresh();
  private final Engines engines = database.records().engines();

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void nobodyMovesTheRunsBeforeTheFirstClaim() {
    assertThat(engines.current()).isEmpty();
    assertThat(engines.succeed("a", engine("b"))).isEmpty();
  }

  @Test
  void lastClaimHoldsAndEachOneIsANewGeneration() {
    assertThat(engines.claim(engine("a")).generation()).isEqualTo(1);
    assertThat(engines.claim(engine("b")).generation()).isEqualTo(2);
    assertThat(engines.claim(engine("a")).generation()).isEqualTo(3);

    assertThat(engines.current().orElseThrow())
        .isEqualTo(new EngineRecord("a", "engine a", 3, NOW, "tester"));
  }

  @Test
  void claimingAgainChangesNothing() {
    engines.claim(engine("a"));

    assertThat(engines.claim(engine("a")).generation()).isEqualTo(1);
  }

  @Test
  void engineIsSucceededOnlyWhileItMovesTheRuns() {
    engines.claim(engine("a"));

    assertThat(engines.succeed("a", engine("b")).orElseThrow().generation()).isEqualTo(2);
    assertThat(engines.succeed("a", engine("c")).orElseThrow().identity()).isEqualTo("b");
  }

  private static NewEngine engine(String identity) {
    return new NewEngine(identity, "engine " + identity, NOW, "tester");
  }
}
