/**
 * Runs of playbooks: their states, their plan as it was frozen at the start, and the decision what
 * happens next.
 */
package dev.muster.domain.run;
