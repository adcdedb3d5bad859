/**
 * Executes one action at a time in the order of receipt, recovers the one that a crash interrupted,
 * and passes signals on.
 */
package dev.muster.agent.engine;
