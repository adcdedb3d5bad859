package dev.muster.domain.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.protocol.WireFormat;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RetentionRulesTest {

  private static final ClusterName PROD = new ClusterName("prod");
  private static final RetentionRule MONTH =
      new RetentionRule(KeptFor.of(Duration.ofDays(30)), 10, KeptFor.EVER, false);
  private static final RetentionRule AUDIT_ONLY =
      new RetentionRule(KeptFor.EVER, 0, KeptFor.of(Duration.ofDays(800)), true);

  @Test
  void withoutARuleEverythingIsKept() {
    RetentionRules none = new RetentionRules(Optional.empty(), Map.of());

    assertThat(none.keepAll()).isTrue();
    assertThat(none.of(Optional.of(PROD))).isEqualTo(RetentionRule.KEEP_ALL);
  }

  @Test
  void theRuleOfAClusterHoldsAsAWholeAndThatOfAllForTheOthers() {
    RetentionRules rules = new RetentionRules(Optional.of(MONTH), Map.of(PROD, AUDIT_ONLY));

    assertThat(rules.of(Optional.of(PROD))).isEqualTo(AUDIT_ONLY);
    assertThat(rules.of(Optional.of(new ClusterName("test")))).isEqualTo(MONTH);
    assertThat(rules.of(Optional.empty())).isEqualTo(MONTH);
  }

  @Test
  void oneRuleThatLetsSomethingGoIsEnoughToLook() {
    RetentionRules one =
        new RetentionRules(Optional.of(RetentionRule.KEEP_ALL), Map.of(PROD, AUDIT_ONLY));

    assertThat(one.keepAll()).isFalse();
    assertThat(new RetentionRules(Optional.of(MONTH), Map.of()).keepAll()).isFalse();
    assertThat(new RetentionRules(Optional.of(RetentionRule.KEEP_ALL), Map.of()).keepAll())
        .isTrue();
  }

  @Test
  void whatIsNotSaidStaysAsItWas() {
    assertThat(MONTH.with(Optional.empty(), Optional.of(5), Optional.empty(), Optional.of(true)))
        .isEqualTo(new RetentionRule(MONTH.runs(), 5, KeptFor.EVER, true));
    assertThat(
            MONTH.with(
                Optional.of(KeptFor.EVER),
                Optional.empty(),
                Optional.of(AUDIT_ONLY.audit()),
                Optional.empty()))
        .isEqualTo(new RetentionRule(KeptFor.EVER, 10, AUDIT_ONLY.audit(), false));
  }

  @Test
  void aTimeIsADurationOrForeverAndIsWrittenAsItIsRead() {
    assertThat(KeptFor.parse("P180D")).isEqualTo(KeptFor.of(Duration.ofDays(180)));
    assertThat(KeptFor.parse("forever")).isEqualTo(KeptFor.EVER);
    for (String text : new String[] {"\"PT4320H\"", "\"forever\""}) {
      assertThat(WireFormat.JSON.writeValueAsString(WireFormat.JSON.readValue(text, KeptFor.class)))
          .isEqualTo(text);
    }
    assertThatThrownBy(() -> KeptFor.parse("180"))
        .hasMessageContaining("expected: forever, or a duration such as P180D");
    assertThatThrownBy(() -> KeptFor.parse("PT0S")).hasMessageContaining("PT1S");
    assertThatThrownBy(() -> new RetentionRule(KeptFor.EVER, -1, KeptFor.EVER, false))
        .hasMessage("atLeast: -1 (expected: 0 to 1000000)");
  }

  @Test
  void whatEndedBeforeTheTimeGoesAndNothingForEver() {
    Instant now = Instant.parse("2026-11-22T00:00:00Z");

    assertThat(KeptFor.of(Duration.ofDays(2)).endedBefore(now))
        .contains(Instant.parse("2026-11-20T00:00:00Z"));
    assertThat(KeptFor.EVER.endedBefore(now)).isEmpty();
  }
}
