package dev.muster.api.security;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Whether callers are asked who they are. {@code muster.http.*}, documented in docs/api.md.
 *
 * @param bootstrapTokenFile where to leave the first token, if it is not there
 * @param insecure whether it may listen for other hosts without asking who calls
 */
@ConfigurationProperties("muster.http")
public record AuthenticationProperties(
    @DefaultValue("auto") Asked authentication,
    Optional<String> bootstrapTokenFile,
    @DefaultValue("false") boolean insecure) {

  /** Whether they are. */
  public enum Asked {
    /** Unless only programs of this host reach it, or somebody said that it is to be insecure. */
    AUTO,
    REQUIRED,
    OFF
  }

  /** Whether somebody who proves nothing is let in, when it listens on an address. */
  public boolean isOpen(String address) {
    return switch (authentication) {
      case OFF -> true;
      case REQUIRED -> false;
      case AUTO -> insecure || isLoopback(address);
    };
  }

  /** An empty address would be loopback to Java, and every address to a server. */
  private static boolean isLoopback(String address) {
    try {
      return !address.isEmpty() && InetAddress.getByName(address).isLoopbackAddress();
    } catch (UnknownHostException unknown) {
      return false;
    }
  }
}
