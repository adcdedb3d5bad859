/**
 * Whole rollouts on a fake cluster, driven by the decisions of the domain: seeded random ones with
 * their invariants, and scripted ones whose stories are kept as text.
 */
package dev.muster.domain.simulation;
