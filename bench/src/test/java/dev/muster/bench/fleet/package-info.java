/**
 * What holds on a Temporal server alone, over simulated fleets: kills of every part, and workers
 * that come and go.
 */
package dev.muster.bench.fleet;
