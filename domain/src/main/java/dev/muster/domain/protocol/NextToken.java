package dev.muster.domain.protocol;

/**
 * Body of {@code POST /v1/token}: the token that the agent shall accept beside the present one.
 *
 * @param sha256 of its text; the agent never learns more
 */
public record NextToken(Fingerprint sha256) {}
