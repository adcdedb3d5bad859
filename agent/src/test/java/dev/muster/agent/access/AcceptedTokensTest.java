package dev.muster.agent.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.domain.protocol.Fingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AcceptedTokensTest {

  @TempDir private Path data = Path.of("");

  @Test
  void withoutATokenNoneIsAskedFor() throws IOException {
    assertThat(open(Optional.empty()).isOpen()).isTrue();
    assertThat(open(Optional.of("a")).isOpen()).isFalse();
  }

  @Test
  void bothCountUntilTheNextOneIsUsed() throws IOException {
    AcceptedTokens tokens = open(Optional.of("a"));
    tokens.next(Fingerprint.of("b"));
    assertThat(tokens.accepts("a")).isTrue();
    assertThat(tokens.accepts("c")).isFalse();
    assertThat(tokens.accepts("b")).isTrue();
    assertThat(tokens.accepts("a")).as("the old one").isFalse();
    assertThat(tokens.accepts("b")).isTrue();
  }

  @Test
  void whatCountsIsKnownAfterARestart() throws IOException {
    open(Optional.of("a")).next(Fingerprint.of("b"));
    AcceptedTokens again = open(Optional.of("a"));
    assertThat(again.accepts("a")).isTrue();
    assertThat(again.accepts("b")).isTrue();
    AcceptedTokens later = open(Optional.of("a"));
    assertThat(later.accepts("a")).as("the token file's was exchanged").isFalse();
    assertThat(later.accepts("b")).isTrue();
  }

  @Test
  void anotherTextInTheTokenFileCountsAgain() throws IOException {
    AcceptedTokens tokens = open(Optional.of("a"));
    tokens.next(Fingerprint.of("b"));
    tokens.accepts("b");
    AcceptedTokens changed = open(Optional.of("new"));
    assertThat(changed.accepts("new")).isTrue();
    assertThat(changed.accepts("b")).isFalse();
  }

  @Test
  void aNextThatIsToldAgainChangesNothingAndAnotherTakesItsPlace() throws IOException {
    AcceptedTokens tokens = open(Optional.of("a"));
    tokens.next(Fingerprint.of("b"));
    tokens.next(Fingerprint.of("b"));
    tokens.next(Fingerprint.of("a"));
    assertThat(open(Optional.of("a")).accepts("b")).isTrue();
    AcceptedTokens other = open(Optional.empty());
    other.next(Fingerprint.of("c"));
    other.next(Fingerprint.of("d"));
    assertThat(other.accepts("c")).as("never more than two").isFalse();
    assertThat(other.accepts("d")).isTrue();
  }

  @Test
  void onlyHashesAreKeptForTheirOwnerAlone() throws IOException {
    open(Optional.of("a")).next(Fingerprint.of("b"));
    Path file = data.resolve("tokens");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(Files.readAllLines(file))
        .containsExactly("current " + Fingerprint.of("a"), "next " + Fingerprint.of("b"));
  }

  @Test
  void aDamagedFileLetsNobodyIn() throws IOException {
    Files.writeString(data.resolve("tokens"), "next zzz\n");
    assertThatThrownBy(() -> open(Optional.of("a"))).hasMessageContaining("is damaged");
    Files.writeString(data.resolve("tokens"), "");
    assertThatThrownBy(() -> open(Optional.of("a"))).hasMessageContaining("is damaged");
  }

  private AcceptedTokens open(Optional<String> given) throws IOException {
    return AcceptedTokens.open(data, given);
  }
}
