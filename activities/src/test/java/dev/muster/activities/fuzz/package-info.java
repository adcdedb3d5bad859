/**
 * Agents that answer wrongly at random, over their whole protocol. Their seed replays what they
 * did; the rest of the cluster must not notice them.
 */
@org.jspecify.annotations.NullMarked
package dev.muster.activities.fuzz;
