package dev.muster.agent.access;

import dev.muster.agent.tls.CaFile;
import dev.muster.domain.identity.AccessToken;
import dev.muster.domain.protocol.JoinAnswer;
import dev.muster.domain.protocol.JoinRequest;
import dev.muster.domain.protocol.Problem;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.shown.Shortened;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocketFactory;
import tools.jackson.core.JacksonException;

/** The one request that an agent makes of Muster to join. */
final class JoinCall {

  private static final int TIMEOUT_MS = 10_000;
  private static final int LONGEST_ANSWER = 64 * 1024;
  private static final int LONGEST_REASON = 500;

  private final URI server;
  private final Optional<SSLSocketFactory> believed;

  /**
   * @param caFile whom to believe, in PEM; those that Java believes if it is empty
   * @throws Joining.Refused if the file cannot be used
   */
  JoinCall(URI server, Optional<Path> caFile) throws Joining.Refused {
    this.server = server;
    this.believed = caFile.isPresent() ? Optional.of(believed(caFile.get())) : Optional.empty();
  }

  private static SSLSocketFactory believed(Path caFile) throws Joining.Refused {
    try {
      return CaFile.believed(caFile);
    } catch (IOException unusable) {
      throw new Joining.Refused(
          "--join-ca %s cannot be used (expected: certificates in PEM)".formatted(caFile));
    }
  }

  /** What became of it. */
  sealed interface Outcome {

    /** The agent has joined. */
    record Joined(JoinAnswer answer) implements Outcome {}

    /** It cannot join so. */
    record Refused(String why) implements Outcome {}

    /** Asking again may help. */
    record Later(String why) implements Outcome {}
  }

  Outcome post(JoinRequest request, AccessToken joinToken) {
    try {
      HttpURLConnection connection = open(joinToken);
      try (OutputStream body = connection.getOutputStream()) {
        body.write(WireFormat.JSON.writeValueAsBytes(request));
      }
      int status = connection.getResponseCode();
      byte[] answer = body(connection, status);
      if (status == 200 || status == 201) {
        return new Outcome.Joined(WireFormat.JSON.readValue(answer, JoinAnswer.class));
      }
      boolean passes = status >= 500 || status == 429 || status == 408;
      String why = why(status, answer);
      return passes ? new Outcome.Later(why) : new Outcome.Refused(why);
    } catch (SSLHandshakeException stranger) {
      return new Outcome.Refused(
          "its certificate is not believed (%s); --join-ca names who signed it"
              .formatted(stranger.getMessage()));
    } catch (IOException away) {
      return new Outcome.Later(
          Optional.ofNullable(away.getMessage()).orElse(away.getClass().getSimpleName()));
    } catch (JacksonException strange) {
      return new Outcome.Refused("what answers there is not Muster");
    }
  }

  private HttpURLConnection open(AccessToken joinToken) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) server.resolve("/v1/agents").toURL().openConnection();
    if (connection instanceof HttpsURLConnection https && believed.isPresent()) {
      https.setSSLSocketFactory(believed.get());
    }
    connection.setInstanceFollowRedirects(false);
    connection.setConnectTimeout(TIMEOUT_MS);
    connection.setReadTimeout(TIMEOUT_MS);
    connection.setRequestMethod("POST");
    connection.setDoOutput(true);
    connection.setRequestProperty("Content-Type", "application/json");
    connection.setRequestProperty("Accept", "application/json, application/problem+json");
    connection.setRequestProperty("Muster-Join-Token", joinToken.reveal());
    return connection;
  }

  private static byte[] body(HttpURLConnection connection, int status) throws IOException {
    try (InputStream content =
        status >= 400 ? connection.getErrorStream() : connection.getInputStream()) {
      return content == null ? new byte[0] : content.readNBytes(LONGEST_ANSWER);
    }
  }

  private static String why(int status, byte[] answer) {
    try {
      Problem problem = WireFormat.JSON.readValue(answer, Problem.class);
      Optional<String> detail = problem.detail();
      return Shortened.to(LONGEST_REASON, detail.orElse("it answered " + status));
    } catch (JacksonException unreadable) {
      return "it answered " + status;
    }
  }
}
