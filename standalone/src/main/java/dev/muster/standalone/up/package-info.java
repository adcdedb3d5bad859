/** {@code muster up}: options, and the start and the stop of the whole. */
@NullMarked
package dev.muster.standalone.up;

import org.jspecify.annotations.NullMarked;
