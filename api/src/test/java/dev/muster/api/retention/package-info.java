/** Tests of how long history is kept, as callers see it. */
@NullMarked
package dev.muster.api.retention;

import org.jspecify.annotations.NullMarked;
