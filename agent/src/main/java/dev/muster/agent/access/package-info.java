/** By what the agent knows Muster and is known: tokens, its own certificate, and joining. */
package dev.muster.agent.access;
