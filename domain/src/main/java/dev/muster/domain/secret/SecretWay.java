package dev.muster.domain.secret;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Over which way a secret may go: encrypted, or not off this host. */
public final class SecretWay {

  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[(::1|0{0,4}(:0{0,4}){6}:0{0,3}1)]");

  private SecretWay() {}

  /**
   * Why a secret must not be sent there; empty if it may be. No name is looked up but {@code
   * localhost}: what a name says today, another one may say tomorrow.
   *
   * @param address a base URL
   */
  public static Optional<String> refusal(String address) {
    try {
      URI uri = URI.create(address);
      String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
      String host = String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT);
      if (scheme.equals("https") || (scheme.equals("http") && LOOPBACK.matcher(host).matches())) {
        return Optional.empty();
      }
    } catch (IllegalArgumentException notAnUrl) {
      // the same message serves
    }
    return Optional.of(
        "a secret is sent over TLS or on the loopback only, not to %s: use https there; an agent is given a certificate, and its node registered with https"
            .formatted(address));
  }
}
