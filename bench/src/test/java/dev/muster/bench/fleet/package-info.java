/** Faults by the hundred between Muster and a simulated fleet. */
package dev.muster.bench.fleet;
