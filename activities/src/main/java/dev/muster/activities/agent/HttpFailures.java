package dev.muster.activities.agent;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Locale;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.NoHttpResponseException;

/** Turns what a failed exchange threw into a sentence for people. */
final class HttpFailures {

  private HttpFailures() {}

  /** The answer that stands for a body or a header that broke the protocol, or a silent peer. */
  static <T> AgentAnswer<T> of(AgentEndpoint agent, IOException failure) {
    return switch (failure) {
      case PinCheck.WrongCertificate wrong -> new AgentAnswer.Garbage<>(at(agent, message(wrong)));
      case BodyTooLarge large -> new AgentAnswer.Garbage<>(at(agent, large.text()));
      case ClientProtocolException protocol ->
          new AgentAnswer.Garbage<>(
              at(agent, "what answers there does not speak HTTP as an agent does"));
      case MalformedChunkCodingException chunk ->
          new AgentAnswer.Garbage<>(at(agent, "the answer is broken off or malformed"));
      case NoHttpResponseException none ->
          new AgentAnswer.Unreachable<>(at(agent, "the connection was closed without an answer"));
      case ConnectionClosedException early ->
          new AgentAnswer.Garbage<>(at(agent, "the answer ended early"));
      default -> new AgentAnswer.Unreachable<>(at(agent, unreachable(failure)));
    };
  }

  /** The answer for a call that its deadline ended. */
  static <T> AgentAnswer<T> late(AgentEndpoint agent, Duration deadline) {
    return new AgentAnswer.Unreachable<>(
        at(agent, "no complete answer within " + seconds(deadline)));
  }

  /** {@code text}, after the address. */
  static String at(AgentEndpoint agent, String text) {
    return agent.address() + ": " + text;
  }

  private static String unreachable(IOException failure) {
    return switch (failure) {
      case ConnectTimeoutException slow -> "no connection in time";
      case ConnectionRequestTimeoutException pool -> "every connection to agents is in use";
      case ConnectException refused -> "connection refused; is the agent running?";
      case UnknownHostException unknown -> "the host name is not known";
      case NoRouteToHostException route -> "there is no route to the host";
      case SocketTimeoutException slow -> "no answer in time";
      case SSLException tls -> "TLS failed: " + message(tls);
      default -> "the connection broke: " + message(failure);
    };
  }

  private static String message(IOException failure) {
    String message = failure.getMessage();
    return message == null ? failure.getClass().getSimpleName() : message;
  }

  private static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
  }
}
