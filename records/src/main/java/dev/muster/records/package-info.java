/** PostgreSQL: what Muster remembers. Every read of the API comes from here. */
@NullMarked
package dev.muster.records;

import org.jspecify.annotations.NullMarked;
