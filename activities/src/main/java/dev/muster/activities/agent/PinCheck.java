package dev.muster.activities.agent;

import dev.muster.domain.protocol.Fingerprint;
import java.io.IOException;
import java.net.Socket;
import java.security.cert.CertificateEncodingException;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.apache.hc.client5.http.ssl.NoopHostnameVerifier;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.HttpClientConnection;
import org.apache.hc.core5.http.io.HttpResponseInformationCallback;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * Compares the certificate of an agent before each request, also on a connection that was kept, so
 * that nothing is ever sent to another.
 */
final class PinCheck extends HttpRequestExecutor implements TlsSocketStrategy {

  private static final String PIN = "muster.pin";

  /** What was shown over a session; it does not change. */
  private static final String SHOWN = "muster.shown";

  /** That only a pin was to decide about a session. */
  private static final String UNVERIFIED = "muster.unverified";

  private final TlsSocketStrategy verifying;
  private final TlsSocketStrategy pinning;

  PinCheck(TlsToAgents tls) {
    this.verifying = new DefaultClientTlsStrategy(tls.verifying());
    this.pinning =
        new DefaultClientTlsStrategy(
            tls.pinning(), HostnameVerificationPolicy.CLIENT, NoopHostnameVerifier.INSTANCE);
  }

  /** An agent shows another certificate than the one that is known of it. */
  static final class WrongCertificate extends SSLException {
    private static final long serialVersionUID = 1L;

    WrongCertificate(String why) {
      super(why);
    }
  }

  /** Has the requests of a context go only to who shows this certificate. */
  static void require(HttpContext context, Optional<Fingerprint> certificate) {
    certificate.ifPresent(pin -> context.setAttribute(PIN, pin));
  }

  @Override
  public SSLSocket upgrade(
      Socket socket, String target, int port, Object attachment, HttpContext context)
      throws IOException {
    if (pin(context).isEmpty()) {
      return verifying.upgrade(socket, target, port, attachment, context);
    }
    SSLSocket encrypted = pinning.upgrade(socket, target, port, attachment, context);
    encrypted.getSession().putValue(UNVERIFIED, true);
    return encrypted;
  }

  @Override
  public ClassicHttpResponse execute(
      ClassicHttpRequest request,
      HttpClientConnection connection,
      HttpResponseInformationCallback informed,
      HttpContext context)
      throws IOException, HttpException {
    check(Optional.ofNullable(connection.getSSLSession()), pin(context));
    return super.execute(request, connection, informed, context);
  }

  private static void check(Optional<SSLSession> session, Optional<Fingerprint> pin)
      throws IOException {
    if (pin.isEmpty()) {
      if (session.isPresent() && session.get().getValue(UNVERIFIED) != null) {
        throw new WrongCertificate(
            "another node has this address, and no authority vouches for its certificate");
      }
    } else if (session.isEmpty()) {
      throw new WrongCertificate(
          "a certificate is known of the agent, and the address is not https");
    } else if (!shown(session.get()).matches(pin.get())) {
      throw new WrongCertificate(
          "another certificate is shown there than the agent's own, which is %s…; if the agent was set up anew, remove the node and let it join again"
              .formatted(pin.get().value().substring(0, 16)));
    }
  }

  private static Fingerprint shown(SSLSession session) throws IOException {
    if (session.getValue(SHOWN) instanceof Fingerprint known) {
      return known;
    }
    try {
      Fingerprint shown = Fingerprint.of(session.getPeerCertificates()[0].getEncoded());
      session.putValue(SHOWN, shown);
      return shown;
    } catch (CertificateEncodingException e) {
      throw new WrongCertificate("a certificate is shown there that cannot be read");
    }
  }

  private static Optional<Fingerprint> pin(HttpContext context) {
    return context.getAttribute(PIN) instanceof Fingerprint pin
        ? Optional.of(pin)
        : Optional.empty();
  }
}
