/** Tests of how long history is kept. */
@NullMarked
package dev.muster.domain.retention;

import org.jspecify.annotations.NullMarked;
