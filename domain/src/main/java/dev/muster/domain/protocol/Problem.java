package dev.muster.domain.protocol;

import java.util.Optional;

/**
 * An error, as RFC 9457 has it, of the agent and of Muster's own API ({@code
 * application/problem+json}).
 *
 * @param type stable, such as {@code urn:muster:problem:unknown-kind}
 * @param detail what happened, why, and what to do next
 */
public record Problem(String type, String title, int status, Optional<String> detail) {}
