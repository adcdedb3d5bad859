/** How the agent is told what to do: the command line, and the configuration file that it names. */
@NullMarked
package dev.muster.agent.settings;

import org.jspecify.annotations.NullMarked;
