package dev.muster.connections.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.connections.settings.SettingProblem;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.OpenedToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

final class CredentialCipherTest {

  private static final ClusterName PROD = new ClusterName("prod");
  private static final NodeId N1 = new NodeId("n1");

  @TempDir private Path folder = Path.of("");

  @Test
  void whatWasSealedOpensForItsNodeAlone() throws IOException {
    CredentialCipher cipher = cipher(Map.of("muster.agents.key-file", key("a", 1)));
    String sealed = cipher.seal(PROD, N1, "s3cret");
    assertThat(sealed).doesNotContain("s3cret").isNotEqualTo(cipher.seal(PROD, N1, "s3cret"));
    assertThat(cipher.open(PROD, N1, sealed)).isEqualTo(new OpenedToken.Plain("s3cret"));
    assertThat(cipher.open(PROD, new NodeId("n2"), sealed)).isInstanceOf(OpenedToken.Closed.class);
    assertThat(cipher.open(new ClusterName("dev"), N1, sealed))
        .isInstanceOf(OpenedToken.Closed.class);
  }

  @Test
  void whatWasChangedDoesNotOpen() throws IOException {
    CredentialCipher cipher = cipher(Map.of("muster.agents.key-file", key("a", 1)));
    String sealed = cipher.seal(PROD, N1, "s3cret");
    int colon = sealed.indexOf(':') + 1;
    byte[] bytes = Base64.getDecoder().decode(sealed.substring(colon));
    bytes[bytes.length - 1] ^= 1;
    String changed = sealed.substring(0, colon) + Base64.getEncoder().encodeToString(bytes);
    assertThat(((OpenedToken.Closed) cipher.open(PROD, N1, changed)).why())
        .contains("was changed", "muster node token set");
    assertThat(cipher.open(PROD, N1, sealed.substring(0, colon)))
        .isInstanceOf(OpenedToken.Closed.class);
    assertThat(cipher.open(PROD, N1, "garbage")).isInstanceOf(OpenedToken.Closed.class);
  }

  @Test
  void theCodecsKeysServeTooAndTheAgentsComeFirst() throws IOException {
    String codec = key("codec", 2);
    String sealed =
        cipher(Map.of("muster.temporal.codec-key-file", codec)).seal(PROD, N1, "s3cret");
    CredentialCipher both =
        cipher(
            Map.of("muster.temporal.codec-key-file", codec, "muster.agents.key-file", key("a", 1)));
    assertThat(both.open(PROD, N1, sealed)).isEqualTo(new OpenedToken.Plain("s3cret"));
    CredentialCipher own = cipher(Map.of("muster.agents.key-file", key("a", 1)));
    assertThat(own.open(PROD, N1, both.seal(PROD, N1, "other")))
        .isEqualTo(new OpenedToken.Plain("other"));
    assertThat(((OpenedToken.Closed) own.open(PROD, N1, sealed)).why())
        .contains("which is not here", "muster.agents.key-file");
  }

  @Test
  void withoutAKeyItSaysWhatToSet() {
    CredentialCipher none = cipher(Map.of());
    assertThat(none.missing().orElseThrow()).contains("set muster.agents.key-file");
    assertThatThrownBy(() -> none.seal(PROD, N1, "s3cret"))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(
            () -> cipher(Map.of("muster.agents.key-file", folder.resolve("none").toString())))
        .isInstanceOf(SettingProblem.class)
        .hasMessageContaining("muster.agents.key-file");
  }

  @Test
  void nothingShowsTheToken() {
    assertThat(new OpenedToken.Plain("s3cret")).hasToString("Plain");
  }

  private String key(String name, int fill) throws IOException {
    byte[] key = new byte[32];
    java.util.Arrays.fill(key, (byte) fill);
    return Files.writeString(folder.resolve(name), Base64.getEncoder().encodeToString(key))
        .toString();
  }

  private static CredentialCipher cipher(Map<String, Object> said) {
    StandardEnvironment environment = new StandardEnvironment();
    environment.getPropertySources().addFirst(new MapPropertySource("test", said));
    return CredentialCipher.of(environment);
  }
}
