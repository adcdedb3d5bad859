/** The one process. */
@NullMarked
package dev.muster.standalone;

import org.jspecify.annotations.NullMarked;
