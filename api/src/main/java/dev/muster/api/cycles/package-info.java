/** Reports of the cycles over a cluster. */
@NullMarked
package dev.muster.api.cycles;

import org.jspecify.annotations.NullMarked;
