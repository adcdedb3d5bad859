/** The processes of a benchmark: Muster itself and the fleet simulator, each on its own. */
@NullMarked
package dev.muster.bench.process;

import org.jspecify.annotations.NullMarked;
