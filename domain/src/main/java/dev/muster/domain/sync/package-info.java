/**
 * What an agent's snapshot means for the records of its node: which actions are new, changed or
 * lost, and how the node is. Pure functions over the protocol's records.
 */
package dev.muster.domain.sync;
