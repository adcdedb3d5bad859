/**
 * What happens to plans of k0s Autopilot because time goes by: deadlines, plans that wait for other
 * clusters', runs of plans that were deleted, and update configurations that look at their servers.
 * See docs/decisions/0056-plans-are-runs.md.
 */
package dev.muster.worker.autopilot;
