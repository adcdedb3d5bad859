/** Wakes workflows. Nothing depends on a signal: what it tells is in the records already. */
package dev.muster.activities.signals;
