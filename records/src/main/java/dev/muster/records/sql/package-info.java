/** How Java's values become SQL's and back, and how pages and transactions are asked for. */
@NullMarked
package dev.muster.records.sql;

import org.jspecify.annotations.NullMarked;
