/** Tests of claims against a real PostgreSQL. */
@NullMarked
package dev.muster.records.engines;

import org.jspecify.annotations.NullMarked;
