/** Runs: plan, start, list, show, and what people tell them to do. */
@NullMarked
package dev.muster.api.runs;

import org.jspecify.annotations.NullMarked;
