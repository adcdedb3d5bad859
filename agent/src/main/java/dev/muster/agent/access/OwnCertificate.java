package dev.muster.agent.access;

import dev.muster.agent.settings.AgentTls;
import dev.muster.domain.protocol.Fingerprint;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Optional;

/** What the agent shows over TLS. */
public final class OwnCertificate {

  private static final String ALIAS = "agent";

  private OwnCertificate() {}

  /**
   * The certificate that the agent has made itself, in its data; made if it is not there.
   *
   * @param node whose agent it is
   * @throws IOException if it cannot be written or read
   */
  public static AgentTls made(Path data, String node, Clock clock) throws IOException {
    Path password = data.resolve("certificate.password");
    Path keys = data.resolve("certificate.p12");
    if (!Files.exists(keys)) {
      byte[] random = new byte[16];
      new SecureRandom().nextBytes(random);
      String secret = HexFormat.of().formatHex(random);
      PrivateFile.write(password, secret.getBytes(StandardCharsets.US_ASCII));
      PrivateFile.write(keys, fresh(node, secret.toCharArray(), clock));
    }
    return new AgentTls(new AgentTls.KeyFile(keys, password), Optional.empty());
  }

  private static byte[] fresh(String node, char[] password, Clock clock) throws IOException {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair pair = generator.generateKeyPair();
      X509Certificate certificate =
          SelfSigned.of(pair, node, clock.instant().minus(Duration.ofDays(1)));
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry(ALIAS, pair.getPrivate(), password, new Certificate[] {certificate});
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      store.store(content, password);
      return content.toByteArray();
    } catch (GeneralSecurityException unable) {
      throw new IOException("no certificate could be made: " + unable.getMessage(), unable);
    }
  }

  /**
   * The SHA-256 of the certificate that is shown.
   *
   * @throws IOException if it cannot be read
   */
  static Fingerprint fingerprint(AgentTls tls) throws IOException {
    char[] password = Files.readString(tls.keyStore().passwordFile()).strip().toCharArray();
    try (InputStream content = Files.newInputStream(tls.keyStore().file())) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(content, password);
      for (String alias : Collections.list(store.aliases())) {
        if (store.isKeyEntry(alias)) {
          return Fingerprint.of(store.getCertificate(alias).getEncoded());
        }
      }
      throw new IOException(tls.keyStore().file() + " holds no key with its certificate");
    } catch (GeneralSecurityException unable) {
      throw new IOException(
          "%s cannot be used: %s".formatted(tls.keyStore().file(), unable.getMessage()), unable);
    }
  }
}
