package dev.muster.workflows.contract;

/**
 * What the first advance of an execution did.
 *
 * @param epoch under which the execution moves the run from now on
 */
public record RunBegun(long epoch, RunStanding standing) {}
