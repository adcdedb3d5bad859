/** Fleet simulator and benchmarks. */
@NullMarked
package dev.muster.bench;

import org.jspecify.annotations.NullMarked;
