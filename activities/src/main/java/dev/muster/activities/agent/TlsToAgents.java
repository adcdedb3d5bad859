package dev.muster.activities.agent;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * How connections to agents are encrypted.
 *
 * @param verifying for agents whose certificate an authority signed
 * @param pinning for agents whose certificate is known: it believes whatever is shown, so nothing
 *     may be sent before the certificate was compared
 */
public record TlsToAgents(SSLContext verifying, SSLContext pinning) {

  /** With nothing to show, and the authorities that Java believes. */
  public static final TlsToAgents DEFAULT = of(new KeyManager[0], new TrustManager[0]);

  /**
   * With what Muster shows, and whom it believes.
   *
   * @param shown nothing if it is empty
   * @param believed those that Java believes if it is empty
   */
  public static TlsToAgents of(KeyManager[] shown, TrustManager[] believed) {
    return new TlsToAgents(
        context(shown, believed), context(shown, new TrustManager[] {new ComparedLater()}));
  }

  private static SSLContext context(KeyManager[] shown, TrustManager[] believed) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          shown.length == 0 ? null : shown,
          believed.length == 0 ? null : believed,
          new SecureRandom());
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no TLS", e);
    }
  }

  /**
   * TLS proves that the key of the certificate is there; which one it is, {@link PinCheck} sees.
   */
  private static final class ComparedLater extends X509ExtendedTrustManager {

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {
      throw new UnsupportedOperationException("for servers alone");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {
      throw new UnsupportedOperationException("for servers alone");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
      throw new UnsupportedOperationException("for servers alone");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
