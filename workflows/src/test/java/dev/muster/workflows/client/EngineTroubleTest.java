package dev.muster.workflows.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What libraries say, seen on real servers, and what people are told. */
final class EngineTroubleTest {

  private static Status away(String description) {
    return Status.UNAVAILABLE.withDescription(description);
  }

  private static Status away(String description, String beneath) {
    return away(description)
        .withCause(new IOException("handshake failed", new IllegalStateException(beneath)));
  }

  @Test
  void tellsWhatIsWrongWithTheCertificates() {
    String io = "io exception\nChannel Pipeline: [SslHandler#0, ClientTlsHandler#0]";
    assertThat(told(away(io, "unable to find valid certification path to requested target")))
        .contains("authority that is trusted", "server-ca-cert-path");
    assertThat(told(away(io, "No subject alternative DNS name matching other.example found.")))
        .contains("not for the name other.example.", "server-name");
    assertThat(told(away(io, "No subject alternative names matching IP address 10.0.0.1 found")))
        .contains("not for the name 10.0.0.1.", "server-name");
    assertThat(told(away(io, "NotAfter: Sat Feb 01 00:00:00 UTC 2025")))
        .contains("Feb 01", "Renew the server's certificate");
  }

  @Test
  void tellsWhatTheServerDoesNotLikeAboutOurs() {
    String alert = "error:1000045c:SSL routines:OPENSSL_internal:TLSV1_ALERT_CERTIFICATE_REQUIRED";
    assertThat(told(away("ssl exception", alert)))
        .contains("wants a certificate", "client-cert-path")
        .doesNotContain("OPENSSL");
    assertThat(told(away("io exception", "Received fatal alert: bad_certificate")))
        .contains("wants a certificate");
    assertThat(told(away("ssl exception", "OPENSSL_internal:SSLV3_ALERT_CERTIFICATE_EXPIRED")))
        .contains("our certificate, which has expired");
  }

  @Test
  void tellsWhetherTlsIsMissingOrTooMuch() {
    assertThat(told(away("Network closed for unknown reason"))).contains("expects TLS");
    assertThat(told(away("io exception", "error(-104): Connection reset by peer")))
        .contains("expects TLS", "TEMPORAL_TLS");
    assertThat(told(away("io exception", "not an SSL/TLS record: 00001204")))
        .contains("has no TLS")
        .doesNotContain("0000");
  }

  @Test
  void tellsWhatIsWrongWithAddressOrNamespace() {
    assertThat(told(away("Unable to resolve host nosuch.invalid", "nosuch.invalid")))
        .isEqualTo(
            "the host name nosuch.invalid is not known here. Check that it runs and its address.");
    assertThat(told(away("io exception", "finishConnect(..) failed: Connection refused")))
        .contains("nothing listens there");
    assertThat(told(Status.NOT_FOUND.withDescription("Namespace ops is not found.")))
        .contains("has no namespace ops.", "temporal operator namespace create --namespace ops");
  }

  @Test
  void whatIsNotKnownIsOneLineWithWhatLiesBeneath() {
    assertThat(told(away("io exception\nChannel Pipeline: [x]", "the moon\nis full")))
        .isEqualTo(
            "UNAVAILABLE: io exception: the moon is full. Check that it runs and its address.");
    assertThat(told(Status.PERMISSION_DENIED)).contains("PERMISSION_DENIED. Check the API key");
  }

  private static String told(Status status) {
    return EngineTrouble.of(status).sentences();
  }
}
