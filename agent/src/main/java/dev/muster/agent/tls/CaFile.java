package dev.muster.agent.tls;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/** A file with certificates, in PEM, of the authorities to believe in place of the system's. */
public final class CaFile {

  private CaFile() {}

  /**
   * What believes them, and nobody else.
   *
   * @throws IOException if the file cannot be read, or holds none
   */
  public static SSLSocketFactory believed(Path file) throws IOException {
    try (InputStream pem = new FileInputStream(file.toFile())) {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      int number = 0;
      for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
        store.setCertificateEntry("ca-" + number++, one);
      }
      if (number == 0) {
        throw new IOException("there is no certificate in %s".formatted(file));
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context.getSocketFactory();
    } catch (GeneralSecurityException unusable) {
      throw new IOException(
          "the certificates of %s cannot be used: %s".formatted(file, unusable.getMessage()),
          unusable);
    }
  }
}
