/** What the agent has to say to the person who runs it, one line each on the standard error. */
@NullMarked
package dev.muster.agent.journal;

import org.jspecify.annotations.NullMarked;
