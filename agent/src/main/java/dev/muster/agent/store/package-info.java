/**
 * The durable store: one SQLite file, written by one thread that commits for many at once, read by
 * any.
 */
@NullMarked
package dev.muster.agent.store;

import org.jspecify.annotations.NullMarked;
