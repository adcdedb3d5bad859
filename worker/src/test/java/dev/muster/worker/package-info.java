/** Tests of the worker's wiring. */
@NullMarked
package dev.muster.worker;

import org.jspecify.annotations.NullMarked;
