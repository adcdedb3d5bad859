package dev.muster.worker.tls;

import dev.muster.connections.settings.SettingProblem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** TLS that believes the authorities of one file, and no others. */
public final class BelievedAuthorities {

  private BelievedAuthorities() {}

  /**
   * What believes the authorities of a file.
   *
   * @param setting that names the file, for messages
   * @param file certificates in PEM
   * @throws SettingProblem if it cannot be read, or holds none
   */
  public static SSLContext of(String setting, Path file) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers(setting, file), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no TLS", e);
    }
  }

  /**
   * The same, to be combined with what is shown.
   *
   * @throws SettingProblem if the file cannot be read, or holds none
   */
  static TrustManager[] managers(String setting, Path file) {
    try (InputStream content = Files.newInputStream(file)) {
      Collection<? extends Certificate> certificates =
          CertificateFactory.getInstance("X.509").generateCertificates(content);
      if (certificates.isEmpty()) {
        throw new SettingProblem(
            setting, "%s holds no certificate (expected: PEM)".formatted(file));
      }
      KeyStore believed = KeyStore.getInstance(KeyStore.getDefaultType());
      believed.load(null, null);
      int number = 0;
      for (Certificate certificate : certificates) {
        believed.setCertificateEntry("authority-" + number++, certificate);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(believed);
      return trust.getTrustManagers();
    } catch (IOException | GeneralSecurityException e) {
      throw new SettingProblem(
          setting, "%s cannot be read (%s)".formatted(file, e.getClass().getSimpleName()));
    }
  }
}
