/**
 * Plans of k0s Autopilot: reading and admitting them, turning one into a run, and showing the run
 * as the plan's status, in Autopilot's words. Pure functions over JSON and values; time is an
 * argument. See docs/decisions/0056-plans-are-runs.md.
 */
package dev.muster.domain.autopilot;
