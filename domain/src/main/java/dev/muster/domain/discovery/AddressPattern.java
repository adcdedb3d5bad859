package dev.muster.domain.discovery;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.muster.domain.cluster.AgentAddress;

/** Where the agents of found hosts listen, such as {@code https://{host}:8234}. */
public record AddressPattern(@JsonValue String value) {

  private static final String HOST = "{host}";

  /** Where agents listen that nobody said anything else of. */
  public static final AddressPattern DEFAULT = new AddressPattern("http://{host}:8234");

  /**
   * @throws IllegalArgumentException if it holds no {@code {host}}, or makes no address
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public AddressPattern {
    boolean fits = value.indexOf(HOST) >= 0 && value.indexOf(HOST) == value.lastIndexOf(HOST);
    if (!fits || !isAddress(value.replace(HOST, "h"))) {
      throw new IllegalArgumentException(
          "address: '%s' (expected: such as http://{host}:8234)".formatted(value));
    }
  }

  /**
   * The address of an agent.
   *
   * @param host its name or address; IPv6 without brackets
   * @throws IllegalArgumentException if it is no host
   */
  public AgentAddress of(String host) {
    return new AgentAddress(value.replace(HOST, host.contains(":") ? "[" + host + "]" : host));
  }

  private static boolean isAddress(String text) {
    try {
      return !new AgentAddress(text).value().isEmpty();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
