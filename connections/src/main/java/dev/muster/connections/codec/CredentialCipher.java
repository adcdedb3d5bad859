package dev.muster.connections.codec;

import dev.muster.connections.settings.Setting;
import dev.muster.connections.settings.SettingProblem;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.OpenedToken;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.core.env.PropertyResolver;

/**
 * Seals the tokens of agents for the database, with AES-256-GCM under Muster's key file. What is
 * sealed opens for its own node alone. As text: the key's id, a colon, base64. Safe for many
 * threads.
 */
public final class CredentialCipher {

  /** The setting that names the file. */
  public static final String SETTING = "muster.agents.key-file";

  private static final String EXPECTED =
      SETTING
          + ", a file with a key as `openssl rand -base64 32` writes it, the same for the API and"
          + " every worker";

  private final Optional<CodecKeys> keys;
  private final SecureRandom random = new SecureRandom();

  private CredentialCipher(Optional<CodecKeys> keys) {
    this.keys = keys;
  }

  /**
   * With the keys of {@code muster.agents.key-file}, and then those of the codec.
   *
   * @throws SettingProblem if a file cannot be read
   */
  public static CredentialCipher of(PropertyResolver said) {
    List<CodecKeys> files =
        Stream.of(Setting.in(said, SETTING), Setting.in(said, "muster.temporal.codec-key-file"))
            .flatMap(Optional::stream)
            .map(CodecKeys::read)
            .toList();
    return new CredentialCipher(
        files.isEmpty() ? Optional.empty() : Optional.of(CodecKeys.all(files)));
  }

  /** Why nothing can be sealed here; empty if it can. */
  public Optional<String> missing() {
    return keys.isPresent()
        ? Optional.empty()
        : Optional.of(
            "tokens of agents are kept sealed, and there is no key (set " + EXPECTED + ")");
  }

  /**
   * Seals a token.
   *
   * @throws IllegalStateException if there is no key, see {@link #missing}
   */
  public String seal(ClusterName cluster, NodeId node, String token) {
    CodecKeys.Key key =
        keys.orElseThrow(() -> new IllegalStateException(missing().orElse(""))).first();
    try {
      byte[] sealed =
          key.seal(token.getBytes(StandardCharsets.UTF_8), about(key, cluster, node), random);
      return key.id() + ":" + Base64.getEncoder().encodeToString(sealed);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a token could not be sealed", e);
    }
  }

  /** A token that was sealed for this node, or why it cannot be opened. */
  public OpenedToken open(ClusterName cluster, NodeId node, String sealed) {
    int colon = sealed.indexOf(':');
    String id = colon < 0 ? "" : sealed.substring(0, colon);
    Optional<CodecKeys.Key> key = keys.flatMap(known -> known.find(id));
    if (key.isEmpty()) {
      return new OpenedToken.Closed(
          "its token was sealed with the key %s, which is not here (set %s), or muster node token set gives it another"
              .formatted(id, EXPECTED));
    }
    try {
      byte[] text =
          key.get()
              .open(
                  Base64.getDecoder().decode(sealed.substring(colon + 1)),
                  about(key.get(), cluster, node));
      return new OpenedToken.Plain(new String(text, StandardCharsets.UTF_8));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return new OpenedToken.Closed(
          "its token was changed in the database, or is another node's; muster node token set gives"
              + " it another");
    }
  }

  private static String about(CodecKeys.Key key, ClusterName cluster, NodeId node) {
    return "agent-token/%s/%s/%s".formatted(key.id(), cluster, node);
  }
}
