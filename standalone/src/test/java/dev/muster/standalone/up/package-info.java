/** The start of the one process. */
@NullMarked
package dev.muster.standalone.up;

import org.jspecify.annotations.NullMarked;
