package dev.muster.api.actions;

import java.util.Optional;

/** Body of a command: why, for the history. */
public record WhyRequest(Optional<String> why) {}
