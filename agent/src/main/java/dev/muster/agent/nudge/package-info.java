/** Telling Muster that there is something to fetch, for those who can reach it. */
@NullMarked
package dev.muster.agent.nudge;

import org.jspecify.annotations.NullMarked;
