/** Which engine moves the runs: the last one that a process was started with. */
package dev.muster.records.engines;
