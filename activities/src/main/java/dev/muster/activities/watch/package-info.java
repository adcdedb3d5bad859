/**
 * Long polls to the agents that have something to do. A poll outlives the watch that began it for a
 * few seconds, so that the next watch joins it instead of asking again, and the cycle in between
 * takes the snapshot that it brought instead of fetching another.
 */
package dev.muster.activities.watch;
