package dev.muster.agent.artifact;

import dev.muster.agent.probe.Failures;
import dev.muster.domain.shown.DurationText;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * An artifact on a web server. What is there already is not asked for again, where the server can
 * do that.
 *
 * @param headers sent along, but not to where another server is redirected to
 * @param stall how long the server may send nothing
 */
public record WebOrigin(URI url, Map<String, String> headers, ArtifactSource source, Duration stall)
    implements Origin {

  private static final int MOST_REDIRECTS = 5;
  private static final int LONGEST_CONNECT_MS = 30_000;
  private static final Pattern RANGE = Pattern.compile("bytes (\\d+)-\\d+/(\\d+|\\*)");
  private static final Pattern WHOLE = Pattern.compile("bytes \\*/(\\d+)");

  public WebOrigin {
    headers = Map.copyOf(headers);
  }

  @Override
  public String shown() {
    return shown(url);
  }

  @Override
  public Opening open(Have have) {
    URI at = url;
    for (int redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      try {
        HttpURLConnection connection = connect(at, have);
        int code = connection.getResponseCode();
        if (!isRedirect(code)) {
          return judge(connection, code, have);
        }
        String location = connection.getHeaderField("Location");
        connection.disconnect();
        Optional<URI> next = target(at, location);
        if (next.isEmpty()) {
          return new Opening.Never(
              "%s redirects to '%s', which is not followed".formatted(shown(), location));
        }
        at = next.get();
      } catch (SocketTimeoutException late) {
        return new Opening.NotNow(silence());
      } catch (SSLException failed) {
        return isDistrust(failed)
            ? new Opening.Never(
                "%s cannot be trusted: its certificate is of another name, or of no authority that is believed here"
                    .formatted(shown(at)))
            : new Opening.NotNow(unreachable(at, failed));
      } catch (IOException failed) {
        return new Opening.NotNow(unreachable(at, failed));
      }
    }
    return new Opening.Never("%s redirects more than %d times".formatted(shown(), MOST_REDIRECTS));
  }

  private static String unreachable(URI at, IOException failed) {
    return "%s cannot be reached: %s".formatted(shown(at), Failures.shown(failed));
  }

  private static boolean isDistrust(Throwable failed) {
    for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
      if (cause instanceof GeneralSecurityException) {
        return true;
      }
    }
    return false;
  }

  /** What is said when nothing came for too long. */
  String silence() {
    return "%s sent nothing for %s".formatted(shown(), DurationText.print(stall));
  }

  private HttpURLConnection connect(URI at, Have have) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) at.toURL().openConnection(source.way());
    connection.setInstanceFollowRedirects(false);
    connection.setUseCaches(false);
    connection.setConnectTimeout((int) Math.min(stall.toMillis(), LONGEST_CONNECT_MS));
    connection.setReadTimeout((int) Math.min(stall.toMillis(), Integer.MAX_VALUE));
    connection.setRequestProperty("User-Agent", "muster-agent");
    connection.setRequestProperty("Accept", "*/*");
    connection.setRequestProperty("Accept-Encoding", "identity");
    connection.setRequestProperty("Connection", "close");
    if (have.bytes() > 0) {
      connection.setRequestProperty("Range", "bytes=%d-".formatted(have.bytes()));
      have.tag().ifPresent(tag -> connection.setRequestProperty("If-Range", tag));
    }
    identify(connection, at);
    if (connection instanceof HttpsURLConnection secure) {
      source.sockets().ifPresent(secure::setSSLSocketFactory);
    }
    return connection;
  }

  /** What is secret is for the server that was meant. */
  private void identify(HttpURLConnection connection, URI at) throws IOException {
    boolean meant = ArtifactSource.isSameOrigin(url, at);
    if (meant) {
      headers.forEach(connection::setRequestProperty);
    }
    if (source.login().isPresent() && (meant || (!source.urls().isEmpty() && source.serves(at)))) {
      connection.setRequestProperty("Authorization", source.login().get().header());
    }
    if (source.proxy().isPresent()) {
      identify(connection, source.proxy().get());
    }
  }

  /**
   * Within a tunnel the server would see the header: there, only the proxy's question is answered.
   */
  private static void identify(HttpURLConnection connection, ArtifactSource.Via proxy)
      throws IOException {
    if (connection instanceof HttpsURLConnection) {
      proxy.authenticator().ifPresent(connection::setAuthenticator);
    } else if (proxy.login().isPresent()) {
      connection.setRequestProperty("Proxy-Authorization", proxy.login().get().header());
    }
  }

  private Opening judge(HttpURLConnection connection, int code, Have have) throws IOException {
    if (code == HttpURLConnection.HTTP_OK) {
      return flowing(connection, 0, length(connection));
    }
    if (code == HttpURLConnection.HTTP_PARTIAL) {
      Matcher range = RANGE.matcher(field(connection, "Content-Range"));
      if (range.matches() && Long.parseLong(range.group(1)) == have.bytes()) {
        return flowing(
            connection,
            have.bytes(),
            range.group(2).equals("*")
                ? Optional.empty()
                : Optional.of(Long.valueOf(range.group(2))));
      }
      connection.disconnect();
      return new Opening.Anew("%s sent another part than it was asked for".formatted(shown()));
    }
    Matcher whole = WHOLE.matcher(field(connection, "Content-Range"));
    connection.disconnect();
    if (code == 416 && have.bytes() > 0) {
      return whole.matches() && Long.parseLong(whole.group(1)) == have.bytes()
          ? new Opening.Nothing()
          : new Opening.Anew("%s is shorter than what is there of it".formatted(shown()));
    }
    String why = "%s answered HTTP %d".formatted(shown(), code);
    boolean passing = (code >= 500 && code != 501) || code == 408 || code == 425 || code == 429;
    return passing ? new Opening.NotNow(why) : new Opening.Never(why);
  }

  private static Opening flowing(HttpURLConnection connection, long at, Optional<Long> total)
      throws IOException {
    return new Opening.Flowing(
        connection.getInputStream(), at, total, tag(connection), connection::disconnect);
  }

  private static Optional<Long> length(HttpURLConnection connection) {
    long length = connection.getContentLengthLong();
    return length >= 0 ? Optional.of(length) : Optional.empty();
  }

  /** A weak one says nothing about bytes. */
  private static Optional<String> tag(HttpURLConnection connection) {
    return Optional.ofNullable(connection.getHeaderField("ETag"))
        .filter(tag -> tag.startsWith("\""))
        .or(() -> Optional.ofNullable(connection.getHeaderField("Last-Modified")));
  }

  private static String field(HttpURLConnection connection, String name) {
    return Optional.ofNullable(connection.getHeaderField(name)).orElse("");
  }

  private static boolean isRedirect(int code) {
    return (code >= 301 && code <= 303) || code == 307 || code == 308;
  }

  /** Never from a safe address to an unsafe one. */
  private static Optional<URI> target(URI from, @Nullable String location) {
    try {
      return Optional.ofNullable(location)
          .map(from::resolve)
          .filter(to -> to.getHost() != null)
          .filter(to ->
              "https".equals(to.getScheme())
                  || ("http".equals(to.getScheme()) && !"https".equals(from.getScheme())));
    } catch (IllegalArgumentException unreadable) {
      return Optional.empty();
    }
  }

  /** Without the query: signed addresses have their secret there. */
  private static String shown(URI url) {
    String whole = url.toString();
    int query = whole.indexOf('?');
    return query < 0 ? whole : whole.substring(0, query) + "?…";
  }
}
