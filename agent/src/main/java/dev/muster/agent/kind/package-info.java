/**
 * The kinds of action that the agent executes, one file each, and the registry that knows them by
 * name.
 */
@NullMarked
package dev.muster.agent.kind;

import org.jspecify.annotations.NullMarked;
