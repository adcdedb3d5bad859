/** Whether this process's engine is the one that moves the runs; decision 12. */
@NullMarked
package dev.muster.connections.engine;

import org.jspecify.annotations.NullMarked;
