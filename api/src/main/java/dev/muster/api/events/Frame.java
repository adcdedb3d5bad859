package dev.muster.api.events;

/**
 * A run at one moment, as it goes over the wire.
 *
 * @param number counts the frames of a feed, from 1
 * @param json one line of JSON
 * @param last whether nothing follows: the run is final
 */
record Frame(long number, String json, boolean last) {}
