/**
 * Runs as streams of server-sent events: one reader for each followed run, however many follow it.
 * Streams of other modules share their readers in the same way.
 */
package dev.muster.api.events;
