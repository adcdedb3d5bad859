package dev.muster.api.discoveries;

/**
 * Body of {@code POST /v1/clusters/{c}/discoveries/{d}/confirm}.
 *
 * @param key of what is held, as it was shown
 */
public record ConfirmationRequest(String key) {}
