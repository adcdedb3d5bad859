/**
 * Following a run: its events come in as the whole run each time, and go out as a grid that is
 * redrawn in place, as one line per change, or as JSON lines. {@code RunFollower} is the entry,
 * also for other modules.
 */
package dev.muster.cli.follow;
