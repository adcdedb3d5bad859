package dev.muster.api.joining;

/**
 * That tokens will be exchanged.
 *
 * @param nodes whose; how far that is, each node shows
 */
public record RotationJson(int nodes) {}
