/** The embedded PostgreSQL: what it keeps, who may enter, and what it survives. */
@NullMarked
package dev.muster.standalone.database;

import org.jspecify.annotations.NullMarked;
