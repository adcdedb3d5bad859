/** How long history is kept, what is there, and removing it. */
@NullMarked
package dev.muster.records.retention;

import org.jspecify.annotations.NullMarked;
