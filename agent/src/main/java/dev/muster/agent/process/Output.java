package dev.muster.agent.process;

/**
 * What a process printed, without line ends at its end.
 *
 * @param truncated whether this is only the end of it
 */
public record Output(String text, boolean truncated) {}
