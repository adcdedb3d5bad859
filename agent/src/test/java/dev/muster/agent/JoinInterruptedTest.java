package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.access.Joining;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Joins that end in the middle: an answer is lost, the agent is killed, Muster goes on meanwhile.
 */
final class JoinInterruptedTest {

  @TempDir private Path folder = Path.of("");
  private JoinedMuster muster;

  @BeforeEach
  void begin() throws IOException {
    muster = new JoinedMuster(folder);
  }

  @AfterEach
  void end() {
    muster.close();
  }

  @Test
  void anAnswerThatWasLostIsAskedForAgainAsTheSameAgent() throws Exception {
    muster.answers(503);
    try (Agent agent = muster.start("127.0.0.1:0")) {
      agent.join();
    }
    assertThat(muster.asked()).hasSize(2);
    assertThat(muster.asked().get(0).token()).isEqualTo(muster.asked().get(1).token());
  }

  @Test
  void anAgentThatWasKilledBeforeTheAnswerIsTheSameOneAfterwards() throws Exception {
    muster.answers(409);
    try (Agent agent = muster.start("127.0.0.1:0")) {
      assertThatThrownBy(agent::join)
          .isInstanceOf(Joining.Refused.class)
          .hasMessageContaining("why 409");
    }
    try (Agent agent = muster.start("127.0.0.1:0")) {
      agent.join();
      assertThat(muster.asked().get(0).token()).isEqualTo(muster.asked().get(1).token());
    }
    Files.delete(muster.proof());
    try (Agent agent = muster.start("127.0.0.1:0")) {
      agent.join();
      assertThat(muster.asked()).as("it has joined").hasSize(2);
      assertThat(JoinedMuster.status(agent, muster.asked().getFirst().token())).isEqualTo(200);
    }
  }

  /** Muster has the agent's token, and has told the agent of another; its own answer was lost. */
  @Test
  void whoseTokenIsExchangedHasJoinedThoughItWasNeverTold() throws Exception {
    muster.exchanges();
    muster.answers(409);
    try (Agent agent = muster.start("127.0.0.1:0")) {
      agent.join();
      assertThat(JoinedMuster.status(agent, JoinedMuster.NEXT)).isEqualTo(200);
    }
    try (Agent agent = muster.start("127.0.0.1:0")) {
      agent.join();
      assertThat(muster.asked()).as("it asks no more").hasSize(1);
      assertThat(JoinedMuster.status(agent, JoinedMuster.NEXT)).isEqualTo(200);
      assertThat(JoinedMuster.status(agent, muster.asked().getFirst().token())).isEqualTo(401);
    }
  }

  @Test
  void anExchangedTokenOutlivesAnAgentThatIsKilledWhileItJoins() throws Exception {
    String own;
    try (Agent agent = muster.start("127.0.0.1:0")) {
      own = Files.readString(muster.data().resolve("joining"));
      assertThat(JoinedMuster.exchange(agent.url(), own)).isEqualTo(200);
      assertThat(JoinedMuster.status(agent, JoinedMuster.NEXT)).isEqualTo(200);
    }
    try (Agent agent = muster.start("127.0.0.1:0")) {
      agent.join();
      assertThat(muster.asked()).isEmpty();
      assertThat(JoinedMuster.status(agent, JoinedMuster.NEXT)).isEqualTo(200);
      assertThat(JoinedMuster.status(agent, own)).isEqualTo(401);
      assertThat(muster.data().resolve("joining")).doesNotExist();
    }
  }

  @Test
  void anotherTokenFileDoesNotEndAJoinThatWasBegun() throws Exception {
    String file = Files.writeString(folder.resolve("token"), "one").toString();
    try (Agent agent = muster.start("127.0.0.1:0", "--token-file", file)) {
      assertThat(JoinedMuster.status(agent, "one")).isEqualTo(401);
    }
    Files.writeString(folder.resolve("token"), "two");
    try (Agent agent = muster.start("127.0.0.1:0", "--token-file", file)) {
      agent.join();
      assertThat(muster.asked()).hasSize(1);
      assertThat(JoinedMuster.status(agent, "two")).isEqualTo(401);
      assertThat(JoinedMuster.status(agent, muster.asked().getFirst().token())).isEqualTo(200);
    }
  }

  @Test
  void aDamagedTokenOfAJoinLetsNobodyIn() throws Exception {
    Files.createDirectories(muster.data());
    Files.writeString(muster.data().resolve("joining"), "");
    assertThatThrownBy(() -> muster.start("127.0.0.1:0"))
        .hasMessageContaining("joining is damaged");
  }
}
