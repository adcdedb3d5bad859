/**
 * Temporal's own tools on a running Muster: every command that docs/temporal.md gives is run as it
 * stands there, and workers of two versions stand beside each other.
 */
package dev.muster.standalone.signals;
