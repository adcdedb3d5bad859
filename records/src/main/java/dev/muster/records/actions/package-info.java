/** Actions and their transitions. Inserts may come from anywhere; states are changed by cycles. */
@NullMarked
package dev.muster.records.actions;

import org.jspecify.annotations.NullMarked;
