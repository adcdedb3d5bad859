/** Tests of what Muster remembers, on a real PostgreSQL. */
@NullMarked
package dev.muster.records;

import org.jspecify.annotations.NullMarked;
