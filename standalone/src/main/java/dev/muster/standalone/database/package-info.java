/**
 * The database of the one process: an embedded PostgreSQL under the data folder, or one by its
 * address.
 */
@NullMarked
package dev.muster.standalone.database;

import org.jspecify.annotations.NullMarked;
