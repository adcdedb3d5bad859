/** The log of an action by itself. */
@NullMarked
package dev.muster.agent.log;

import org.jspecify.annotations.NullMarked;
