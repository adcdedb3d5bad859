/**
 * The fleet simulator: many virtual agents in a process of its own, with the real protocol and the
 * rules of the real engine (one action at a time, in order of receipt, stored before acknowledged,
 * the same id twice is a duplicate or a conflict), but in memory and with actions that only take
 * time.
 */
package dev.muster.bench.fleet;
