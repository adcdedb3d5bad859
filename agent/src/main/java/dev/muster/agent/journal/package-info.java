/** What the agent has to say to the person who runs it, one line each on the standard error. */
package dev.muster.agent.journal;
