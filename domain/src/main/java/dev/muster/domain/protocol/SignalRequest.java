package dev.muster.domain.protocol;

import dev.muster.domain.action.Signal;

/** Body of {@code POST /v1/actions/{id}/signal}. */
public record SignalRequest(Signal signal) {}
