/**
 * What actions do whose target is a cluster: each derives actions on nodes, waits for them, and
 * makes something of how they ended. {@link
 * dev.muster.domain.clusteraction.ClusterActionDecision#next} is asked by the cycles; a verb is a
 * class.
 */
package dev.muster.domain.clusteraction;
