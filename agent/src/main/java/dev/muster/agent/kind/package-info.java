/**
 * The kinds of action that the agent executes, one file each, and the registry that knows them by
 * name.
 */
package dev.muster.agent.kind;
