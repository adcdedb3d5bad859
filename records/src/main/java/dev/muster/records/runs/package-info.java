/** Runs, their stages, the nodes of the stages, and the approvals. */
@NullMarked
package dev.muster.records.runs;

import org.jspecify.annotations.NullMarked;
