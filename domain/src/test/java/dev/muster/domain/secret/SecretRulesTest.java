package dev.muster.domain.secret;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.ClusterPattern;
import dev.muster.domain.secret.SecretRules.Allowed;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may use a secret, over which way it may go, and which values can be used at all. */
final class SecretRulesTest {

  private static final SecretRules RULES =
      new SecretRules(
          Map.of(
              "dbpassword",
              new Allowed(
                  List.of(new ClusterPattern("rolling-*"), new ClusterPattern("undo")),
                  List.of(new ClusterPattern("prod-*")))));

  @Test
  void aPlaybookOnAClusterMayUseWhatBothPatternsAllow() {
    assertThat(refusal("db_password", "rolling-restart", "prod-1")).isEmpty();
    assertThat(refusal("db_password", "undo", "prod-a-b")).isEmpty();
  }

  @Test
  void anotherPlaybookIsRefused() {
    assertThat(refusal("db_password", "undo2", "prod-1"))
        .contains(
            "secret 'db_password' is not allowed for playbook 'undo2' (allowed: rolling-*, undo):"
                + " muster.secrets.dbpassword.playbooks says where it may be used");
  }

  @Test
  void anotherClusterIsRefused() {
    assertThat(refusal("db_password", "undo", "test-prod-1").orElseThrow())
        .contains("not allowed for cluster 'test-prod-1' (allowed: prod-*)");
  }

  @Test
  void anUnknownNameIsRefusedWithThoseThatAreKnown() {
    assertThat(refusal("db_user", "undo", "prod-1").orElseThrow())
        .contains("secret 'db_user' is not known to this worker (known: dbpassword)");
    assertThat(SecretRules.NONE.refusal(new SecretName("a"), "undo", new ClusterName("prod")))
        .isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://10.0.0.7:7070",
        "HTTPS://agent.example.com",
        "http://127.0.0.1:7070",
        "http://127.1.2.3",
        "http://localhost:7070/base",
        "http://[::1]:7070"
      })
  void aSecretMayGoOverTlsOrTheLoopback(String address) {
    assertThat(SecretWay.refusal(address)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://10.0.0.7:7070",
        "http://127.0.0.1.example.com",
        "http://localhost.example.com",
        "http://127.0.0.1@10.0.0.7",
        "http://[::ffff:10.0.0.7]:7070",
        "http://[2001:db8::1]:7070",
        "ftp://127.0.0.1",
        "127.0.0.1:7070",
        "http://a b",
        ""
      })
  void aSecretGoesNowhereElse(String address) {
    assertThat(SecretWay.refusal(address).orElseThrow())
        .contains("over TLS or on the loopback only");
  }

  @Test
  void aValueMustBeThereAndMaskable() {
    assertThat(SecretValue.unfit("hunter2")).isEmpty();
    assertThat(SecretValue.unfit(" \n")).contains("it is empty");
    assertThat(SecretValue.unfit("abc").orElseThrow())
        .contains("fewer than 4")
        .doesNotContain("abc");
    assertThat(SecretValue.unfit("x".repeat(64 * 1024))).isEmpty();
    assertThat(SecretValue.unfit("x".repeat(64 * 1024 + 1)).orElseThrow()).contains("65536 bytes");
    assertThat(SecretValue.unfit("ab\0cd")).contains("it holds a NUL");
  }

  @Test
  void eachLongerLineOfAValueIsMaskedToo() {
    assertThat(SecretValue.toMask("one line")).containsExactly("one line");
    assertThat(SecretValue.toMask("-----BEGIN\n  MIIEvQIBAD\nab\n"))
        .containsExactly("-----BEGIN\n  MIIEvQIBAD\nab\n", "-----BEGIN", "MIIEvQIBAD");
  }

  private static Optional<String> refusal(String secret, String playbook, String cluster) {
    return RULES.refusal(new SecretName(secret), playbook, new ClusterName(cluster));
  }
}
