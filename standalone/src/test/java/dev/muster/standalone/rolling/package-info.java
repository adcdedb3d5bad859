/** Workers with workflow code of different ages side by side, in the middle of a run. */
@NullMarked
package dev.muster.standalone.rolling;

import org.jspecify.annotations.NullMarked;
