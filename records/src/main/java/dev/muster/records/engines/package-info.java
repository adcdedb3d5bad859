/** Which engine moves the runs: the last one that a process was started with. */
@NullMarked
package dev.muster.records.engines;

import org.jspecify.annotations.NullMarked;
