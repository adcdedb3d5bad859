/** Wakes workflows. Nothing depends on a signal: what it tells is in the records already. */
@NullMarked
package dev.muster.activities.signals;

import org.jspecify.annotations.NullMarked;
