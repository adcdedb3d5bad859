/** The benchmarks, one class each, and what they measure with. */
@NullMarked
package dev.muster.bench.measure;

import org.jspecify.annotations.NullMarked;
