/** What an action printed: bounded, rotated, and addressed by the offset from its beginning. */
@NullMarked
package dev.muster.agent.log;

import org.jspecify.annotations.NullMarked;
