package dev.muster.activities.agent;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Optional;

/**
 * What an {@link HttpAgentClient} may take.
 *
 * @param connectTimeout until a connection is there
 * @param deadline for a whole call, the last byte of the answer included
 * @param maxBodyBytes of an answer
 * @param maxConnections to how many agents a connection is kept; half as many are polled at once
 * @param token sent as a bearer token, if there is one
 */
public record AgentClientSettings(
    Duration connectTimeout,
    Duration deadline,
    int maxBodyBytes,
    int maxConnections,
    Optional<String> token) {

  private static final int MOST_CONNECTIONS = 20_000;

  private static final int FEWEST_CONNECTIONS = 256;

  /**
   * One second to connect, five in all, 10 MB, no token; connections to as many agents as half of
   * the files that this process may open, at most 20,000.
   */
  public static final AgentClientSettings DEFAULT =
      new AgentClientSettings(
          Duration.ofSeconds(1),
          Duration.ofSeconds(5),
          10_000_000,
          affordableConnections(),
          Optional.empty());

  public AgentClientSettings {
    if (!connectTimeout.isPositive() || !deadline.isPositive()) {
      throw new IllegalArgumentException(
          "agent deadline: connect %s, whole call %s (expected: > 0)"
              .formatted(connectTimeout, deadline));
    }
    if (maxBodyBytes < 1 || maxConnections < 1) {
      throw new IllegalArgumentException(
          "agent limits: %d bytes, %d connections (expected: >= 1)"
              .formatted(maxBodyBytes, maxConnections));
    }
  }

  /** What is kept alive to agents must leave room for the database, the engine and the API. */
  private static int affordableConnections() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? Math.clamp(unix.getMaxFileDescriptorCount() / 2, FEWEST_CONNECTIONS, MOST_CONNECTIONS)
        : MOST_CONNECTIONS;
  }

  /** How many agents are polled at once. */
  int polls() {
    return Math.max(1, maxConnections / 2);
  }

  /** These settings with another deadline. */
  public AgentClientSettings withDeadline(Duration other) {
    return new AgentClientSettings(connectTimeout, other, maxBodyBytes, maxConnections, token);
  }

  /** These settings with a tenth of the connections, beside a client that has its share. */
  public AgentClientSettings withFewerConnections() {
    return new AgentClientSettings(
        connectTimeout, deadline, maxBodyBytes, Math.max(1, maxConnections / 10), token);
  }

  /** These settings with a token. */
  public AgentClientSettings withToken(Optional<String> other) {
    return new AgentClientSettings(connectTimeout, deadline, maxBodyBytes, maxConnections, other);
  }
}
