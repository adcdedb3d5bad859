/**
 * Runs of playbooks: their states, their plan as it was frozen at the start, and the decision what
 * happens next.
 */
@NullMarked
package dev.muster.domain.run;

import org.jspecify.annotations.NullMarked;
