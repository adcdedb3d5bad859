package dev.muster.agent.settings;

import dev.muster.agent.probe.Probe;
import java.util.List;

/**
 * A service that {@code service.*} may work on.
 *
 * @param start begins it; may return before it is up
 * @param stop ends it; may return before it is down
 * @param status says whether it is up or down
 */
public record ServiceSettings(List<String> start, List<String> stop, Probe status) {}
