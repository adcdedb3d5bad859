/** Tests of removing history whose time is over. */
@NullMarked
package dev.muster.worker.retention;

import org.jspecify.annotations.NullMarked;
