/**
 * The process on each node: it stores actions durably, executes them one at a time in the order in
 * which it received them, and answers what became of them. {@link dev.muster.agent.AgentMain} is
 * where it starts and {@link dev.muster.agent.Agent} what it consists of; an action goes from
 * {@code http} through {@code store} and {@code engine} to its {@code kind}.
 */
package dev.muster.agent;
