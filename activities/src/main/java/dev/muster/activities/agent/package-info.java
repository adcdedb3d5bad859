/**
 * How Muster talks to agents. Every call ends within its deadline and gives a value, whatever the
 * peer does: an agent that is dead, slow or not an agent at all is part of normal life.
 */
package dev.muster.activities.agent;
