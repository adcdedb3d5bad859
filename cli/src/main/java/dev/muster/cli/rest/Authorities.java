package dev.muster.cli.rest;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Trusts the servers that certain authorities have signed for, and no others. */
final class Authorities {
  private Authorities() {}

  /**
   * A context for connections.
   *
   * @param pem one or more certificates
   * @throws ApiFailure if there is none in it
   */
  static SSLContext context(String pem) {
    try {
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      int count = 0;
      for (Certificate certificate : certificates(pem)) {
        trusted.setCertificateEntry("authority-" + count++, certificate);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("This Java has no TLS", e);
    }
  }

  private static Collection<? extends Certificate> certificates(String pem)
      throws CertificateException {
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    try {
      Collection<? extends Certificate> found =
          factory.generateCertificates(
              new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
      if (!found.isEmpty()) {
        return found;
      }
    } catch (CertificateException unreadable) {
      throw none();
    }
    throw none();
  }

  private static ApiFailure none() {
    return new ApiFailure(
        ApiFailure.Kind.UNAVAILABLE,
        "MUSTER_CA_FILE has no certificate (expected: PEM, -----BEGIN CERTIFICATE-----)",
        List.of());
  }
}
