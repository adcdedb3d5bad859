package dev.muster.connections.attributes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.workflows.client.EngineClient.Attributes;
import io.grpc.ConnectivityState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class KnownAttributesTest {

  private Instant now = Instant.parse("2026-11-21T00:00:00Z");
  private AttributesAnswer answer = new AttributesAnswer.Away("UNAVAILABLE");
  private ConnectivityState connection = ConnectivityState.READY;
  private int asked;

  private final KnownAttributes known =
      new KnownAttributes(
          () -> {
            asked++;
            return answer;
          },
          () -> connection,
          () -> now,
          "127.0.0.1:7233",
          "default");

  private void pass(Duration time) {
    now = now.plus(time);
    known.lookOnce();
  }

  @Test
  void anEngineThatWasAwayAtTheStartIsAskedBeforeTheFirstWorkflow() {
    known.lookOnce();
    assertThat(known.get()).isEqualTo(Attributes.NONE);
    answer = new AttributesAnswer.Usable();
    assertThat(known.get()).isEqualTo(Attributes.REGISTERED);
    assertThat(known.shown()).isEqualTo("registered");
  }

  @Test
  void whatWasRegisteredJustNowIsUsedWhenEveryPartKnowsIt() {
    answer = new AttributesAnswer.Spreading();
    known.lookOnce();
    assertThat(known.get()).isEqualTo(Attributes.NONE);
    answer = new AttributesAnswer.Usable();
    pass(Duration.ofSeconds(5));
    assertThat(known.get()).as("one part knows it").isEqualTo(Attributes.NONE);
    pass(Duration.ofSeconds(8));
    assertThat(known.get()).isEqualTo(Attributes.REGISTERED);
  }

  @Test
  void anEngineThatComesBackIsAskedAtOnce() {
    answer = new AttributesAnswer.Usable();
    known.lookOnce();
    connection = ConnectivityState.TRANSIENT_FAILURE;
    pass(Duration.ofSeconds(1));
    assertThat(known.get()).isEqualTo(Attributes.REGISTERED);

    connection = ConnectivityState.READY;
    answer = new AttributesAnswer.Unsupported();
    pass(Duration.ofSeconds(1));
    assertThat(known.get()).as("another one").isEqualTo(Attributes.NONE);
  }

  @Test
  void anEngineThatGoesAwayIsNoticedAtOnce() {
    answer = new AttributesAnswer.Usable();
    known.lookOnce();
    connection = ConnectivityState.TRANSIENT_FAILURE;
    answer = new AttributesAnswer.Away("UNAVAILABLE");
    pass(Duration.ofSeconds(1));
    assertThat(known.shown()).isEqualTo("away");
  }

  @Test
  void whatIsKnownIsBelievedForAWhile() {
    answer = new AttributesAnswer.Usable();
    known.lookOnce();
    for (int i = 0; i < 59; i++) {
      pass(Duration.ofSeconds(1));
    }
    assertThat(asked).isEqualTo(1);
    pass(Duration.ofSeconds(1));
    assertThat(asked).isEqualTo(2);
  }

  @Test
  void whatSomebodyElseMustRegisterIsUsedWhenTheyDid() {
    answer =
        new AttributesAnswer.Refused(new TreeSet<>(List.of("MusterState")), "PERMISSION_DENIED");
    known.lookOnce();
    assertThat(known.shown()).isEqualTo("refused");
    answer = new AttributesAnswer.Usable();
    pass(Duration.ofSeconds(30));
    assertThat(known.get()).isEqualTo(Attributes.REGISTERED);
  }

  @Test
  void whileTheEngineIsAwayWhatHeldBeforeHolds() {
    answer = new AttributesAnswer.Usable();
    known.lookOnce();
    answer = new AttributesAnswer.Away("UNAVAILABLE");
    pass(Duration.ofSeconds(60));
    assertThat(known.shown()).isEqualTo("away");
    assertThat(known.get()).isEqualTo(Attributes.REGISTERED);
  }
}
