package dev.muster.agent.artifact;

import dev.muster.agent.tls.CaFile;
import java.io.IOException;
import java.net.Authenticator;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * A way to download that the node's configuration knows, so that actions need not carry it. Files
 * are read when they are needed: what is renewed there is used at once.
 *
 * @param urls beginnings of the addresses that it serves; none for all
 * @param authorities certificates to believe in place of the system's, PEM
 * @param login shown to these addresses alone, never to what they redirect to elsewhere
 */
public record ArtifactSource(
    List<String> urls, Optional<Path> authorities, Optional<Login> login, Optional<Via> proxy) {

  /** Everything as usual. */
  public static final ArtifactSource PLAIN =
      new ArtifactSource(List.of(), Optional.empty(), Optional.empty(), Optional.empty());

  public ArtifactSource {
    urls = List.copyOf(urls);
  }

  /**
   * Who asks.
   *
   * @param user empty for a bearer token
   * @param secretFile the password, or the token
   */
  public record Login(Optional<String> user, Path secretFile) {

    /** The value of the header. */
    String header() throws IOException {
      String secret = secret();
      return user.map(name ->
              "Basic "
                  + Base64.getEncoder()
                      .encodeToString((name + ":" + secret).getBytes(StandardCharsets.UTF_8)))
          .orElse("Bearer " + secret);
    }

    private String secret() throws IOException {
      return Files.readString(secretFile).strip();
    }
  }

  /**
   * A proxy that speaks HTTP.
   *
   * @param login with a user: a token is nothing that proxies are asked with
   */
  public record Via(String host, int port, Optional<Login> login) {

    /** Answers the proxy, and nobody else, when it asks who wants a tunnel. */
    Optional<Authenticator> authenticator() throws IOException {
      if (login.isEmpty()) {
        return Optional.empty();
      }
      String user = login.get().user().orElse("");
      String password = login.get().secret();
      return Optional.of(
          new Authenticator() {
            @Override
            protected @Nullable PasswordAuthentication getPasswordAuthentication() {
              return getRequestorType() == RequestorType.PROXY
                  ? new PasswordAuthentication(user, password.toCharArray())
                  : null;
            }
          });
    }
  }

  /** Whether it serves an address. */
  public boolean serves(URI url) {
    return urls.isEmpty() || urls.stream().anyMatch(prefix -> covers(URI.create(prefix), url));
  }

  /** The one way to the server. */
  Proxy way() {
    return proxy
        .map(via -> new Proxy(Proxy.Type.HTTP, new InetSocketAddress(via.host(), via.port())))
        .orElse(Proxy.NO_PROXY);
  }

  /**
   * What believes the source's own authorities; empty for the system's.
   *
   * @throws IOException if their file cannot be used
   */
  Optional<SSLSocketFactory> sockets() throws IOException {
    return authorities.isEmpty()
        ? Optional.empty()
        : Optional.of(CaFile.believed(authorities.get()));
  }

  /** By its parts: {@code https://a.example} does not cover {@code https://a.example.evil}. */
  private static boolean covers(URI prefix, URI url) {
    String path = url.normalize().getPath();
    String folder = prefix.getPath();
    return isSameOrigin(prefix, url)
        && (folder.isEmpty()
            || path.equals(folder)
            || path.startsWith(folder.endsWith("/") ? folder : folder + "/"));
  }

  static boolean isSameOrigin(URI one, URI other) {
    return scheme(one).equals(scheme(other))
        && one.getHost().equalsIgnoreCase(other.getHost())
        && port(one) == port(other);
  }

  private static String scheme(URI url) {
    return url.getScheme().toLowerCase(Locale.ROOT);
  }

  private static int port(URI url) {
    return url.getPort() >= 0 ? url.getPort() : scheme(url).equals("https") ? 443 : 80;
  }
}
