/** Tests. */
@NullMarked
package dev.muster.domain.shown;

import org.jspecify.annotations.NullMarked;
