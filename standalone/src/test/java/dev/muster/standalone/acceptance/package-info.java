/** The whole path on real parts: processes, databases, agents, and kills in the middle. */
@NullMarked
package dev.muster.standalone.acceptance;

import org.jspecify.annotations.NullMarked;
