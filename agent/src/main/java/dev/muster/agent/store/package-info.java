/**
 * The durable store: one SQLite file, written by one thread that commits for many at once, read by
 * any.
 */
package dev.muster.agent.store;
