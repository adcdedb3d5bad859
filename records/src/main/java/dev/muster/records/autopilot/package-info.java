/**
 * Objects of k0s Autopilot: plans and update configurations as they were sent, with versions as
 * Kubernetes has them, and the changes that watchers have not seen yet. See
 * docs/decisions/0056-plans-are-runs.md.
 */
package dev.muster.records.autopilot;
