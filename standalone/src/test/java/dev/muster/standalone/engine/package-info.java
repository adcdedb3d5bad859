/** Tests of the embedded engine and of its replacement. */
@NullMarked
package dev.muster.standalone.engine;

import org.jspecify.annotations.NullMarked;
