package dev.muster.api.web;

import dev.muster.connections.settings.SettingProblem;
import dev.muster.domain.request.AllowedHosts;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Who may call the API. {@code muster.http.*}, documented in docs/api.md.
 *
 * @param allowedHosts names under which it is called, besides loopback and the address listened on
 * @param insecure whether it may listen for other hosts without asking who calls
 * @param bodyTime within which a body must have come
 * @param streams that one identity may have open at a time
 */
@ConfigurationProperties("muster.http")
public record HttpProperties(
    @DefaultValue List<String> allowedHosts,
    @DefaultValue("false") boolean insecure,
    @DefaultValue("60s") Duration bodyTime,
    @DefaultValue("256") int streams) {

  public HttpProperties {
    if (!bodyTime.isPositive()) {
      throw new IllegalArgumentException(
          "muster.http.body-time: %s (expected: more than nothing)".formatted(bodyTime));
    }
    if (streams < 1) {
      throw new IllegalArgumentException(
          "muster.http.streams: %d (expected: >= 1)".formatted(streams));
    }
    try {
      AllowedHosts.of(allowedHosts);
    } catch (IllegalArgumentException bad) {
      throw new IllegalArgumentException("muster.http.allowed-hosts: " + bad.getMessage(), bad);
    }
  }

  /** What other hosts would find. */
  public enum Way {
    /** Authentication and TLS. */
    SECURED,
    /** One of them at most. */
    BARE
  }

  /**
   * For whom to answer on an address; a name that is listened on is one to answer for.
   *
   * @throws SettingProblem if other hosts reach it bare, and that is not said to be meant
   */
  AllowedHosts listeningOn(String address, Way way) {
    if (!insecure && way == Way.BARE) {
      requireLoopback(
          "server.address",
          address,
          "server.ssl.certificate and server.ssl.certificate-private-key",
          "muster.http.insecure=true");
    }
    boolean everywhere =
        address.isEmpty() || resolve("server.address", address).isAnyLocalAddress();
    AllowedHosts named = AllowedHosts.of(allowedHosts);
    return everywhere ? named : named.with(AllowedHosts.of(List.of(address)));
  }

  /**
   * Refuses to listen where other hosts reach what would ask nobody who they are, or have tokens
   * sent so that others can read them.
   *
   * @param setting that says where to listen
   * @param certificate how to give one
   * @param consent how to say that it is meant without
   * @throws SettingProblem unless {@code host} is loopback
   */
  public static void requireLoopback(
      String setting, String host, String certificate, String consent) {
    // An empty host would be loopback to Java, and every address to a server.
    if (host.isEmpty() || !resolve(setting, host).isLoopbackAddress()) {
      throw new SettingProblem(
          setting,
          "%s without TLS and authentication lets anybody run actions on every node: listen on 127.0.0.1, or give %s, or %s"
              .formatted(host.isEmpty() ? "all addresses" : host, certificate, consent));
    }
  }

  private static InetAddress resolve(String setting, String host) {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException unknown) {
      throw new SettingProblem(setting, "the host '%s' is unknown".formatted(host));
    }
  }
}
