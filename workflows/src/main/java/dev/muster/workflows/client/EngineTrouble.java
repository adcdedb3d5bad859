package dev.muster.workflows.client;

import io.grpc.Status;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Why a call of the engine failed, for people: libraries give the same few mistakes many cryptic
 * names.
 *
 * @param why what happened, one line
 * @param next what to do about it, a sentence without its full stop
 */
public record EngineTrouble(String why, String next) {

  private static final String ADDRESS = "Check that it runs and its address";

  /** What a library says of a mistake, and what to tell instead; the first that fits is told. */
  private record Known(Pattern said, Function<MatchResult, EngineTrouble> told) {

    static Known of(String said, String why, String next) {
      // What is in the text is filled in: %1$s is the first group.
      return new Known(
          Pattern.compile(said, Pattern.CASE_INSENSITIVE | Pattern.DOTALL),
          found -> {
            Object[] groups =
                found.groupCount() > 0 ? new Object[] {found.group(1)} : new Object[0];
            return new EngineTrouble(why.formatted(groups), next.formatted(groups));
          });
    }
  }

  private static final List<Known> KNOWN =
      List.of(
          Known.of(
              "Unable to resolve host ([^\\s,:]+)",
              "the host name %1$s is not known here",
              ADDRESS),
          Known.of("^DEADLINE_EXCEEDED", "it did not answer in time", ADDRESS),
          Known.of("Connection refused", "connection refused: nothing listens there", ADDRESS),
          Known.of(
              "Network closed for unknown reason|Connection reset|Broken pipe",
              "it closed the connection, as a server does that expects TLS or another certificate",
              "Check that it runs and its address, and muster.temporal.tls.* (TEMPORAL_TLS,"
                  + " TEMPORAL_TLS_*)"),
          Known.of(
              "not an SSL/TLS record",
              "what answers there has no TLS",
              "Check the address, or switch TLS off: muster.temporal.tls.enabled=false"
                  + " (TEMPORAL_TLS)"),
          Known.of(
              "unable to find valid certification path|Path does not chain",
              "its certificate is not signed by an authority that is trusted here",
              "Name the file of that authority with muster.temporal.tls.server-ca-cert-path"
                  + " (TEMPORAL_TLS_SERVER_CA_CERT_PATH)"),
          Known.of(
              "No (?:subject alternative|name).*matching (?:IP address )?([^\\s]+) found",
              "its certificate is not for the name %1$s",
              "Set muster.temporal.tls.server-name (TEMPORAL_TLS_SERVER_NAME) to a name that is in"
                  + " the certificate"),
          Known.of(
              "Not(?:After|Before): ([^)\\]]+)",
              "its certificate is not valid now, its limit is %1$s",
              "Renew the server's certificate, or check the clocks"),
          Known.of(
              "alert[_ :]+certificate[_ ]expired",
              "it refused our certificate, which has expired",
              "Renew what muster.temporal.tls.client-cert-path (TEMPORAL_TLS_CLIENT_CERT_PATH) names"),
          Known.of(
              "alert[_ :]+(?:certificate[_ ]required|bad[_ ]certificate|unknown[_ ]ca"
                  + "|certificate[_ ]unknown|unsupported[_ ]certificate|access[_ ]denied"
                  + "|handshake[_ ]failure)",
              "it wants a certificate of an authority that it accepts",
              "Check muster.temporal.tls.client-cert-path and client-key-path"
                  + " (TEMPORAL_TLS_CLIENT_CERT_PATH, …_KEY_PATH)"),
          Known.of(
              "Namespace (\\S+) is not found",
              "it has no namespace %1$s",
              "Check muster.temporal.namespace (TEMPORAL_NAMESPACE), or make it: temporal operator"
                  + " namespace create --namespace %1$s"));

  /** What to tell of a call that ended so. */
  public static EngineTrouble of(Status status) {
    String text = text(status);
    return KNOWN.stream()
        .map(known -> told(known, text))
        .flatMap(Optional::stream)
        .findFirst()
        .orElseGet(() -> new EngineTrouble(text, next(status.getCode())));
  }

  private static Optional<EngineTrouble> told(Known known, String text) {
    Matcher matcher = known.said().matcher(text);
    return matcher.find()
        ? Optional.of(known.told().apply(matcher.toMatchResult()))
        : Optional.empty();
  }

  /** Both, as sentences. */
  public String sentences() {
    return "%s. %s.".formatted(why, next);
  }

  private static String next(Status.Code code) {
    return switch (code) {
      case UNAVAILABLE, DEADLINE_EXCEEDED, CANCELLED -> ADDRESS;
      case RESOURCE_EXHAUSTED -> "It is overloaded; wait a moment";
      case UNAUTHENTICATED, PERMISSION_DENIED -> "Check the API key or certificate";
      default -> "Check the namespace and the engine's log";
    };
  }

  /** With what is beneath it: "io exception" alone does not tell a closed port from bad TLS. */
  private static String text(Status status) {
    StringBuilder text = new StringBuilder(status.getCode().name());
    if (status.getDescription() != null) {
      text.append(": ").append(status.getDescription().lines().findFirst().orElse(""));
    }
    for (Throwable cause = status.getCause(); cause != null; cause = cause.getCause()) {
      if (cause.getCause() == null && cause.getMessage() != null) {
        text.append(": ").append(cause.getMessage());
      }
    }
    return text.toString().replaceAll("\\s+", " ").strip();
  }
}
