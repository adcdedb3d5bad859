/** The agent from outside: over its protocol, with real processes, killed and started again. */
@NullMarked
package dev.muster.agent;

import org.jspecify.annotations.NullMarked;
