/** Fields and durations by themselves. */
@NullMarked
package dev.muster.agent.json;

import org.jspecify.annotations.NullMarked;
