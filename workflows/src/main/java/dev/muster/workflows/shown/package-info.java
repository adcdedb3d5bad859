/** What current details show of commands that a person can type. */
@NullMarked
package dev.muster.workflows.shown;

import org.jspecify.annotations.NullMarked;
