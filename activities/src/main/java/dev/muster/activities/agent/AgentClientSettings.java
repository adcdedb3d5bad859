package dev.muster.activities.agent;

import java.time.Duration;
import java.util.Optional;

/**
 * What an {@link HttpAgentClient} may take.
 *
 * @param connectTimeout until a connection is there
 * @param deadline for a whole call, the last byte of the answer included
 * @param maxBodyBytes of an answer
 * @param maxConnections to all agents together, in each of the two pools
 * @param token sent as a bearer token, if there is one
 */
public record AgentClientSettings(
    Duration connectTimeout,
    Duration deadline,
    int maxBodyBytes,
    int maxConnections,
    Optional<String> token) {

  /** One second to connect, five in all, 10 MB, 20,000 connections, no token. */
  public static final AgentClientSettings DEFAULT =
      new AgentClientSettings(
          Duration.ofSeconds(1), Duration.ofSeconds(5), 10_000_000, 20_000, Optional.empty());

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

  /** The same with another deadline. */
  public AgentClientSettings withDeadline(Duration other) {
    return new AgentClientSettings(connectTimeout, other, maxBodyBytes, maxConnections, token);
  }

  /** The same with a token. */
  public AgentClientSettings withToken(Optional<String> other) {
    return new AgentClientSettings(connectTimeout, deadline, maxBodyBytes, maxConnections, other);
  }
}
