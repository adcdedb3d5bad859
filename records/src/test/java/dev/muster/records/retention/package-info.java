/** Tests of how long history is kept, and how it goes. */
@NullMarked
package dev.muster.records.retention;

import org.jspecify.annotations.NullMarked;
