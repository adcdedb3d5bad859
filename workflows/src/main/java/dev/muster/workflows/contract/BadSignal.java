package dev.muster.workflows.contract;

import java.time.Instant;
import java.util.Optional;

/**
 * A signal that nobody could act on.
 *
 * @param name of the signal, as it was sent
 * @param by who sent it, as far as that can be told from what was sent
 * @param why it was ignored
 */
public record BadSignal(String name, Optional<String> by, String why, Instant at) {}
