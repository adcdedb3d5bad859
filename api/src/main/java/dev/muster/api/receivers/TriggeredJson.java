package dev.muster.api.receivers;

import dev.muster.domain.action.ActionId;

/**
 * The answer to a trigger.
 *
 * @param action that it started
 */
public record TriggeredJson(ActionId action) {}
