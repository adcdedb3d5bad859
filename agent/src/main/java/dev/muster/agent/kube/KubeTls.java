package dev.muster.agent.kube;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Whom a kubeconfig has us believe, and as whom it has us appear. */
final class KubeTls {

  private KubeTls() {}

  /**
   * Both.
   *
   * @throws IOException if a certificate or key cannot be used; the message says why
   */
  static SSLContext of(Kubeconfig config) throws IOException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys(config), trust(config.trust()), null);
      return context;
    } catch (GeneralSecurityException unusable) {
      throw new IOException(
          "the kubeconfig's certificates cannot be used: %s".formatted(unusable.getMessage()),
          unusable);
    }
  }

  private static KeyManager @Nullable [] keys(Kubeconfig config)
      throws GeneralSecurityException, IOException {
    if (config.key().isEmpty()) {
      return null;
    }
    Kubeconfig.ClientKey key = config.key().get();
    KeyStore store = empty();
    store.setKeyEntry(
        "client",
        PemKey.read(key.key()),
        new char[0],
        certificates(key.certificate()).toArray(Certificate[]::new));
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, new char[0]);
    return factory.getKeyManagers();
  }

  private static TrustManager @Nullable [] trust(Kubeconfig.Trust trust)
      throws GeneralSecurityException, IOException {
    return switch (trust) {
      case Kubeconfig.Trust.Usual() -> null;
      case Kubeconfig.Trust.Anybody() -> new TrustManager[] {new Credulous()};
      case Kubeconfig.Trust.Authority(String pem) -> {
        KeyStore store = empty();
        int number = 0;
        for (Certificate one : certificates(pem)) {
          store.setCertificateEntry("ca-" + number++, one);
        }
        TrustManagerFactory factory =
            TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        yield factory.getTrustManagers();
      }
    };
  }

  private static KeyStore empty() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  private static List<Certificate> certificates(String pem) throws GeneralSecurityException {
    List<Certificate> all =
        new ArrayList<>(
            CertificateFactory.getInstance("X.509")
                .generateCertificates(
                    new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII))));
    if (all.isEmpty()) {
      throw new GeneralSecurityException("there is no certificate");
    }
    return all;
  }

  /** Because the kubeconfig says {@code insecure-skip-tls-verify}: not even names are compared. */
  private static final class Credulous extends X509ExtendedTrustManager {

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
