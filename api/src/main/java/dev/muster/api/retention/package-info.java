/** How long history is kept, what there is, and what was removed. */
@NullMarked
package dev.muster.api.retention;

import org.jspecify.annotations.NullMarked;
