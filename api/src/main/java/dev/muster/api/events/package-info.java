/**
 * Runs as streams of server-sent events: one reader for each followed run, however many follow it.
 */
@NullMarked
package dev.muster.api.events;

import org.jspecify.annotations.NullMarked;
