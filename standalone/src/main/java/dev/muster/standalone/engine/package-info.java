/** The engine of the one process: embedded, the development server, or one by its address. */
@NullMarked
package dev.muster.standalone.engine;

import org.jspecify.annotations.NullMarked;
