package dev.muster.worker.tls;

import dev.muster.activities.agent.TlsToAgents;
import dev.muster.connections.settings.Setting;
import dev.muster.connections.settings.SettingProblem;
import dev.muster.connections.tls.Pem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManager;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * TLS between Muster and agents, {@code muster.agents.tls.*}; each a path, or empty.
 *
 * @param certificateFile what Muster shows agents that ask, in PEM, with what signed it
 * @param keyFile its key, PKCS 8 in PEM
 * @param keyStoreFile both in one, as PKCS 12
 * @param keyStorePasswordFile what opens it
 * @param caFile authorities that agents' certificates are signed by, in PEM; in place of Java's
 */
public record AgentTlsSettings(
    @DefaultValue("") String certificateFile,
    @DefaultValue("") String keyFile,
    @DefaultValue("") String keyStoreFile,
    @DefaultValue("") String keyStorePasswordFile,
    @DefaultValue("") String caFile) {

  private static final String PREFIX = "muster.agents.tls.";

  public AgentTlsSettings {
    requireBoth("certificate-file", certificateFile, "key-file", keyFile);
    requireBoth("key-store-file", keyStoreFile, "key-store-password-file", keyStorePasswordFile);
    if (isSet(certificateFile) && isSet(keyStoreFile)) {
      throw new SettingProblem(
          PREFIX + "key-store-file", "certificate-file is set too (expected: one of the two)");
    }
  }

  /**
   * What is made of it.
   *
   * @throws SettingProblem if a file cannot be used
   */
  public TlsToAgents toAgents() {
    boolean shows = isSet(certificateFile) || isSet(keyStoreFile);
    return shows || isSet(caFile)
        ? TlsToAgents.of(shows ? shown() : new KeyManager[0], believed())
        : TlsToAgents.DEFAULT;
  }

  private static boolean isSet(String path) {
    return !path.isBlank();
  }

  private static void requireBoth(String one, String first, String other, String second) {
    if (isSet(first) != isSet(second)) {
      throw new SettingProblem(
          PREFIX + (isSet(first) ? other : one),
          "it is not set, and goes with " + (isSet(first) ? one : other));
    }
  }

  private KeyManager[] shown() {
    boolean inOne = isSet(keyStoreFile);
    String setting = PREFIX + (inOne ? "key-store-file" : "key-file");
    try {
      char[] password = inOne ? password(keyStorePasswordFile) : new char[0];
      KeyStore store = inOne ? load(Path.of(keyStoreFile), password) : fromPem();
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, password);
      return keys.getKeyManagers();
    } catch (IOException | GeneralSecurityException e) {
      throw new SettingProblem(
          setting, "it cannot be used (%s)".formatted(e.getClass().getSimpleName()));
    }
  }

  private KeyStore fromPem() throws GeneralSecurityException, IOException {
    X509Certificate[] chain = pem("certificate-file", certificateFile).certificates();
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry(
        "muster",
        pem("key-file", keyFile).privateKey(chain[0].getPublicKey().getAlgorithm()),
        new char[0],
        chain);
    return store;
  }

  private TrustManager[] believed() {
    return isSet(caFile)
        ? BelievedAuthorities.managers(PREFIX + "ca-file", Path.of(caFile))
        : new TrustManager[0];
  }

  private static Pem pem(String setting, String file) {
    return Pem.file(new Setting(PREFIX + setting, file));
  }

  private static KeyStore load(Path file, char[] password)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream content = Files.newInputStream(file)) {
      store.load(content, password);
    }
    return store;
  }

  private static char[] password(String file) {
    return new Setting(PREFIX + "key-store-password-file", file)
        .read("a password")
        .strip()
        .toCharArray();
  }
}
