/**
 * Whether something that should move by itself stands still: a cluster's loop, or a run. It is told
 * from the records alone, whatever the reason, so that it also finds faults that nobody thought of.
 */
package dev.muster.domain.stall;
