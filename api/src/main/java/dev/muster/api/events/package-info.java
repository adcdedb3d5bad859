/**
 * Runs as streams of server-sent events: one reader for each followed run, however many follow it.
 */
package dev.muster.api.events;
