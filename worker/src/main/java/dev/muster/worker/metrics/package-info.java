/** What the worker counts for Prometheus. */
@NullMarked
package dev.muster.worker.metrics;

import org.jspecify.annotations.NullMarked;
