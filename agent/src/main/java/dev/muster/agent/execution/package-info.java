/**
 * What the engine and a kind of action say to each other: {@code Kind} is what a new kind
 * implements, {@code Execution} what it is given, {@code Outcome} what it answers.
 */
package dev.muster.agent.execution;
